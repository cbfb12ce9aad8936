import type { Client } from "../../events/kinds";
import { ClaudeLines } from "./claude-lines";
import { CodexLines } from "./codex-lines";
import { CopilotLines } from "./copilot-lines";
import { GeminiChat, geminiCall } from "./gemini-lines";
import { anthropic, openAi } from "./message-lists";
import { OpencodeExport, toolPart } from "./opencode-lines";
import { PiLines } from "./pi-lines";
import { TrajectoryFile } from "./trajectory-file";

/** A sound file of a client, to be damaged by the tests. */
export interface SoundFile {
  client: Client;
  path: string;
  content: string;
}

/** A word of its own for each line, by which its event is found again. */
let count = 0;
const word = () => `Größe 👋 word${++count}x`;

const TURNS = 6;

function claude(): string {
  const lines = new ClaudeLines();
  for (let turn = 0; turn < TURNS; turn++) {
    lines.prompt(word()).calls(`t${turn}`, "Bash", { command: word() }).result(`t${turn}`, word()).says(word());
  }
  return lines.toString();
}

function codex(): string {
  const lines = new CodexLines().meta().turn();
  for (let turn = 0; turn < TURNS; turn++) {
    lines
      .prompt(word())
      .ran(`c${turn}`, word(), 0, word())
      .message("assistant", word())
      .tokens(9 + turn, 1, 2, 1);
  }
  return lines.toString();
}

function pi(): string {
  const lines = new PiLines().header();
  for (let turn = 0; turn < TURNS; turn++) lines.prompt(word()).ran(`c${turn}`, word(), word()).says(word());
  return lines.toString();
}

function gemini(): GeminiChat {
  const chat = new GeminiChat();
  for (let turn = 0; turn < TURNS; turn++) {
    chat
      .prompt(word())
      .ran(`c${turn}`, word(), word())
      .raw({ $set: { lastUpdated: "x" } });
    const id = `grown-${turn}`;
    const text = word();
    const grown = { id, timestamp: "2026-01-05T09:00:59Z", type: "gemini", content: text, model: "m" };
    const call = geminiCall(`d${turn}`, "read_file", { file_path: text }, { output: text });
    chat.raw(grown).raw({ ...grown, toolCalls: [call] });
  }
  return chat;
}

function copilot(): string {
  const lines = new CopilotLines().start();
  for (let turn = 0; turn < TURNS; turn++) lines.prompt(word()).ran(`t${turn}`, word(), word()).answer(word());
  return lines.toString();
}

function cursor(): string {
  const line = (role: string, ...content: object[]) => `${JSON.stringify({ role, message: { content } })}\n`;
  return Array.from({ length: TURNS }, () => [
    line("user", { type: "text", text: `<user_query>\n${word()}\n</user_query>` }),
    line("assistant", { type: "text", text: word() }, { type: "tool_use", name: "Grep", input: { pattern: "a" } }),
    line("user", { type: "tool_result", content: word() }),
    '{"type":"turn_ended","status":"completed"}\n',
  ])
    .flat()
    .join("");
}

function aider(): string {
  const turn = () =>
    `\n#### ${word()}  \n#### ${word()}  \n\n${word()}\n\n\`\`\`\n${word()}\n\`\`\`\n\n> ${word()}  \n> Tokens: 1k sent, 20 received.  \n`;
  const chat = (time: string) =>
    `\n# aider chat started at 2026-01-05 ${time}\n\n> Aider v0.86.1  \n${turn()}${turn()}${turn()}`;
  return chat("10:00:00") + chat("11:00:00");
}

function openhandsEvents(): object[] {
  return Array.from({ length: TURNS }, (_, turn) => {
    const id = turn * 4;
    const timestamp = "2026-01-05T09:00:00.000000";
    return [
      { id, timestamp, source: "user", action: "message", args: { content: word() } },
      { id: id + 1, timestamp, source: "agent", action: "run", args: { command: word() } },
      { id: id + 2, timestamp, source: "agent", observation: "run", cause: id + 1, content: word(), extras: {} },
      { id: id + 3, timestamp, source: "agent", action: "message", args: { content: word() } },
    ];
  }).flat();
}

