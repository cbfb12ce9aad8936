import type { EventKind, Outcome, ToolClass } from "../../events/kinds";
import { handsBackAgentOutput } from "../../events/tool-table";
import { textOfContent } from "../content";
import { isObject, type JsonObject, stringAt } from "../json";
import { tellPlanMode } from "./plan-mode";
import { attributedSkill, type Call, type RecordInput } from "./state";

/**
 * Kind of a result by the class of its call. What an agent handed back is `agent_output`, in the result of the call that
 * started it; a call that never ran, and the receipt of an agent that was sent to the background, are ordinary results.
 * A background agent's output follows as a notification.
 */
const KIND_OF_CLASS: Partial<Record<ToolClass, EventKind>> = { memory: "memory_query", graph: "graph_query" };

/** Texts by which Claude Code tells why a call failed; only the last row is a failure of the tool itself. */
const OUTCOME_TEXTS: readonly (readonly [Outcome, RegExp])[] = [
  ["collateral", /Sibling tool call errored|Cancelled: parallel tool call/],
  ["aborted", /^\[Request interrupted by user|Request was aborted|Command was aborted|tool use was cancelled/i],
  ["refused", /^The user doesn't want to (?:proceed|take this action)/],
  [
    "refused",
    /^Permission to use \S+ (?:with|has been)[\s\S]* denied|^Permission [^\n]*denied|denied by your permission settings/,
  ],
  ["refused", /haven't granted it yet|requires approval|^The agent proposed a plan that was rejected/],
];

/** Reads one `tool_result` block of a `user` record. */
export function readResult(input: RecordInput, block: JsonObject, structured: unknown): void {
  const { file, record, writer, trail } = input;
  const callId = stringAt(block, "tool_use_id");
  const call = callId ? file.calls.get(callId) : undefined;
  const text = textOfContent(block["content"], file.options.sha256);
  const isError = block["is_error"] === true;
  if (isError) file.report.errors++;
  const details = isObject(structured) ? structured : {};
  const outcome = outcomeOf(isError, text, details);
  const exitCode = exitCodeOf(call, isError, text, details);
  const skill = attributedSkill(record);
  writer.add({
    kind: kindOf(call, details, outcome),
    callId,
    tool: call?.tool,
    outcome,
    text,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(skill ? { skill } : {}),
  });
  trail.lastResultSeq = writer.seq;
  if (call?.toolClass === "agent" && callId) nameAgentThread(input, call, callId, text, details);
  if (outcome === "ok" && (call?.tool === "ExitPlanMode" || call?.tool === "EnterPlanMode")) {
    tellPlanMode(input, call.tool === "EnterPlanMode");
  }
}

function kindOf(call: Call | undefined, details: JsonObject, outcome: Outcome): EventKind {
  if (!call || outcome === "refused" || outcome === "collateral") return "tool_result";
  const isReceipt = details["isAsync"] === true || details["status"] === "async_launched";
  if (call.toolClass === "agent") return handsBackAgentOutput(call.tool) && !isReceipt ? "agent_output" : "tool_result";
  return KIND_OF_CLASS[call.toolClass] ?? "tool_result";
}

function outcomeOf(isError: boolean, text: string, details: JsonObject): Outcome {
  if (details["interrupted"] === true) return "aborted";
  if (!isError) return "ok";
  const head = text.slice(0, 2_000);
  return OUTCOME_TEXTS.find(([, pattern]) => pattern.test(head))?.[0] ?? "error";
}

/**
 * The exact exit code of a shell command, where the transcript tells it: `Exit code 2` in a failure, 0 for a success
 * that Claude Code did not reinterpret (it takes grep's 1 for "no match") and that did not go on in the background.
 */
function exitCodeOf(call: Call | undefined, isError: boolean, text: string, details: JsonObject): number | undefined {
  if (isError) {
    const told = /^(?:Error: )?Exit code (-?\d+)/.exec(text);
    return told && Number.isSafeInteger(Number(told[1])) ? Number(told[1]) : undefined;
  }
  const isFinished = call?.tool === "Bash" && details["interrupted"] === false;
  const isOpen = details["backgroundTaskId"] !== undefined || details["returnCodeInterpretation"] !== undefined;
  return isFinished && !isOpen ? 0 : undefined;
}

/** The result names the sub-agent's file; with it the thread gets its type, its parent and its call. */
function nameAgentThread(input: RecordInput, call: Call, callId: string, text: string, details: JsonObject): void {
  const agentId = stringAt(details, "agentId") ?? /agentId: ([\w-]+)/.exec(text.slice(-500))?.[1];
  if (!agentId || !call.agent) return;
  const told = input.file.options.agentTypes?.get(agentId) ?? stringAt(details, "agentType");
  input.session.draft.thread({
    key: agentId,
    agent: told ?? call.agent.agent,
    parentKey: call.thread,
    spawnedByCallId: callId,
    label: call.agent.label,
  });
}

/** The `toolUseResult` of a record describes its one result; of several results it describes none. */
export function structuredResult(record: JsonObject, resultCount: number): unknown {
  return resultCount === 1 ? record["toolUseResult"] : undefined;
}

export function isResultBlock(block: unknown): block is JsonObject {
  return isObject(block) && block["type"] === "tool_result";
}
