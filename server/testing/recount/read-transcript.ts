import { estimateTokens } from "@/server/core/events/tokens";
import { safeText } from "@/server/core/redact/safe-text";
import {
  contentText,
  type Fields,
  fieldsOf,
  type Outcome,
  outcomeOf,
  parseLine,
  sortedJson,
  textAt,
} from "./json-text";

/**
 * Claude Code transcripts as a suspicious reader sees them: one JSON.parse a line and no code of the product but the
 * redaction and the token estimate, because sizes are those of the stored text.
 */
export interface TranscriptFile {
  /** File name; `agent-<id>.jsonl` is a sub-agent's own file. */
  readonly name: string;
  readonly text: string;
}

export type ItemKind = "prompt" | "call" | "result" | "agent-output" | "skill" | "other";

export interface Call {
  readonly tool: string;
  readonly args: Fields;
  /** Equal for equal arguments. */
  readonly key: string;
  /** Set when its result comes. */
  outcome: Outcome | null;
}

export interface Item {
  readonly id: string;
  readonly thread: string;
  /** Position inside the thread. */
  readonly place: number;
  readonly atMs: number;
  readonly kind: ItemKind;
  readonly text: string;
  readonly tokens: number;
  readonly call: Call | null;
  readonly outcome: Outcome | null;
  readonly skill: string | null;
}

/** A compaction or a clear (`backTo` null), or a rewind to a position. */
export interface Cut {
  readonly thread: string;
  readonly place: number;
  readonly backTo: number | null;
}

export interface Reading {
  readonly items: Item[];
  /** Position of the first record of each response, by thread. */
  readonly requests: Map<string, number[]>;
  readonly cuts: Cut[];
  readonly agents: Map<string, string>;
}

/** The first of a person's commands that only steer the program; all others are prompts. */
const STEERING =
  /^(clear|compact|config|context|cost|doctor|effort|exit|export|fast|help|hooks|ide|init|login|logout|mcp|memory|model|permissions|plugin|remote-control|rename|resume|rewind|status|tasks|terminal-setup|usage|vim)$/;
