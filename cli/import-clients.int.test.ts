import { appendFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CopilotLines } from "@/server/core/transcripts/testing/copilot-lines";
import { GeminiChat } from "@/server/core/transcripts/testing/gemini-lines";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
  await world.logIn();
});
afterAll(() => world.close());

const CURSOR = "0199c0de-1111-4222-8333-444455556666";
const said = (role: string, ...content: object[]) => `${JSON.stringify({ role, message: { content } })}\n`;
const text = (value: string) => ({ type: "text", text: value });

const FILES: Readonly<Record<string, string>> = {
  "gemini/app/chats/session-2026-01-05T09-00-gemini-1.jsonl": new GeminiChat()
    .prompt("Go")
    .ran("g1", "ls", "a.ts")
    .toString(),
  "copilot/copilot-1/events.jsonl": new CopilotLines().start().prompt("Go").ran("t1", "ls", "a.ts").toString(),
  [`cursor/agent-transcripts/${CURSOR}/${CURSOR}.jsonl`]:
    said("user", text("Look")) +
    said("assistant", {
      type: "tool_use",
      id: "c1",
      name: "Task",
      input: { prompt: "List", subagent_type: "explore" },
    }),
  [`cursor/agent-transcripts/${CURSOR}/subagents/sub-1.jsonl`]:
    said("user", text("List")) + said("assistant", text("a.ts")),
  "cline/tasks/1767600000000/api_conversation_history.json": JSON.stringify([
    { role: "user", content: [text("<task>\nFix it\n</task>")], ts: 1_767_603_600_000 },
    { role: "assistant", content: [text("Done.")], ts: 1_767_603_601_000 },
  ]),
  "cline/tasks/1767600000000/ui_messages.json": JSON.stringify([
    { ts: 1, type: "say", say: "api_req_started", text: JSON.stringify({ tokensIn: 7, tokensOut: 3, cacheReads: 90 }) },
  ]),
  "code/app/.aider.chat.history.md":
    "\n# aider chat started at 2026-01-05 10:00:00\n\n> Aider v0.86.1  \n\n#### Go  \n\nDone.\n\n> Tokens: 1k sent, 20 received.  \n",
  "openhands/run-1/events/all.jsonl": [
    { id: 0, timestamp: "2026-01-05T09:00:00", source: "user", action: "message", args: { content: "Go" } },
    { id: 1, timestamp: "2026-01-05T09:00:01", source: "agent", action: "run", args: { command: "ls" } },
    {
      id: 2,
      timestamp: "2026-01-05T09:00:02",
      source: "agent",
      observation: "run",
      cause: 1,
      content: "a.ts",
      extras: {},
    },
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join(""),
};

it("imports the folders of the other clients, and only what is new the next time", async () => {
  for (const [name, content] of Object.entries(FILES)) await world.write(name, content);
  const run = () => world.steward.run(["import", "--project", "billing-api", world.folder]);
  const first = await run();
  expect(first).toMatchObject({ code: 0, err: "" });
  const sessions = await world.uploader.rows("SELECT client, event_count AS events FROM session ORDER BY client");
  expect(sessions).toEqual([
    { client: "aider", events: 4 },
    { client: "cline", events: 2 },
    { client: "copilot-cli", events: 3 },
    { client: "cursor", events: 4 },
    { client: "gemini-cli", events: 3 },
    { client: "openhands", events: 3 },
  ]);
  const tokens = await world.uploader.rows(
    "SELECT input_tokens AS input, cache_read_tokens AS cached FROM model_request WHERE input_tokens = 7",
  );
  expect(tokens).toEqual([{ input: 7, cached: 90 }]);
  const agents = await world.uploader.rows("SELECT agent, spawned_by_call_id AS call FROM thread WHERE key = 'sub-1'");
  expect(agents).toEqual([{ agent: "explore", call: "c1" }]);

  await appendFile(
    path.join(world.folder, "copilot/copilot-1/events.jsonl"),
    `${JSON.stringify({ type: "user.message", id: "r99", timestamp: "2026-01-05T10:00:00Z", data: { content: "More" } })}\n`,
  );
  const second = await run();
  expect(second.code).toBe(0);
  expect(second.out).toMatch(/^1 event accepted/m);
  const [copilot] = await world.uploader.rows("SELECT event_count AS events FROM session WHERE client = 'copilot-cli'");
  expect(copilot).toEqual({ events: 4 });
});
