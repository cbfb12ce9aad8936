import type { EventKind, Outcome, ToolClass } from "../../events/kinds";
import { handsBackAgentOutput } from "../../events/tool-table";
import { textOfContent } from "../content";
import { type JsonObject, stringAt } from "../json";
import type { Call, PiEntry } from "./state";

const KIND_OF_CLASS: Partial<Record<ToolClass, EventKind>> = { memory: "memory_query", graph: "graph_query" };

/** Texts by which pi tells why a call did not do its work; what no row knows is a failure of the tool itself. */
const OUTCOME_TEXTS: readonly (readonly [Outcome, RegExp])[] = [
  ["aborted", /(?:^|\n)Command aborted\s*$|^(?:Operation|Tool execution|Request was) aborted/],
  // The user typed while a batch of calls ran: the rest of the batch is not run.
  ["aborted", /^Skipped due to queued user message/],
  ["refused", /^Tool execution was blocked|^Blocked by |(?:blocked|denied|rejected|declined) by (?:the )?user/i],
];

/** Reads a message of the role `toolResult`. */
export function readToolResult({ file, writer }: PiEntry, message: JsonObject): null {
  const callId = stringAt(message, "toolCallId");
  const call = callId ? file.calls.get(callId) : undefined;
  const tool = call?.tool ?? stringAt(message, "toolName");
  const text = textOfContent(message["content"], file.options.sha256);
  const isError = message["isError"] === true;
  if (isError) file.report.errors++;
  const outcome = outcomeOf(isError, text);
  const exitCode = tool === "bash" ? exitCodeOf(isError, text) : undefined;
  // pi loads skills by reading their SKILL.md: the result of such a read is the load, and still the call's result.
  const isSkillLoad = call?.skill && outcome === "ok";
  writer.add({
    kind: isSkillLoad ? "skill_load" : kindOf(call),
    callId,
    tool,
    outcome,
    text,
    ...(exitCode === undefined ? {} : { exitCode }),
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

function outcomeOf(isError: boolean, text: string): Outcome {
  if (!isError) return "ok";
  // The reason stands in a line of its own, before or behind the output so far.
  const ends = `${text.slice(0, 500)}\n${text.slice(-100)}`;
  return OUTCOME_TEXTS.find(([, pattern]) => pattern.test(ends))?.[0] ?? "error";
}

/** pi's bash answers with an error for every code but 0, and names the code in its last line. */
function exitCodeOf(isError: boolean, text: string): number | undefined {
  if (!isError) return 0;
  const code = Number(/Command exited with code (-?\d+)\s*$/.exec(text.slice(-200))?.[1]);
  return Number.isSafeInteger(code) ? code : undefined;
}
