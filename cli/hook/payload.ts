import { CLIENTS, type Client } from "@/server/core/events/kinds";
import { isObject, type JsonObject, listAt, stringAt } from "@/server/core/transcripts/json";

/** What happened, whatever the client calls it. */
export type HookKind =
  | "start"
  | "prompt"
  | "tool"
  | "agent-stop"
  | "stop"
  | "before-compaction"
  | "after-compaction"
  | "end";

/** A result that a tool gave, as far as the payload tells it. */
export interface HookTool {
  readonly name: string;
  /** The client's id of the call; empty where it gives none. */
  readonly id: string;
  readonly response: unknown;
}

/** One call of a hook. */
export interface HookCall {
  readonly client: Client;
  readonly kind: HookKind;
  /** As the client calls it: the answer repeats it. */
  readonly event: string;
  readonly session: string | null;
  readonly transcript: string | null;
  readonly agentTranscript: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  /** Why the session started: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | null;
  readonly tool: HookTool | null;
}

/** Claude Code (hooks of 2.1) and Codex, which took the names over; `agent-turn-complete` is Codex' older notify. */
const CLAUDE_EVENTS: Readonly<Record<string, HookKind>> = {
  SessionStart: "start",
  UserPromptSubmit: "prompt",
  PostToolUse: "tool",
  PostToolUseFailure: "tool",
  SubagentStop: "agent-stop",
  Stop: "stop",
  StopFailure: "stop",
  PreCompact: "before-compaction",
  PostCompact: "after-compaction",
  SessionEnd: "end",
};

/** What each client calls its events. Others of its events are of no use here. */
const EVENTS: Partial<Readonly<Record<Client, Readonly<Record<string, HookKind>>>>> = {
  "claude-code": CLAUDE_EVENTS,
  codex: { ...CLAUDE_EVENTS, Interrupt: "stop", "agent-turn-complete": "stop" },
  "gemini-cli": {
    SessionStart: "start",
    BeforeAgent: "prompt",
    AfterTool: "tool",
    AfterAgent: "stop",
    PreCompress: "before-compaction",
    SessionEnd: "end",
  },
  cursor: {
    sessionStart: "start",
    beforeSubmitPrompt: "prompt",
    postToolUse: "tool",
    postToolUseFailure: "tool",
    afterFileEdit: "tool",
    afterShellExecution: "tool",
    afterMCPExecution: "tool",
    afterAgentResponse: "stop",
    subagentStop: "agent-stop",
    stop: "stop",
    preCompact: "before-compaction",
    sessionEnd: "end",
  },
  "copilot-cli": {
    sessionStart: "start",
    userPromptSubmitted: "prompt",
    postToolUse: "tool",
    postToolUseFailure: "tool",
    subagentStop: "agent-stop",
    agentStop: "stop",
    errorOccurred: "stop",
    preCompact: "before-compaction",
    sessionEnd: "end",
  },
};

export type ReadPayload = { readonly ok: true; readonly call: HookCall } | { readonly ok: false; readonly why: string };

/** @param told The event of `--event`, for clients whose payload names none; it counts before the payload's own. */
export function readPayload(client: string, told: string | null, text: string): ReadPayload {
  const known = CLIENTS.find((name) => name === client);
  const events = known && EVENTS[known];
  if (!known || !events) return refuse(`No hooks of a client ${client} are known.`);
  const payload = parse(text);
  if (!payload) return refuse(`${client}: the payload is no JSON object (${text.length} characters).`);
  const event = told ?? anyOf(payload, ["hook_event_name", "hookEventName", "type"]);
  if (event === null) return refuse(`${client}: the payload names no event. Add --event <name> to the command.`);
  const kind = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!kind) return refuse(`${client}: the event ${event} is not known.`);
  return { ok: true, call: { client: known, kind, event, ...fieldsOf(payload) } };
}

function refuse(why: string): ReadPayload {
  return { ok: false, why };
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Copilot CLI writes its fields in camel case, Codex' notify with dashes, Cursor has names of its own. */
function fieldsOf(payload: JsonObject): Omit<HookCall, "client" | "kind" | "event"> {
  const root = listAt(payload, "workspace_roots")[0];
  return {
    session: anyOf(payload, ["session_id", "sessionId", "conversation_id", "thread-id"]),
    transcript: anyOf(payload, ["transcript_path", "transcriptPath"]),
    agentTranscript: anyOf(payload, ["agent_transcript_path", "agentTranscriptPath"]),
    cwd: anyOf(payload, ["cwd"]) ?? (typeof root === "string" && root !== "" ? root : null),
    model: anyOf(payload, ["model"]),
    source: anyOf(payload, ["source", "trigger"]),
    tool: toolOf(payload),
  };
}

function toolOf(payload: JsonObject): HookTool | null {
  const name = anyOf(payload, ["tool_name", "toolName"]);
  const response = payload["tool_response"] ?? payload["tool_output"] ?? payload["toolResult"] ?? payload["output"];
  if (response === undefined || response === null) return null;
  return { name: name ?? "", id: anyOf(payload, ["tool_use_id", "toolCallId", "generation_id"]) ?? "", response };
}

function anyOf(payload: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = stringAt(payload, key);
    if (found !== undefined) return found;
  }
  return null;
}
