import { stubBinaryJson } from "../../events/clean";
import { describeCall } from "../../events/describe-call";
import type { Outcome } from "../../events/kinds";
import { rawJson, textOfContent } from "../content";
import { integerAt, isObject, type JsonObject, lookUp, objectAt, stringAt } from "../json";
import type { EventFields } from "../record-writer";
import { inputField } from "../tool-input";
import { addRequest, usageOf } from "./requests";
import { readToolResult } from "./results";
import type { PiEntry } from "./state";

type MessageReader = (entry: PiEntry, message: JsonObject) => string | null;

/** Reads an entry of the type `message` by its role. */
export function readMessage(entry: PiEntry): string | null {
  const message = objectAt(entry.record, "message");
  const role = stringAt(message, "role") ?? "unknown";
  const reader = lookUp(READERS, role);
  if (reader) return reader(entry, message);
  entry.writer.add({ kind: "other", text: rawJson(message, entry.file.options.sha256) });
  return null;
}

const READERS: Readonly<Record<string, MessageReader>> = {
  user: readUser,
  assistant: readAssistant,
  toolResult: readToolResult,
  bashExecution: readBashExecution,
  custom: readInjected,
  // The name of `custom` in version 2.
  hookMessage: readInjected,
  branchSummary: readSummaryMessage,
  compactionSummary: readSummaryMessage,
};

function readUser({ file, writer }: PiEntry, message: JsonObject): string | null {
  const text = textOfContent(message["content"], file.options.sha256);
  const skill = skillCommand(text);
  const prompt = skill ? skill.prompt : text;
  if (prompt.trim() !== "") writer.add({ kind: "user_prompt", text: prompt });
  if (skill) writer.add({ kind: "skill_load", text: skill.block, skill: skill.name, path: skill.path });
  return skill || prompt.trim() !== "" ? null : "user: empty";
}

const SKILL_BLOCK = /^<skill name="([^"\n]+)" location="([^"\n]+)">\n/;
const SKILL_CLOSES = "\n</skill>";

/** A typed `/skill:name args` becomes the body of the skill in a block, then the arguments. */
function skillCommand(text: string): { name: string; path: string; block: string; prompt: string } | null {
  const head = SKILL_BLOCK.exec(text);
  const close = head ? text.indexOf(SKILL_CLOSES) : -1;
  if (!head?.[1] || !head[2] || close === -1) return null;
  const end = close + SKILL_CLOSES.length;
  return { name: head[1], path: head[2], block: text.slice(0, end), prompt: text.slice(end).trim() };
}

/** Reads a response: all of its blocks stand in one entry, with the usage of the request. */
function readAssistant(entry: PiEntry, message: JsonObject): string | null {
  const { file, writer } = entry;
  const content = message["content"];
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : [{ type: "text", text: content }];
  const events = blocks.map((block) => blockEvent(entry, block)).filter((event) => event !== null);
  file.draft.tell("model", stringAt(message, "model"));
  // An abort before the first token leaves an empty message: nothing is known of its request.
  const isAnswered = events.length > 0 || usageOf(message) !== undefined;
  const requestId = isAnswered ? addRequest(entry, message, writer.seq) : undefined;
  for (const event of events) writer.add({ ...event, requestId });
  return addStop(entry, message) || isAnswered ? null : "assistant: empty";
}

const STOP_OUTCOMES: Readonly<Record<string, Outcome>> = { aborted: "aborted", error: "error" };

/** Notes that a response was aborted by the user, or failed at the provider. */
function addStop({ file, writer }: PiEntry, message: JsonObject): boolean {
  const outcome = lookUp(STOP_OUTCOMES, stringAt(message, "stopReason") ?? "");
  if (outcome === undefined) return false;
  if (outcome === "error") file.report.errors++;
  writer.add({ kind: "system", outcome, text: stringAt(message, "errorMessage") ?? `The response ended: ${outcome}` });
  return true;
}

function blockEvent(entry: PiEntry, block: unknown): EventFields | null {
  const type = isObject(block) ? stringAt(block, "type") : undefined;
  if (!isObject(block)) return { kind: "other", text: rawJson(block, entry.file.options.sha256) };
  if (type === "text") return textEvent("assistant_message", stringAt(block, "text"));
  // The text may be empty beside a signature: the thought entered the window all the same.
  if (type === "thinking") return { kind: "thinking", text: stringAt(block, "thinking") ?? "" };
  if (type === "toolCall") return callEvent(entry, block);
  return { kind: "other", text: rawJson(block, entry.file.options.sha256) };
}

function textEvent(kind: "assistant_message", text: string | undefined): EventFields | null {
  return text === undefined ? null : { kind, text };
}

function callEvent({ file }: PiEntry, block: JsonObject): EventFields {
  const tool = stringAt(block, "name") ?? "unknown";
  const callId = stringAt(block, "id");
  const args = stubBinaryJson(block["arguments"] ?? {}, file.options.sha256);
  const argsText = typeof args === "string" ? args : (JSON.stringify(args) ?? "{}");
  const { toolClass, skill, target } = describeCall("pi", tool, argsText);
  if (callId === undefined || !file.calls.has(callId)) file.report.toolCalls++;
  if (callId !== undefined) file.calls.set(callId, { tool, toolClass, skill, target });
  return {
    kind: "tool_call",
    tool,
    callId,
    ...(typeof args === "string" ? { text: args } : inputField(args, argsText)),
  };
}

/** A shell command that the user typed (`!cmd`); the model reads it with the next prompt, `!!cmd` it does not. */
function readBashExecution({ writer }: PiEntry, message: JsonObject): string | null {
  if (message["excludeFromContext"] === true) return "bashExecution: kept from the model";
  const exitCode = integerAt(message, "exitCode");
  const output = stringAt(message, "output") ?? "(no output)";
  writer.add({
    kind: "system",
    tool: "bash",
    text: `!${stringAt(message, "command") ?? ""}\n${output}`,
    outcome: message["cancelled"] === true ? "aborted" : exitCode ? "error" : "ok",
    ...(exitCode === undefined ? {} : { exitCode }),
  });
  return null;
}

/** A text that an extension put into the context. */
export function readInjected({ file, writer }: PiEntry, message: JsonObject): string | null {
  const text = textOfContent(message["content"], file.options.sha256);
  if (text.trim() === "") return "custom message: empty";
  writer.add({ kind: "rule_injection", text });
  return null;
}

/** Summaries have entries of their own; as messages they stand only in files that were written by extensions. */
function readSummaryMessage({ writer }: PiEntry, message: JsonObject): string | null {
  const text = stringAt(message, "summary");
  if (text === undefined) return "summary: empty";
  writer.add({ kind: "summary", text });
  return null;
}
