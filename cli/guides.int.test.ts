import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anImportWorld, type ImportWorld } from "./testing/import-world";
import { openApi } from "./upload/api";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
});
afterAll(() => world.close());

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The README's examples name the project of a first run; here it is another one. */
const here = (text: string) => text.replaceAll("my-project", "billing-api");

describe("what the guides say", () => {
  it("uploads as the README shows it with plain HTTP", async () => {
    const body = /-d '(\{"session".+?\})'\n/s.exec(read("README.md"))?.[1] ?? "";
    const { secret } = await world.uploader.team.key();
    const response = await fetch(`${world.server.origin}/api/trpc/ingest.append`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: here(body),
    });
    expect(await response.json()).toMatchObject({ result: { data: { accepted: 1, rejected: 0 } } });
  });

  it("uploads as the README shows it with @trpc/client", async () => {
    const sample = /mutate\((\{.+?\n\})\);/s.exec(read("README.md"))?.[1] ?? "";
    // The sample is written in TypeScript's object syntax: this evaluates it as the reader's program would.
    const batch: Parameters<ReturnType<typeof openApi>["ingest"]["append"]["mutate"]>[0] = new Function(
      `return ${here(sample)}`,
    )();
    const { secret } = await world.uploader.team.key();
    const api = openApi({ server: world.server.origin, key: secret }, { totalMs: 0 });
    expect(await api.ingest.append.mutate(batch)).toMatchObject({ accepted: 0, duplicates: 1, rejected: 0 });
  });

  it("lists the options of the command, all and no others", async () => {
    const help = (await world.steward.run(["import", "--help"])).out;
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name).sort();
    const listed = [...read("docs/guides/connect.md").matchAll(/^\| `(--[a-z-]+)/gm)].map(([, name]) => name).sort();
    expect(listed).toEqual(options);
  });

  it("leads only to pages that are there", () => {
    const pages = [
      "README.md",
      "CONTRIBUTING.md",
      ...["getting-started", "connect", "noise", "architecture", "operations"].map((name) => `docs/guides/${name}.md`),
    ];
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)]
        .map(([, target]) => path.join(path.dirname(page), target ?? ""))
        .filter((target) => !exists(target))
        .map((target) => `${page} → ${target}`),
    );
    expect(missing).toEqual([]);
  });
});

function exists(target: string): boolean {
  try {
    return readFileSync(path.join(root, target)).length >= 0;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EISDIR";
  }
}
