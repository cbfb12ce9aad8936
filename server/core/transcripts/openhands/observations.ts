import { stubBinary } from "../../events/clean";
import { rawJson } from "../content";
import { integerAt, isObject, type JsonObject, listAt, lookUp, objectAt, stringAt } from "../json";
import { type Ending, endingOf } from "../message-array/outcome";
import { callIdOf, type EventInput } from "./actions";

type ObservationReader = (input: EventInput) => string | null;

const READERS: Readonly<Record<string, ObservationReader>> = {
  recall: readRecalled,
  delegate: readHandedBack,
  error: readError,
  // The thought was written by its action; the model gets a receipt.
  think: () => "think: receipt",
  agent_state_changed: () => "agent_state_changed",
  null: () => "null",
};

export function readObservation(input: EventInput, observation: string): string | null {
  return (lookUp(READERS, observation) ?? readResult)(input);
}

function textOf({ run, event }: EventInput): string {
  const { sha256 } = run.conversation.file.options;
  const content = event["content"];
  const text = typeof content === "string" ? content : content === undefined ? "" : rawJson(content, sha256);
  return stubBinary(text || (stringAt(event, "message") ?? ""), sha256);
}

/** An observation answers the action that caused it. */
function causeOf(event: JsonObject): string | undefined {
  const cause = integerAt(event, "cause");
  return callIdOf(event) ?? (cause === undefined ? undefined : `event-${cause}`);
}

function readResult(input: EventInput): null {
  const { run, event, writer } = input;
  const metadata = objectAt(objectAt(event, "extras"), "metadata");
  const exitCode = exitCodeOf(event);
  if (exitCode !== undefined && exitCode !== 0) run.conversation.file.report.errors++;
  const text = textOf(input);
  run.addResult(writer, causeOf(event), { text, ending: endingWith(event, text, exitCode) });
  run.tellFolder(writer, stringAt(metadata, "working_dir"));
  return null;
}

/** -1 stands for a command that still runs. */
function exitCodeOf(event: JsonObject): number | undefined {
  const extras = objectAt(event, "extras");
  const code = integerAt(objectAt(extras, "metadata"), "exit_code") ?? integerAt(extras, "exit_code");
  return code === -1 ? undefined : code;
}

function endingWith(event: JsonObject, text: string, exitCode: number | undefined): Ending {
  if (event["observation"] === "user_rejected") return { outcome: "refused" };
  if (exitCode !== undefined) return { outcome: exitCode === 0 ? "ok" : "error", exitCode };
  return endingOf(text, undefined);
}

/** Without a cause, an error answers the call before it: OpenHands could not make an action of that call. */
function readError(input: EventInput): null {
  const { run, event, writer } = input;
  run.conversation.file.report.errors++;
  const text = textOf(input);
  const cause = causeOf(event);
  if (cause === undefined) writer.add({ kind: "system", outcome: "error", text });
  else run.addResult(writer, cause, { text, ending: { outcome: "error" } });
  return null;
}

/** The knowledge that was found for a prompt enters the context: each piece is loaded like a skill. */
function readRecalled(input: EventInput): null {
  const { run, event, writer } = input;
  const { sha256 } = run.conversation.file.options;
  const extras = objectAt(event, "extras");
  run.addResult(writer, causeOf(event), { text: textOf(input), ending: { outcome: "ok" } });
  for (const item of listAt(extras, "microagent_knowledge").filter(isObject)) {
    const text = stubBinary(stringAt(item, "content") ?? "", sha256);
    if (text !== "") writer.add({ kind: "skill_load", skill: stringAt(item, "name") ?? "unknown", text });
  }
  for (const key of ["repo_instructions", "additional_agent_instructions"]) {
    const text = stringAt(extras, key);
    if (text !== undefined) writer.add({ kind: "rule_injection", text });
  }
  return null;
}

function readHandedBack(input: EventInput): null {
  const { run, event, number } = input;
  run.leaveDelegate();
  const outputs = objectAt(objectAt(event, "extras"), "outputs");
  const text = textOf(input) || (stringAt(outputs, "content") ?? rawJson(outputs));
  // Written anew, since it belongs to the thread that had handed the work out.
  run.addResult(run.writer(event, number, "delegate"), causeOf(event), { text, ending: { outcome: "ok" } });
  return null;
}
