import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import type { ResetLinkProgram } from "@/server/core/setup/admin-program";
import { CliFault } from "../fault";
import { say } from "../output";

/** Commands for the server's own machine: they need no key, so they also help when nobody can sign in. */
export function addAdmin(command: Command): Command {
  command.description("On the server's own machine: help people who cannot sign in.");
  command
    .command("reset-link")
    .description("Print a link by which a person sets a new password. It works once, for an hour.")
    .argument("<email>", "the person's address")
    .option("--data <folder>", "the server's data folder (else .data; DATABASE_URL goes before it)")
    .action(printResetLink);
  return command;
}

async function printResetLink(email: string, options: { data?: string }): Promise<void> {
  const resetLink = await loadProgram();
  const programRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
  const link = await resetLink({ data: options.data ?? null, cwd: process.cwd(), programRoot }, email);
  if (!link.ok) throw new CliFault(link.fault.message);
  const { url, name, email: address, expiresAt } = link.value;
  say.note(`For ${name} (${address}). It works once, until ${expiresAt.toLocaleTimeString("en-GB")}.`);
  say.line(url);
}

/** A bundle of its own, since the other commands never need a database: it lies beside this one. */
async function loadProgram(): Promise<ResetLinkProgram["resetLink"]> {
  const file = new URL("./admin.mjs", import.meta.url);
  try {
    // The build makes the file of server/launcher/admin.ts, so its shape is known.
    const program = (await import(file.href)) as ResetLinkProgram;
    return program.resetLink;
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!missing) throw error;
    throw new CliFault("This command works in the folder of Context Steward, on the server's machine, after a build.");
  }
}
