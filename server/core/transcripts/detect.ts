import type { Client } from "../events/kinds";
import { fail, ok, type Result } from "../result";
import { AiderParser } from "./aider/parser";
import { AnthropicMessagesParser } from "./anthropic-messages/parser";
import { ClaudeCodeParser } from "./claude-code/parser";
import { ClineParser } from "./cline/parser";
import { clineClient } from "./cline/signs";
import { CodexParser } from "./codex/parser";
import { CopilotCliParser } from "./copilot-cli/parser";
import { CursorParser } from "./cursor/parser";
import { DocumentParser } from "./document-parser";
import { GeminiCliParser } from "./gemini-cli/parser";
import { isObject, type JsonObject, parseObject, stringAt } from "./json";
import { isPlainList, messageClient } from "./message-array/signs";
import { OpenAiMessagesParser } from "./openai-messages/parser";
import { readExport } from "./opencode/export";
import { isEvent } from "./openhands/events";
import { OpenHandsParser } from "./openhands/parser";
import { isSdkEvent } from "./openhands/sdk-events";
import type { AgentCall, TranscriptOptions, TranscriptReport } from "./options";
import type { TranscriptParser } from "./parser";
import { PiParser } from "./pi/parser";
import { SweAgentParser } from "./swe-agent/parser";

/** A parser of this folder: its report also accounts for every record. */
export interface AccountingParser extends TranscriptParser {
  readonly report: TranscriptReport;
  /** Calls that started agents so far, by prompt: an option for the parsers of the sub-agents' own files. */
  readonly agentCalls: ReadonlyMap<string, AgentCall>;
}

const PARSERS: Partial<Record<Client, (options: TranscriptOptions) => AccountingParser>> = {
  "claude-code": (options) => new ClaudeCodeParser(options),
  codex: (options) => new CodexParser(options),
  "gemini-cli": (options) => new GeminiCliParser(options),
  "copilot-cli": (options) => new CopilotCliParser(options),
  cursor: (options) => new CursorParser(options),
  cline: (options) => new ClineParser("cline", options),
  roo: (options) => new ClineParser("roo", options),
  aider: (options) => new AiderParser(options),
  openhands: (options) => new OpenHandsParser(options),
  "swe-agent": (options) => new SweAgentParser(options),
  "anthropic-messages": (options) => new AnthropicMessagesParser(options),
  "openai-messages": (options) => new OpenAiMessagesParser(options),
  opencode: (options) => new DocumentParser("opencode", options, readExport, "export of an OpenCode session"),
  pi: (options) => new PiParser(options),
};

/** Clients whose transcripts this version reads. */
const SUPPORTED_CLIENTS = Object.keys(PARSERS);

const CLIENT_TITLES: Readonly<Record<Client, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  opencode: "OpenCode",
  "gemini-cli": "Gemini CLI",
  pi: "pi",
  "copilot-cli": "Copilot CLI",
  cursor: "Cursor",
  cline: "Cline",
  roo: "Roo Code",
  aider: "Aider",
  "swe-agent": "SWE-agent",
  openhands: "OpenHands",
  "anthropic-messages": "Anthropic messages",
  "openai-messages": "OpenAI messages",
  windsurf: "Windsurf",
  codebuddy: "CodeBuddy",
  openclaw: "OpenClaw",
  other: "Unknown",
};

function withArticle(title: string): string {
  return `${/^[AEIO]/.test(title) ? "an" : "a"} ${title}`;
}

function clientTitle(client: Client): string {
  return CLIENT_TITLES[client];
}

/** A fresh parser for one file, or a fault that says which clients can be read. */
export function createParser(client: Client, options: TranscriptOptions = {}): Result<AccountingParser> {
  const make = PARSERS[client];
  if (make) return ok(make(options));
  return fail(
    "bad_request",
    `${clientTitle(client)} transcripts are not supported yet. Supported: ${supportedTitles()}.`,
    {
      field: "client",
    },
  );
}

/** The clients whose transcripts this version reads, as a sentence lists them. */
function supportedTitles(): string {
  return SUPPORTED_CLIENTS.map((client) => CLIENT_TITLES[client as Client]).join(", "); // keys of PARSERS are clients
}

