import { stubBinaryJson } from "../../events/clean";
import { describeCall } from "../../events/describe-call";
import type { EventKind, ToolClass } from "../../events/kinds";
import { handsBackAgentOutput } from "../../events/tool-table";
import { rawJson, textOfContent } from "../content";
import { isObject, listAt, lookUp, objectAt, parseObject, stringAt } from "../json";
import type { EventFields } from "../record-writer";
import { inputField } from "../tool-input";
import { readInputMessage } from "./messages";
import { outputOf } from "./outputs";
import type { Call, CodexReader, CodexRecord } from "./state";

/** Reads a `response_item`: what the model got and made. These are the truth about its context. */
export const readItem: CodexReader = (input) => {
  input.file.isFreshlyCompacted = false;
  const type = stringAt(input.payload, "type") ?? "unknown";
  const reader = lookUp(READERS, type);
  if (reader) return reader(input);
  if (type.endsWith("_call")) return readHostedCall(input, type);
  if (type.endsWith("_output")) return readOutput(input);
  input.writer.add({ kind: "other", text: rawJson(input.payload, input.file.options.sha256) });
  return null;
};

const READERS: Readonly<Record<string, CodexReader>> = {
  message: readMessage,
  reasoning: readReasoning,
  function_call: readFunctionCall,
  custom_tool_call: readCustomCall,
  local_shell_call: readLocalShell,
  agent_message: readAgentMessage,
  ghost_snapshot: () => "response_item: ghost_snapshot",
  // The compacted history, encrypted: it stands for what the boundary before it closed.
  compaction: () => "response_item: compaction",
  compaction_summary: () => "response_item: compaction",
};

function readMessage(input: CodexRecord): string | null {
  const role = stringAt(input.payload, "role");
  if (role === "user") return readInputMessage(input, "user");
  if (role !== "assistant") return readInputMessage(input, "developer");
  const text = textOfContent(input.payload["content"], input.file.options.sha256);
  if (text === "") return "message: empty";
  addFromModel(input, { kind: "assistant_message", text });
  return null;
}

/** The thought itself is encrypted; its summary, if any, is what can be read. */
function readReasoning(input: CodexRecord): null {
  const parts = [...listAt(input.payload, "summary"), ...listAt(input.payload, "content")];
  addFromModel(input, { kind: "thinking", text: textOfContent(parts) });
  return null;
}

function addFromModel({ file, writer }: CodexRecord, fields: EventFields): void {
  writer.add({ ...fields, requestId: file.requestFor(writer) });
}

function readFunctionCall(input: CodexRecord): null {
  const { payload } = input;
  const name = stringAt(payload, "name") ?? "unknown";
  const namespace = stringAt(payload, "namespace");
  const tool = namespace ? `${namespace}__${name.replace(/^_+/, "")}` : name;
  const text = stringAt(payload, "arguments") ?? "";
  addCall(input, tool, parseObject(text) ?? text);
  return null;
}

function readCustomCall(input: CodexRecord): null {
  addCall(input, stringAt(input.payload, "name") ?? "unknown", stringAt(input.payload, "input") ?? "");
  return null;
}

function readLocalShell(input: CodexRecord): null {
  addCall(input, "local_shell", objectAt(input.payload, "action"));
  return null;
}

/** Calls of tools that run at the provider or in Codex itself: `web_search_call`, `tool_search_call`, … */
function readHostedCall(input: CodexRecord, type: string): null {
  const {
    type: _type,
    id: _id,
    status: _status,
    call_id: _callId,
    execution: _execution,
    result,
    ...rest
  } = input.payload;
  const args = rest["action"] ?? rest["arguments"] ?? rest;
  // A generated image is a payload without a type of its own.
  const size = typeof result === "string" ? { result: `[${result.length.toLocaleString("en-US")} characters]` } : {};
  addCall(input, type.replace(/_call$/, ""), isObject(args) ? { ...args, ...size } : args);
  return null;
}

function addCall(input: CodexRecord, tool: string, rawArgs: unknown): void {
  const { file, payload } = input;
  const args = stubBinaryJson(rawArgs, file.options.sha256);
  const argsText = typeof args === "string" ? args : (JSON.stringify(args) ?? "");
  const facts = describeCall("codex", tool, argsText);
  const callId = stringAt(payload, "call_id");
  if (callId === undefined || !file.calls.has(callId)) file.report.toolCalls++;
  const fields = typeof args === "string" ? { text: args } : inputField(args, argsText);
  addFromModel(input, { kind: "tool_call", tool, callId, ...fields });
  // A hosted call without an id gets no output.
  if (callId === undefined) return;
  file.noteCall();
  file.calls.set(callId, { tool, toolClass: facts.toolClass, skill: facts.skill, target: facts.target });
}

const KIND_OF_CLASS: Partial<Record<ToolClass, EventKind>> = { memory: "memory_query", graph: "graph_query" };

function readOutput(input: CodexRecord): null {
  const { file, payload, writer } = input;
  const callId = stringAt(payload, "call_id");
  const call = callId ? file.calls.get(callId) : undefined;
  const raw = payload["output"] ?? payload["tools"] ?? "";
  const output = outputOf(raw, callId ? file.exitCodes.get(callId) : undefined, file.options.sha256);
  if (callId && file.failedCalls.has(callId) && output.outcome === "ok") output.outcome = "error";
  if (output.isFlagged) file.report.errors++;
  file.noteOutput();
  // Codex loads skills by reading their SKILL.md: the result of such a read is the load, and still the call's result.
  const isSkillLoad = call?.skill && output.outcome === "ok";
  writer.add({
    kind: isSkillLoad ? "skill_load" : kindOf(call),
    callId,
    tool: call?.tool,
    text: output.text,
    ...(output.outcome ? { outcome: output.outcome } : {}),
    ...(output.exitCode === undefined ? {} : { exitCode: output.exitCode }),
    ...(isSkillLoad && call.skill ? { skill: call.skill } : {}),
    ...(isSkillLoad && call.target ? { path: call.target } : {}),
  });
  return null;
}

function kindOf(call: Call | undefined): EventKind {
  if (!call) return "tool_result";
  if (call.toolClass === "agent") return handsBackAgentOutput(call.tool) ? "agent_output" : "tool_result";
  return KIND_OF_CLASS[call.toolClass] ?? "tool_result";
}

/** A message of another agent. */
function readAgentMessage({ payload, writer, file }: CodexRecord): null {
  const text = textOfContent(payload["content"] ?? payload["message"], file.options.sha256);
  writer.add({ kind: "agent_output", text });
  return null;
}
