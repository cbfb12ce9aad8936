import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { SHA256_HEADER, VERSION_HEADER } from "@/server/core/version/skew";
import { readConfig, serverOrigin } from "../config";
import { configFile } from "../config-file";
import { CliFault } from "../fault";
import { say } from "../output";
import { CLI_VERSION } from "../version";

interface UpgradeOptions {
  readonly server?: string;
  readonly json?: boolean;
}

const ANSWER_LIMIT_MS = 120_000;

export function addUpgrade(program: Command): void {
  program
    .command("upgrade")
    .alias("self-update")
    .summary("Takes the server's version of this command.")
    .description("Puts the version of this command that belongs to the server in the place of this one.")
    .option("--server <url>", "another server than the one of the last login")
    .option("--json", "print JSON for programs")
    .action(upgrade);
}

async function upgrade(options: UpgradeOptions): Promise<void> {
  const server = await serverOf(options.server);
  const own = fileURLToPath(import.meta.url);
  refuseCheckout(own);
  const sha256 = sha256Of(await readFile(own));
  const answer = await ask(`${server}/install/steward.mjs`, sha256);
  const version = answer.headers.get(VERSION_HEADER) ?? "unknown";
  if (answer.status === 304) return report(options, { server, version, changed: false });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (sha256Of(bytes) !== answer.headers.get(SHA256_HEADER)) {
    throw new CliFault(`What ${server} sent is not whole. Nothing was changed; run it again.`);
  }
  await replace(own, bytes);
  report(options, { server, version, changed: true });
}

function report(options: UpgradeOptions, done: { server: string; version: string; changed: boolean }): void {
  const { server, version, changed } = done;
  if (options.json) say.line(JSON.stringify({ ...done, from: CLI_VERSION }));
  else if (changed) say.line(`steward ${version} of ${server} is installed in place of ${CLI_VERSION}.`);
  else say.line(`steward ${CLI_VERSION} is the one of ${server}.`);
}

/** The file is public, so no key is needed. */
async function serverOf(told: string | undefined): Promise<string> {
  const known = told || process.env["STEWARD_SERVER"] || (await readConfig(configFile())).default;
  if (known) return serverOrigin(known);
  throw new CliFault("No server is known here. Name it: steward upgrade --server http://localhost:3000");
}

/** A command that was built in a checkout would be older than its server after one `git pull`. */
function refuseCheckout(file: string): void {
  const checkout = path.resolve(path.dirname(file), "..");
  if (!existsSync(path.join(checkout, "prisma", "schema.prisma"))) return;
  throw new CliFault(`This steward is part of ${checkout}. Update it there: git pull && npm run quickstart`);
}

async function ask(url: string, sha256: string): Promise<Response> {
  const { origin } = new URL(url);
  const request = { headers: { "if-none-match": `"${sha256}"` }, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) };
  const answer = await fetch(url, request).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CliFault(`${origin} does not answer (${cause}). Nothing was changed.`);
  });
  if (answer.ok || answer.status === 304) return answer;
  const says = answer.headers.get("content-type")?.startsWith("text/plain") ? (await answer.text()).trim() : "";
  throw new CliFault(says || `${origin} has no steward to hand out (status ${answer.status}). Check the address.`);
}

/** Written beside and renamed, so that a kill leaves the old command or the new one. */
async function replace(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.part-${process.pid}`;
  try {
    await writeFile(part, bytes);
    await chmod(part, 0o755);
    await rename(part, file);
  } catch (error) {
    throw new CliFault(`${file} cannot be replaced: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    await rm(part, { force: true });
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