function openhandsInstances(): string {
  return Array.from({ length: 6 }, (_, index) => {
    const history = openhandsEvents().slice(0, 2);
    const instance = { instance_id: `app-${index}`, instruction: "x", history };
    return `${JSON.stringify(instance)}\n`;
  }).join("");
}

const asLines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** Files with a record a line. */
export const LINE_FILES: readonly SoundFile[] = [
  { client: "claude-code", path: "/p/session-1.jsonl", content: claude() },
  { client: "codex", path: "/c/rollout-2026-01-05T09-00-00-codex-1.jsonl", content: codex() },
  { client: "pi", path: "/p/2026_pi-1.jsonl", content: pi() },
  { client: "gemini-cli", path: "/t/chats/session-1.jsonl", content: gemini().toString() },
  { client: "copilot-cli", path: "/s/copilot-1/events.jsonl", content: copilot() },
  { client: "cursor", path: "/a/agent-transcripts/0199c0de-1111-4222-8333-444455556666.jsonl", content: cursor() },
  { client: "aider", path: "/app/.aider.chat.history.md", content: aider() },
  { client: "openhands", path: "/o/run-1/events/all.jsonl", content: asLines(openhandsEvents()) },
  { client: "openhands", path: "/o/output.jsonl", content: openhandsInstances() },
];

const message = (role: string, text: string) => ({ role, content: [{ type: "text", text }], ts: 1_767_603_600_000 });
const task = [
  message("user", "<task>\nFix it\n</task>"),
  message("assistant", "<read_file>\n<path>a.ts</path>\n</read_file>"),
  message("user", "[read_file for 'a.ts'] Result:\nconst a = 1;"),
];
const bubble = {
  type: 2,
  text: "x",
  toolFormerData: { name: "read_file", rawArgs: "{}", status: "completed", result: "y" },
};

/** Files that are one document. */
export const DOCUMENTS: readonly SoundFile[] = [
  { client: "gemini-cli", path: "/t/chats/session-2.json", content: gemini().document() },
  { client: "gemini-cli", path: "/t/chats/session-3.json", content: JSON.stringify(JSON.parse(gemini().document())) },
  { client: "cline", path: "/tasks/1767600000000/api_conversation_history.json", content: JSON.stringify(task) },
  { client: "roo", path: "/roo-cline/tasks/1767600000000/x.json", content: JSON.stringify(task, null, 2) },
  { client: "openhands", path: "/o/trajectory.json", content: JSON.stringify(openhandsEvents(), null, 2) },
  {
    client: "cursor",
    path: "/c/chats.json",
    content: JSON.stringify([
      { key: "composerData:c1", value: JSON.stringify({ fullConversationHeadersOnly: [{ bubbleId: "b1" }] }) },
      { key: "bubbleId:c1:b1", value: JSON.stringify(bubble) },
    ]).replaceAll("},", "},\n"),
  },
  {
    client: "opencode",
    path: "/e/ses_1.json",
    content: new OpencodeExport()
      .prompt("Go")
      .assistant([toolPart("c1", "bash", { command: "ls" })])
      .says("x")
      .toString(),
  },
  {
    client: "swe-agent",
    path: "/r/fix.traj",
    content: new TrajectoryFile()
      .prompt("Go")
      .acted("Look.", "ls", "a.ts")
      .called("c1", "bash", { command: "ls" }, "x")
      .toString(),
  },
  {
    client: "anthropic-messages",
    path: "/m/a.json",
    content: JSON.stringify([
      anthropic.prompt("Go"),
      anthropic.assistant(anthropic.call("t1", "x", {})),
      anthropic.user(anthropic.result("t1", "y")),
    ]),
  },
  {
    client: "openai-messages",
    path: "/m/o.json",
    content: JSON.stringify(
      [openAi.prompt("Go"), openAi.calls(openAi.call("c1", "x", {})), openAi.result("c1", "y")],
      null,
      2,
    ),
  },
];
