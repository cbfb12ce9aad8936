import { stubBinary, stubBinaryJson } from "../../events/clean";
import { type CallFacts, describeCall } from "../../events/describe-call";
import type { EventKind, Outcome, ToolClass } from "../../events/kinds";
import { handsBackAgentOutput } from "../../events/tool-table";
import { integerAt, isObject, type JsonObject, listAt, objectAt, stringAt } from "../json";
import { inputField } from "../tool-input";
import { fileStub } from "./files";
import { momentOf, type OpencodeMessage, type Part, partWriter } from "./state";

/** A call and what came of it: both stand in one part. */
interface Call {
  tool: string;
  callId: string;
  facts: CallFacts;
  state: JsonObject;
  metadata: JsonObject;
}

/** Writes the call of a part; answers what writes its result, which does nothing while the call still runs. */
export function addCall(message: OpencodeMessage, part: Part, requestId: string | undefined): () => void {
  const { file } = message;
  const state = objectAt(part.value, "state");
  const tool = stringAt(part.value, "tool") ?? "unknown";
  const callId = file.uniqueCallId(stringAt(part.value, "callID"), part.id);
  const args = stubBinaryJson(state["input"] ?? {}, file.options.sha256);
  const argsText = typeof args === "string" ? args : (JSON.stringify(args) ?? "{}");
  const call: Call = {
    tool,
    callId,
    facts: describeCall("opencode", tool, argsText),
    state,
    metadata: objectAt(state, "metadata"),
  };
  file.report.toolCalls++;
  const fields = typeof args === "string" ? { text: args } : inputField(args, argsText);
  partWriter(message, part).add({ kind: "tool_call", tool, callId, requestId, ...fields });
  if (call.facts.toolClass === "agent" && isObject(args)) nameChild(message, call, args);
  const isOver = state["status"] === "completed" || state["status"] === "error";
  return isOver ? () => addResult(message, part, call) : () => undefined;
}

/** The call tells the child session that it started; the child's own export brings its events. */
function nameChild({ file }: OpencodeMessage, { callId, metadata }: Call, args: JsonObject): void {
  const key = stringAt(metadata, "sessionId") ?? stringAt(metadata, "sessionID");
  if (key === undefined || key === file.thread) return;
  file.draft.thread({
    key,
    agent: stringAt(args, "subagent_type"),
    parentKey: file.thread,
    spawnedByCallId: callId,
    label: stringAt(args, "description") ?? stringAt(args, "prompt"),
  });
}

function addResult({ file, created }: OpencodeMessage, part: Part, call: Call): void {
  const { tool, callId, facts, state, metadata } = call;
  const isError = state["status"] === "error";
  if (isError) file.report.errors++;
  const text = resultText(state, isError, file.options.sha256);
  const exitCode = integerAt(metadata, "exit");
  const outcome = outcomeOf(call, isError, text, exitCode);
  const skill = outcome === "ok" ? facts.skill : null;
  const path = skill ? skillPath(call) : undefined;
  const moment = momentOf(objectAt(state, "time")["end"]) ?? created;
  file.writer(`${part.id}/result`, moment).add({
    kind: skill ? "skill_load" : kindOf(call, text),
    tool,
    callId,
    outcome,
    text,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(skill ? { skill } : {}),
    ...(path ? { path } : {}),
  });
}

/** Output, then stubs of the files that came with it. */
function resultText(state: JsonObject, isError: boolean, sha256: OpencodeMessage["file"]["options"]["sha256"]): string {
  const told = isError ? state["error"] : state["output"];
  const text = stubBinary(typeof told === "string" ? told : (JSON.stringify(told) ?? ""), sha256);
  const files = listAt(state, "attachments").map((item) => (isObject(item) ? fileStub(item, sha256) : null));
  return [text, ...files.filter((stub) => stub !== null)].filter((piece) => piece !== "").join("\n");
}

/** The skill tool names the skill's folder beside its output; a read names the SKILL.md itself. */
function skillPath({ facts, metadata }: Call): string | undefined {
  const folder = stringAt(metadata, "dir");
  if (facts.toolClass !== "skill") return facts.target ?? undefined;
  return folder === undefined ? undefined : `${folder.replace(/[\\/]+$/, "")}/SKILL.md`;
}

const KIND_OF_CLASS: Partial<Record<ToolClass, EventKind>> = { memory: "memory_query", graph: "graph_query" };

/** A child in the background gives a receipt first. */
const RECEIPT = /^<task id="[^"]*" state="(?:running|started|pending)"/;

function kindOf({ tool, facts }: Call, text: string): EventKind {
  if (facts.toolClass === "agent")
    return handsBackAgentOutput(tool) && !RECEIPT.test(text) ? "agent_output" : "tool_result";
  return KIND_OF_CLASS[facts.toolClass] ?? "tool_result";
}

/** Texts by which OpenCode tells why a call failed; what no row knows is a failure of the tool itself. */
const ERROR_TEXTS: readonly (readonly [Outcome, RegExp])[] = [
  ["aborted", /^(?:Error: )?(?:Tool execution aborted|Cancelled|(?:The operation was )?aborted)/i],
  ["refused", /^(?:Error: )?The user (?:rejected permission|has specified a rule which prevents|dismissed)/],
];

/** What a shell command's output ends with when it did not come to its own end. */
const ABORTED_COMMAND = /User aborted the command\s*<\/(?:\w+_)?metadata>\s*$/;
const TIMED_OUT_COMMAND = /terminated command after exceeding timeout[^<]*<\/(?:\w+_)?metadata>\s*$/;
const FAILED_TASK = /^<task id="[^"]*" state="(?:error|failed)"/;

/** A command that fails is `completed` all the same: its exit code tells. */
function outcomeOf(call: Call, isError: boolean, text: string, exitCode: number | undefined): Outcome {
  if (isError && call.metadata["interrupted"] === true) return "aborted";
  if (isError) return ERROR_TEXTS.find(([, pattern]) => pattern.test(text.slice(0, 300)))?.[0] ?? "error";
  const end = text.slice(-500);
  if (call.facts.command !== null && ABORTED_COMMAND.test(end)) return "aborted";
  if (call.facts.command !== null && TIMED_OUT_COMMAND.test(end)) return "error";
  // A call that was no valid one is answered by a tool of this name.
  const isFailed = (exitCode !== undefined && exitCode !== 0) || call.tool === "invalid" || FAILED_TASK.test(text);
  return isFailed ? "error" : "ok";
}
