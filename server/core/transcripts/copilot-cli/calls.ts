import { textOfContent } from "../content";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import { argumentsOf } from "../message-array/arguments";
import type { Ending } from "../message-array/outcome";
import type { CopilotRecord } from "./state";

/** The answer told the call already; commands that the person typed stand here alone. */
export function readCallStart({ file, data, writer }: CopilotRecord): string | null {
  const callId = stringAt(data, "toolCallId");
  if (callId === undefined || file.calls.has(callId)) return "tool.execution_start: told by the answer";
  file.calls.open(writer, {
    callId,
    tool: stringAt(data, "toolName") ?? "unknown",
    args: argumentsOf(data["arguments"]),
  });
  return null;
}

export function readCallResult({ file, data, writer }: CopilotRecord): null {
  const failed = data["success"] === false;
  if (failed) file.report.errors++;
  const text = resultText(data, file.options.sha256);
  file.calls.close(writer, {
    callId: stringAt(data, "toolCallId"),
    tool: stringAt(data, "toolName"),
    text,
    ending: endingOf(data, failed, text),
    // The body of the skill comes with a record of its own.
    isReceipt: stringAt(data, "toolName") === "skill",
  });
  return null;
}

/** `content` is what the model reads; `detailedContent` beside it is for the person. */
function resultText(data: JsonObject, sha256: CopilotRecord["file"]["options"]["sha256"]): string {
  const error = data["error"];
  const { result } = data;
  const told = isObject(result) ? result["content"] : result;
  const text = textOfContent(told, sha256);
  if (text !== "" || !isObject(error)) return text;
  return stringAt(error, "message") ?? stringAt(error, "code") ?? "";
}

/** A shell ends its output with the exit code; a command that fails is a `success` all the same. */
const EXIT_CODE = /<(?:shellId: [^>]{0,200} completed|exited) with exit code (-?\d{1,9})>\s*$/;
const REFUSED = /^(?:rejected|denied)|permission/i;
const REFUSED_TEXT = /(?:rejected|denied|declined) (?:by|this)|user rejected/i;

function endingOf(data: JsonObject, failed: boolean, text: string): Ending {
  const told = EXIT_CODE.exec(text.slice(-300))?.[1];
  const exitCode = told === undefined ? undefined : Number(told);
  if (failed)
    return { outcome: isRefusal(data, text) ? "refused" : "error", ...(exitCode === undefined ? {} : { exitCode }) };
  return exitCode === undefined ? { outcome: "ok" } : { outcome: exitCode === 0 ? "ok" : "error", exitCode };
}

function isRefusal(data: JsonObject, text: string): boolean {
  const code = stringAt(objectAt(data, "error"), "code") ?? "";
  return REFUSED.test(code) || REFUSED_TEXT.test(text.slice(0, 300));
}
