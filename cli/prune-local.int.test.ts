import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
let transcript: string;

beforeAll(async () => {
  world = await anImportWorld();
  const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read", "context"] });
  await world.logIn({ key: secret, project: "billing-api" });
  transcript = path.join(world.steward.settings, "local.jsonl");
  await writeFile(transcript, aSessionThatReadsAgain());
});
afterAll(() => world.close());

const run = (...args: string[]) => world.steward.run(args);

/** The same file is read five times, a secret stands in it, and the work goes on with others. */
function aSessionThatReadsAgain(): string {
  const lines = new ClaudeLines().prompt("Where is the price rounded?", { uuid: "local-p", sessionId: "local" });
  const text = `const KEY = "ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8";\n${"export const price = round(sum);\n".repeat(120)}`;
  const at = { sessionId: "local" };
  const read = (turn: number, file: string, said: string) =>
    lines
      .assistant(
        { type: "text", text: `I look at ${file} next.` },
        { id: `m${turn}` },
        { ...at, uuid: `local-s${turn}` },
      )
      .assistant(
        { type: "tool_use", id: `t${turn}`, name: "Read", input: { file_path: file } },
        { id: `m${turn}` },
        { ...at, uuid: `local-c${turn}` },
      )
      .result(`t${turn}`, said, { ...at, uuid: `local-r${turn}` });
  for (let turn = 0; turn < 5; turn++) read(turn, "src/price.ts", text);
  for (let turn = 5; turn < 12; turn++)
    read(turn, `src/other-${turn}.ts`, `export const other${turn} = ${turn};\n`.repeat(60));
  return lines.toString();
}

const Seen = z.object({
  totals: z.object({ beforeTokens: z.number(), afterTokens: z.number(), passes: z.record(z.string(), z.number()) }),
  moves: z.object({
    total: z.number(),
    rows: z.array(z.object({ ref: z.string(), rule: z.string(), to: z.string(), label: z.string() })),
  }),
});

describe("steward prune --local", () => {
  it("says of a transcript what the server says of it, without asking the server", async () => {
    const local = await run("prune", "--local", transcript, "--json");
    expect(local).toMatchObject({ code: 0, err: "" });
    expect(await world.uploader.count("session")).toBe(0);
    expect((await run("import", transcript)).code).toBe(0);
    const remote = await run("prune", "1", "--preview", "--json");
    const [here] = z.array(Seen).parse(JSON.parse(local.out));
    const there = Seen.parse(z.object({ data: z.unknown() }).parse(JSON.parse(remote.out)).data);
    expect(here?.totals.passes["dedup"]).toBe(4);
    expect(here).toEqual(there);
  });

  it("writes the pruned window with secrets taken out, for its owner only, and leaves the transcript alone", async () => {
    const before = await readFile(transcript, "utf8");
    const out = path.join(world.steward.settings, "pruned.json");
    const done = await run("prune", "--local", transcript, "--write", out, "--format", "anthropic");
    expect(done).toMatchObject({ code: 0, err: `The pruned window is in ${out}.\n` });
    expect(done.out).toMatch(/dedup 4, purge-errors 0/);
    const text = await readFile(out, "utf8");
    const messages = z.array(z.object({ role: z.string() })).parse(JSON.parse(text));
    expect(messages[0]?.role).toBe("user");
    expect(text).not.toContain("ghp_");
    // One of five: the others refer to it.
    expect(text.match(/round\(sum\)/g)).toHaveLength(120);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect(await readFile(transcript, "utf8")).toBe(before);
  });

  it("says what is wrong", async () => {
    expect(await run("prune", "--local", "/nowhere.jsonl")).toMatchObject({ code: 2, out: "" });
    const elsewhere = await run("prune", "1", "--preset", "loose");
    expect(elsewhere.err).toBe(
      "--preset, --write and --format are for --local: a project has its own policy on the server.\n",
    );
    const notOne = path.join(world.steward.settings, "notes.jsonl");
    await writeFile(notOne, "not a transcript\n");
    expect((await run("prune", "--local", notOne)).err).toContain("notes.jsonl: ");
  });
});