const SQLITE = "SQLite format 3\0";

/**
 * Why a file that no client is known for cannot be read, and what to do. Chats inside a database have to be exported:
 * this program opens none.
 */
export function unknownFormat(firstBytes: Uint8Array): string {
  if (new TextDecoder().decode(firstBytes.subarray(0, SQLITE.length)) === SQLITE) {
    return (
      "This is a SQLite database. OpenCode: opencode export <session> > session.json. " +
      'Cursor: sqlite3 -json state.vscdb "select key, cast(value as text) as value from cursorDiskKV where ' +
      "key like 'composerData:%' or key like 'bubbleId:%'\" > chats.json. Then import that file."
    );
  }
  return `This is no transcript of a known client. Supported: ${supportedTitles()}.`;
}

/** So many records are looked at; files begin with records that several clients could have written. */
const MAX_LOOKED_AT = 50;

/**
 * Tells the client by the first bytes of a file (64 KB are plenty); the path helps only where the content says too
 * little. Null when no client is known to write so.
 */
export function detectClient(firstBytes: Uint8Array, path?: string): Client | null {
  const text = new TextDecoder().decode(firstBytes);
  if (/^\s*# aider chat started at /m.test(text.slice(0, 2_000))) return "aider";
  // Records are objects, so that the lines inside a list are none.
  const byLine = /^\uFEFF?\s*\[/.test(text) ? null : clientOfLines(text);
  if (byLine) return byLine;
  const document = text.replace(/^\uFEFF/, "");
  return clineClient(document, path) ?? messageClient(document) ?? clientOfDocument(document) ?? clientOfPath(path);
}

function clientOfLines(text: string): Client | null {
  const lines = text.split("\n", MAX_LOOKED_AT);
  const records = lines.map(parseLine).filter((record) => record !== null);
  for (const record of records) {
    const found = RECORD_SIGNS.find(([, sign]) => sign(record));
    if (found) return found[0];
  }
  // The only line may be longer than the bytes at hand.
  const head = text.slice(0, 4_000);
  return records.length === 0 ? (HEAD_SIGNS.find(([, pattern]) => pattern.test(head))?.[0] ?? null) : null;
}

function parseLine(line: string): JsonObject | null {
  const trimmed = line.replace(/^\uFEFF/, "").trim();
  return trimmed.startsWith("{") ? parseObject(trimmed) : null;
}

function typeOf(record: JsonObject): string {
  return stringAt(record, "type") ?? "";
}

const CODEX_TYPES = new Set(["session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"]);
const CODEX_BARE_TYPES = new Set(["function_call", "function_call_output", "reasoning", "local_shell_call"]);
const CLAUDE_TYPES = new Set(
  "user assistant system progress attachment summary file-history-snapshot queue-operation ai-title custom-title".split(
    " ",
  ),
);

/** One record that only this client writes. */
const RECORD_SIGNS: readonly (readonly [Client, (record: JsonObject) => boolean])[] = [
  ["codex", (record) => CODEX_TYPES.has(typeOf(record)) && isObject(record["payload"])],
  ["codex", (record) => record["record_type"] === "state" || CODEX_BARE_TYPES.has(typeOf(record))],
  ["codex", (record) => record["type"] === undefined && "instructions" in record && "timestamp" in record],
  ["gemini-cli", (record) => "projectHash" in record || "$set" in record || "$rewindTo" in record],
  ["copilot-cli", (record) => isObject(record["data"]) && /^(?:session|user|assistant|tool)\./.test(typeOf(record))],
  ["pi", (record) => record["type"] === "session" && ("cwd" in record || "version" in record)],
  ["claude-code", (record) => CLAUDE_TYPES.has(typeOf(record)) && ("sessionId" in record || "leafUuid" in record)],
  ["claude-code", (record) => typeOf(record).startsWith("file-history-")],
  ["claude-code", (record) => "sessionId" in record && ("uuid" in record || "parentUuid" in record)],
  ["openhands", (record) => ("history" in record && "instance_id" in record) || isEvent(record) || isSdkEvent(record)],
  ["cursor", (record) => "role" in record && isObject(record["message"])],
];

const HEAD_SIGNS: readonly (readonly [Client, RegExp])[] = [
  ["codex", /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context)"/],
  ["gemini-cli", /"projectHash"\s*:|"lastUpdated"\s*:/],
  ["claude-code", /"parentUuid"\s*:|"isSidechain"\s*:|"sessionId"\s*:/],
  ["openhands", /"instance_id"\s*:/],
  ["copilot-cli", /"type"\s*:\s*"(?:session\.start|user\.message|assistant\.message)"/],
];

/** Transcripts that are one JSON document, told by its first keys. */
const DOCUMENT_SIGNS: readonly (readonly [Client, RegExp])[] = [
  ["opencode", /^(?:\{|\[\s*\{)\s*"info"\s*:\s*\{[^{}]*"(?:id|sessionID)"\s*:\s*"ses_/],
  ["cursor", /^\[\s*\{[^{}]*"key"\s*:\s*"(?:composerData|bubbleId):/],
  [
    "openhands",
    /^(?=[\s\S]*"source"\s*:\s*"(?:user|agent|environment)")(?=[\s\S]*"(?:action|observation|kind)"\s*:\s*")/,
  ],
  ["swe-agent", /"(?:trajectory|replay_config|history|trajectory_format|mini_version)"\s*:/],
  ["gemini-cli", /"(?:projectHash|startTime|lastUpdated)"\s*:/],
  ["opencode", /"info"\s*:\s*\{|"sessionID"\s*:|"messages"\s*:\s*\[\s*\{\s*"info"/],
  ["anthropic-messages", /"type"\s*:\s*"tool_use"|"tool_use_id"\s*:/],
  ["openai-messages", /"tool_calls"\s*:|"role"\s*:\s*"(?:tool|developer)"/],
];

function clientOfDocument(text: string): Client | null {
  const head = text.trimStart().slice(0, 20_000);
  if (!head.startsWith("{") && !head.startsWith("[")) return null;
  return DOCUMENT_SIGNS.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}

const PATH_SIGNS: readonly (readonly [Client, RegExp])[] = [
  ["aider", /\.aider\.chat\.history\.md$/],
  ["swe-agent", /\.traj$/],
  ["codex", /\/rollout-[^/]+\.jsonl?$/],
  ["claude-code", /\/\.claude\/projects\//],
  ["gemini-cli", /\/chats\/session-[^/]+\.jsonl?$/],
  ["copilot-cli", /\/session-state\/[^/]+\/events\.jsonl$/],
  ["cursor", /\/agent-transcripts\/.+\.jsonl$/],
];

function clientOfPath(path: string | undefined): Client | null {
  const slashed = path?.replaceAll("\\", "/") ?? "";
  return PATH_SIGNS.find(([, pattern]) => pattern.test(slashed))?.[0] ?? null;
}

/**
 * Checks a transcript against what its sender calls it. A transcript of another kind, an empty file and one of a client
 * that cannot be read yet each give a fault with the remedy; else the client to parse it as.
 */
export function checkClaim(claimed: Client | null, firstBytes: Uint8Array, path?: string): Result<Client> {
  if (firstBytes.every((byte) => byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0x09)) {
    return fail("bad_request", "The transcript is empty. Send the file after the session has written to it.", {
      field: "transcript",
    });
  }
  const detected = detectClient(firstBytes, path);
  const isSenders = claimed === "anthropic-messages" && detected === "openai-messages";
  const found = isSenders && isPlainList(new TextDecoder().decode(firstBytes)) ? claimed : detected;
  if (found === null && claimed === null) {
    return fail("bad_request", unknownFormat(firstBytes), { field: "transcript" });
  }
  if (found !== null && claimed !== null && found !== claimed) {
    return fail(
      "bad_request",
      `This is ${withArticle(clientTitle(found))} transcript, not one of ${clientTitle(claimed)}. Send it as ${found}.`,
      { field: "client" },
    );
  }
  const client = found ?? claimed ?? "other";
  const parser = createParser(client);
  if (!parser.ok) return parser;
  if (found === null) {
    return fail(
      "bad_request",
      `No ${clientTitle(client)} record was found in the transcript. Check the file, or the client.`,
      {
        field: "transcript",
      },
    );
  }
  return ok(client);
}
