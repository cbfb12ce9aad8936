import { utimes } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anthropic, openAi } from "@/server/core/transcripts/testing/message-lists";
import { OpencodeExport, toolPart } from "@/server/core/transcripts/testing/opencode-lines";
import { TrajectoryFile } from "@/server/core/transcripts/testing/trajectory-file";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
});
afterAll(() => world.close());

const run = (...args: string[]) => world.steward.run(["import", "--project", "billing-api", ...args]);
const at = (name: string) => path.join(world.folder, "documents", name);
const WRITTEN_AT = new Date("2026-03-02T10:00:00Z");

/** A list of Anthropic messages: one question, and its answer out of a file. */
const anthropicList = (...more: unknown[]) =>
  JSON.stringify([
    anthropic.prompt("Which port does the server listen on?"),
    anthropic.assistant(anthropic.text("I look."), anthropic.call("toolu_a", "Read", { file_path: "src/port.ts" })),
    anthropic.user(anthropic.result("toolu_a", "export const PORT = 3000;")),
    ...more,
  ]);

async function writeAll(): Promise<void> {
  const trajectory = new TrajectoryFile()
    .message("system", "You are an autonomous programmer.")
    .prompt("Fix the rounding of totals")
    .called("call_t", "bash", { command: "grep -rn round src" }, "src/total.ts:4: Math.round(total)");
  const openAiList = [
    openAi.system("You help with a shop."),
    openAi.prompt("Is the cart empty?"),
    openAi.calls(openAi.call("call_o", "read_file", { path: "src/cart.ts" })),
    openAi.result("call_o", "export const cart = [];"),
    openAi.says("It is empty."),
  ];
  const exported = new OpencodeExport()
    .prompt("Fix the login")
    .assistant([toolPart("call_x", "read", { filePath: "/home/dev/app/src/login.ts" }, { output: "export {}" })])
    .says("Done.");
  await world.write("documents/run/fix.traj", trajectory.toString());
  await world.write("documents/anthropic.json", anthropicList());
  await world.write("documents/openai.json", JSON.stringify(openAiList, null, 2));
  await world.write("documents/opencode.json", exported.toString());
  for (const name of ["run/fix.traj", "anthropic.json", "openai.json"]) await utimes(at(name), WRITTEN_AT, WRITTEN_AT);
}

it("imports trajectories, message lists and exports once, and later only what they have grown by", async () => {
  await writeAll();
  const first = await run(at(""), at("*.json"));
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(/^4 files sent, 0 unchanged/);
  const sessions = await world.uploader.rows(
    "SELECT client, event_count::int AS events, to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS began FROM session ORDER BY client",
  );
  expect(sessions).toEqual([
    { client: "anthropic-messages", events: 4, began: "2026-03-02 10:00" },
    { client: "openai-messages", events: 5, began: "2026-03-02 10:00" },
    { client: "opencode", events: 4, began: "2026-01-05 09:00" },
    { client: "swe-agent", events: 5, began: "2026-03-02 10:00" },
  ]);
  const stored = await world.uploader.count("event");

  const second = await run(at(""), at("*.json"));
  expect(second).toMatchObject({ code: 0, err: "" });
  expect(second.out).toBe(
    "0 files sent, 4 unchanged since the last import.\n0 events accepted, 0 duplicates, 0 rejected.\n",
  );
  expect(await world.uploader.count("event")).toBe(stored);

  await world.write("documents/anthropic.json", anthropicList(anthropic.assistant(anthropic.text("Port 3000."))));
  const grown = await run(at(""), at("*.json"));
  expect(grown.out).toMatch(/^1 file sent, 3 unchanged/);
  expect(grown.out).toMatch(/^1 event accepted, 4 duplicates, 0 rejected\./m);
});

it("names what a folder without transcripts lacks", async () => {
  await world.write("exports/only.json", new OpencodeExport({ id: "ses_only" }).prompt("Hello").toString());
  const ran = await run(path.join(world.folder, "exports"));
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toMatch(
    /^No \.jsonl or \.traj file, no task of Cline and no history of Aider is in .+exports\. Name \.json files .+steward import "/,
  );
});