const WRITTEN_BY_PROGRAM =
  /^(<local-command-|Caveat: The messages below|<bash-std|\[Request interrupted by user|\[Image: source: |<teammate-message|<task-notification>)/;
const CONTINUED = /^This session is being continued from a previous conversation/;
const SKILL_BODY = /^Base directory for this skill: ([^\n]+)/;
const UNREAD_TYPES =
  /^(file-history|queue-operation|ai-title|custom-title|summary|agent-name|last-prompt|mode$|permission-mode|pr-link|bridge-session|atis-latch|worktree-state)/;
const UNREAD_SYSTEM =
  /^(stop_hook_summary|turn_duration|away_summary|bridge_status|scheduled_task_fire|informational|session_start)$/;
const UNREAD_ATTACHMENT = /^hook_(non_blocking_error|cancelled|system_message)$/;
/** Attachments whose text stands in one field; of all others the JSON counts. */
const NOTICE =
  /^(skill_listing|agent_listing_delta|deferred_tools_delta|command_permissions|task_reminder|total_tokens_reminder|edited_text_file|date_change|auto_mode|workflow_keyword_request|plan_mode)/;
const MAIN = "main";

export function readTranscript(files: readonly TranscriptFile[]): Reading {
  const reading: Reading = { items: [], requests: new Map(), cuts: [], agents: new Map([[MAIN, MAIN]]) };
  for (const file of files) new FileReader(reading, file).read();
  return reading;
}

interface Node {
  readonly thread: string;
  readonly lastPlace: number;
  readonly response: string | null;
}

class ThreadState {
  lastSpoken: { place: number; response: string | null } | null = null;
  isEmpty = true;
  awaitsSummary = false;
  readonly responses = new Set<string>();
}

class FileReader {
  private readonly ownAgent: string | null;
  private readonly threads = new Map<string, ThreadState>();
  private readonly nodes = new Map<string, Node>();
  private readonly calls = new Map<string, Call>();
  private readonly agentOfPrompt = new Map<string, string>();
  private inlineThread: string | null = null;
  private thread = MAIN;
  private state = new ThreadState();
  private record: Fields = {};
  private place = 0;
  private atMs = 0;
  private written = 0;
  private events = 0;
  private recordId = "";

  constructor(
    private readonly into: Reading,
    private readonly file: TranscriptFile,
  ) {
    this.ownAgent = /agent-([^/]+)\.jsonl$/.exec(file.name)?.[1] ?? null;
  }

  read(): void {
    for (const [index, line] of this.file.text.split("\n").entries()) {
      // Two records glued together are two lines without a newline.
      for (const [half, record] of parseLine(line.replace(/\r$/, "")).entries()) {
        this.readRecord(fieldsOf(record), index * 4_000 + half * 1_000 + 1);
      }
    }
  }

  private readRecord(record: Fields, place: number): void {
    const type = textAt(record, "type") ?? "";
    const uuid = textAt(record, "uuid");
    if (UNREAD_TYPES.test(type) || (uuid !== null && this.nodes.has(uuid))) return;
    const atMs = Date.parse(textAt(record, "timestamp") ?? "");
    this.record = record;
    this.recordId = uuid ?? `${this.file.name}:${place}`;
    this.place = place;
    this.written = 0;
    this.events = 0;
    if (!Number.isNaN(atMs)) this.atMs = atMs;
    this.thread = this.threadOfRecord(uuid);
    this.state = this.threads.get(this.thread) ?? new ThreadState();
    this.threads.set(this.thread, this.state);
    this.readContent(type);
    if (uuid === null) return;
    const response = textAt(fieldsOf(record["message"]), "id");
    this.nodes.set(uuid, { thread: this.thread, lastPlace: place + Math.max(0, this.written - 1), response });
  }

  private readContent(type: string): void {
    const { record } = this;
    const hook = textAt(fieldsOf(record["data"] ?? record["attachment"]), "hookName");
    if (hook === "SessionStart:clear") this.cut(null);
    if (type === "assistant") this.readAssistant();
    else if (type === "user") this.readUser();
    else if (type === "system") this.readSystem();
    else if (type === "attachment") this.readAttachment(fieldsOf(record["attachment"]));
    else if (type !== "progress") this.add("other", JSON.stringify(record));
  }

  private threadOfRecord(uuid: string | null): string {
    const isSide = this.record["isSidechain"] === true;
    const id = (isSide ? textAt(this.record, "agentId") : null) ?? this.ownAgent;
    if (id !== null) {
      if (/^a(compact|prompt_suggestion|side_question)-/.test(id)) this.into.agents.set(id, "auxiliary");
      return id;
    }
    if (!isSide) return MAIN;
    const parentId = textAt(this.record, "parentUuid");
    const parent = parentId === null ? undefined : this.nodes.get(parentId);
    const known = parent?.thread ?? (parentId === null ? null : this.inlineThread);
    if (known !== null && known !== MAIN) this.inlineThread = known;
    else {
      this.inlineThread = `sidechain-${uuid}`;
      const agent = this.agentOfPrompt.get(contentText(fieldsOf(this.record["message"])["content"]).trim());
      if (agent !== undefined) this.into.agents.set(this.inlineThread, agent);
    }
    return this.inlineThread;
  }

  private add(kind: ItemKind, raw: string, more: Partial<Pick<Item, "call" | "outcome" | "skill">> = {}): void {
    const text = safeText(raw);
    const { thread, atMs } = this;
    const number = this.written++;
    const id = this.events++ === 0 ? this.recordId : `${this.recordId}#${this.events - 1}`;
    const skill = more.skill ?? lastPart(textAt(this.record, "attributionSkill") ?? "");
    this.into.items.push({
      ...{ id, thread, place: this.place + number, atMs, kind, text },
      ...{ tokens: estimateTokens(text), call: more.call ?? null, outcome: more.outcome ?? null, skill: skill || null },
    });
  }

  private cut(backTo: number | null): void {
    if (backTo === null && this.state.isEmpty) return;
    this.into.cuts.push({ thread: this.thread, place: this.place + this.written, backTo });
    this.written++;
    if (backTo !== null) return;
    this.state.lastSpoken = null;
    this.state.isEmpty = true;
  }

  private speak(response: string | null): void {
    this.state.lastSpoken = { place: this.place, response };
    this.state.isEmpty = false;
  }

  private readAssistant(): void {
    const message = fieldsOf(this.record["message"]);
    const content = message["content"];
    if (message["model"] === "<synthetic>" || this.record["isApiErrorMessage"] === true) {
      if (contentText(content) !== "") this.add("other", contentText(content));
      return;
    }
    const response = textAt(message, "id");
    this.noteRequest(`${response ?? this.recordId} ${textAt(this.record, "requestId") ?? ""}`);
    for (const block of Array.isArray(content) ? content : [{ type: "text", text: content }]) this.readBlock(block);
    this.speak(response);
  }

  /** A response has one record for each of its blocks; the first one is where the request stands. */
  private noteRequest(key: string): void {
    if (this.state.responses.has(key)) return;
    this.state.responses.add(key);
    this.into.requests.set(this.thread, [...(this.into.requests.get(this.thread) ?? []), this.place]);
  }

  private readBlock(block: unknown): void {
    const fields = fieldsOf(block);
    const type = String(fields["type"]);
    if (type === "tool_use") this.readCall(fields);
    else if (type === "text") this.add("other", String(fields["text"]));
    else if (/thinking$/.test(type)) this.add("other", textAt(fields, "thinking") ?? "");
    else this.add("other", JSON.stringify(block));
  }

  private readCall(block: Fields): void {
    const tool = textAt(block, "name") ?? "unknown";
    const stored: string = safeText(sortedJson(block["input"] ?? {}));
    const args = fieldsOf(parseLine(stored)[0]);
    const call: Call = { tool, args, key: `${tool} ${stored}`, outcome: null };
    const id = textAt(block, "id");
    if (id !== null) this.calls.set(id, call);
    const prompt = textAt(args, "prompt");
    if (isAgentCall(tool) && prompt !== null) this.agentOfPrompt.set(prompt.trim(), agentType(args));
    this.add("call", stored, { call });
  }

  private readUser(): void {
    const { record } = this;
    const content = fieldsOf(record["message"])["content"];
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
    const results = blocks.map(fieldsOf).filter((block) => block["type"] === "tool_result");
    for (const result of results) {
      this.readResult(result, fieldsOf(results.length === 1 ? record["toolUseResult"] : null));
    }
    const rest = Array.isArray(content) ? blocks.filter((block) => fieldsOf(block)["type"] !== "tool_result") : content;
    const text = contentText(rest);
    if (text.trim() === "") return;
    if (record["isCompactSummary"] === true) this.readSummary(text);
    else if (record["isMeta"] === true) this.readMeta(text);
    else this.readTyped(text);
  }

  private readResult(block: Fields, details: Fields): void {
    const call = this.calls.get(textAt(block, "tool_use_id") ?? "") ?? null;
    const text = contentText(block["content"]);
    const outcome = details["interrupted"] === true ? "aborted" : outcomeOf(block["is_error"] === true, text);
    if (call !== null) call.outcome = outcome;
    const isReceipt = details["isAsync"] === true || details["status"] === "async_launched";
    const ran = outcome !== "refused" && outcome !== "collateral";
    const isAgents = call !== null && isAgentCall(call.tool) && ran && !isReceipt;
    this.add(isAgents ? "agent-output" : "result", text, { call, outcome });
    if (call === null || !isAgentCall(call.tool)) return;
    const agentId = textAt(details, "agentId") ?? /agentId: ([\w-]+)/.exec(text.slice(-500))?.[1];
    if (agentId) this.into.agents.set(agentId, agentType(call.args));
  }

  private readSummary(text: string): void {
    if (!this.state.awaitsSummary) this.compact();
    this.state.awaitsSummary = false;
    this.state.isEmpty = false;
    this.add("other", text);
  }

  private compact(): void {
    this.state.isEmpty = false;
    this.cut(null);
  }

  private readMeta(text: string): void {
    const folder = SKILL_BODY.exec(text.trim())?.[1]?.trim().replace(/\/+$/, "");
    const call = this.calls.get(textAt(this.record, "sourceToolUseID") ?? "");
    const called = call?.tool === "Skill" ? lastPart(textAt(call.args, "skill") ?? "") : null;
    const skill = folder?.split("/").at(-1) || called;
    if (skill) this.add("skill", text, { skill });
    else this.add("other", text);
  }

  private readTyped(text: string): void {
    const start = text.trim();
    const isNotice = fieldsOf(this.record["origin"])["kind"] === "task-notification";
    const command = /^<command-/.test(start) ? /<command-name>\s*\/?([^<]*)</.exec(start)?.[1]?.trim() : undefined;
    if (command === "clear") this.cut(null);
    const isSteering = command !== undefined && STEERING.test(command);
    if (CONTINUED.test(start)) this.readSummary(text);
    else if (isNotice || isSteering || WRITTEN_BY_PROGRAM.test(start)) this.add("other", text);
    else this.readWords(text);
  }

  /** Reminders inside of a prompt were written by the program. */
  private readWords(text: string): void {
    const reminders = text.match(/<system-reminder>[\s\S]*?<\/system-reminder>/g) ?? [];
    const typed = reminders.reduce((left, reminder) => left.replace(reminder, () => ""), text);
    const words = reminders.length === 0 ? text : typed.trim();
    if (words !== "") this.readPrompt(words);
    for (const reminder of reminders) this.add("other", reminder);
  }

  /** A prompt that hangs on an older record than the last one spoken starts a new branch. */
  private readPrompt(text: string): void {
    const last = this.state.lastSpoken;
    const parent = this.nodes.get(textAt(this.record, "parentUuid") ?? "");
    if (last !== null && this.record["parentUuid"] === null) {
      this.cut(/^Implement the following plan:/.test(text) ? null : 0);
    } else if (last !== null && parent?.thread === this.thread && last.place > parent.lastPlace) {
      if (last.response === null || last.response !== parent.response) this.cut(parent.lastPlace);
    }
    this.speak(null);
    this.add("prompt", text);
  }

  private readSystem(): void {
    const { record } = this;
    const subtype = textAt(record, "subtype") ?? "";
    if (UNREAD_SYSTEM.test(subtype)) return;
    if (subtype === "compact_boundary") {
      this.compact();
      this.state.awaitsSummary = true;
    } else if (subtype === "microcompact_boundary") this.add("other", JSON.stringify(record["microcompactMetadata"]));
    else if (subtype === "local_command") {
      const text = textAt(record, "content") ?? "";
      if (text.replace(/<\/?local-command-stdout>/g, "").trim() !== "") this.add("other", text);
    } else if (subtype === "api_error") {
      const status = fieldsOf(record["error"])["status"];
      const attempt = `attempt ${record["retryAttempt"] ?? "?"} of ${record["maxRetries"] ?? "?"}`;
      this.add("other", `API error${status ? ` ${status}` : ""}, ${attempt}`);
    } else this.add("other", JSON.stringify(record));
  }

  private readAttachment(attachment: Fields): void {
    const { type = "unknown", ...rest } = attachment;
    const name = String(type);
    if (name === "queued_command") this.readTyped(contentText(rest["prompt"]));
    else if (!UNREAD_ATTACHMENT.test(name)) this.addAttachment(name, attachment, rest);
  }

  private addAttachment(name: string, attachment: Fields, rest: Fields): void {
    const content = rest["content"];
    if (name === "nested_memory") this.add("other", textAt(fieldsOf(content), "content") ?? "");
    else if (name === "mcp_instructions_delta") this.add("other", [rest["addedBlocks"]].flat().join("\n\n"));
    else if (name === "hook_additional_context") this.add("other", contentText(content));
    else if (name === "hook_success" && typeof content === "string" && content !== "") this.add("other", content);
    else if (name !== "hook_success") this.add("other", NOTICE.test(name) ? notice(rest) : JSON.stringify(attachment));
  }
}

const notice = (rest: Fields): string =>
  textAt(rest, "text") ?? textAt(rest, "content") ?? textAt(rest, "snippet") ?? JSON.stringify(rest);
const isAgentCall = (tool: string): boolean => tool === "Task" || tool === "Agent";
const agentType = (args: Fields): string => textAt(args, "subagent_type") ?? "general-purpose";
const lastPart = (name: string): string => name.replace(/^\//, "").split(":").at(-1) ?? name;
