import { stubBinaryJson } from "../../events/clean";
import { describeCall } from "../../events/describe-call";
import { rawJson, textOfBlock, textOfContent } from "../content";
import { isObject, type JsonObject, lookUp, objectAt, stringAt } from "../json";
import type { EventFields } from "../record-writer";
import { inputField } from "../tool-input";
import { tellPlanMode } from "./plan-mode";
import { requestOf } from "./requests";
import { attributedSkill, type Call, type RecordInput, speak } from "./state";

/** Model name of records that the program wrote itself: API errors, interruptions. No request was paid for them. */
const SYNTHETIC_MODEL = "<synthetic>";

/** Reads an `assistant` record: usually one content block of a response. */
export function readAssistant(input: RecordInput): string | null {
  const { record, writer, trail } = input;
  const message = objectAt(record, "message");
  const content = message["content"];
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : [{ type: "text", text: content }];
  if (message["model"] === SYNTHETIC_MODEL || record["isApiErrorMessage"] === true) return readSynthetic(input, blocks);
  const requestId = requestOf(input, message) ?? undefined;
  const skill = attributedSkill(record);
  for (const block of blocks) {
    const fields = eventOf(input, block);
    if (fields) writer.add({ ...fields, requestId, ...(skill ? { skill } : {}) });
  }
  speak(trail, writer.seq, stringAt(message, "id") ?? null);
  return null;
}

function readSynthetic({ record, writer, file }: RecordInput, blocks: readonly unknown[]): string | null {
  const text = textOfContent(blocks, file.options.sha256);
  if (text === "") return "assistant: empty synthetic message";
  const isError = record["isApiErrorMessage"] === true;
  writer.add({ kind: "system", text, ...(isError ? { outcome: "error" as const } : {}) });
  return null;
}

type BlockReader = (input: RecordInput, block: JsonObject) => EventFields | null;

const BLOCK_READERS: Readonly<Record<string, BlockReader>> = {
  text: (_input, block) => textEvent("assistant_message", stringAt(block, "text")),
  // The text may be empty beside a signature: the thought entered the window all the same.
  thinking: (_input, block) => ({ kind: "thinking", text: stringAt(block, "thinking") ?? "" }),
  redacted_thinking: () => ({ kind: "thinking", text: "" }),
  tool_use: callEvent,
  server_tool_use: callEvent,
  mcp_tool_use: callEvent,
};

function eventOf(input: RecordInput, block: unknown): EventFields | null {
  if (!isObject(block)) return { kind: "other", text: rawJson(block, input.file.options.sha256) };
  const type = stringAt(block, "type") ?? "";
  const reader = lookUp(BLOCK_READERS, type);
  if (reader) return reader(input, block);
  // Results of tools that ran at the provider stand in the response itself.
  if (type.endsWith("_tool_result")) return serverResult(input, block);
  return { kind: "other", text: rawJson(block, input.file.options.sha256) };
}

function textEvent(kind: "assistant_message", text: string | undefined): EventFields | null {
  return text === undefined ? null : { kind, text };
}

function serverResult({ file }: RecordInput, block: JsonObject): EventFields {
  const callId = stringAt(block, "tool_use_id");
  const call = callId ? file.calls.get(callId) : undefined;
  return { kind: "tool_result", callId, tool: call?.tool, text: textOfBlock(block["content"], file.options.sha256) };
}

function callEvent(input: RecordInput, block: JsonObject): EventFields {
  const { file } = input;
  const tool = stringAt(block, "name") ?? "unknown";
  const callId = stringAt(block, "id");
  const args = stubBinaryJson(block["input"] ?? {}, file.options.sha256);
  const argsText = JSON.stringify(args) ?? "{}";
  const facts = describeCall("claude-code", tool, argsText);
  if (callId === undefined || !file.calls.has(callId)) file.report.toolCalls++;
  if (callId !== undefined) {
    const call: Call = { tool, toolClass: facts.toolClass, skill: facts.skill, thread: input.thread, agent: null };
    if (facts.toolClass === "agent" && isObject(args)) noteAgentCall(input, call, callId, args);
    file.calls.set(callId, call);
  }
  if (tool === "ExitPlanMode") tellPlanMode(input, true);
  return { kind: "tool_call", tool, callId, ...inputField(args, argsText) };
}

/** Claude Code's own default when a call names no type. */
const DEFAULT_AGENT = "general-purpose";

function noteAgentCall(input: RecordInput, call: Call, callId: string, args: JsonObject): void {
  const prompt = stringAt(args, "prompt");
  if (prompt === undefined) return;
  const agent = stringAt(args, "subagent_type") ?? DEFAULT_AGENT;
  call.agent = { callId, thread: input.thread, agent, label: stringAt(args, "description") ?? prompt };
  input.file.noteAgentCall(prompt, call.agent);
}
