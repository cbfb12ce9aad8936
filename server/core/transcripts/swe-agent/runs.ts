import { isObject, type JsonObject, listAt, parseObject, stringAt } from "../json";

/** One run of the agent: a context from its beginning to its end. */
export interface Run {
  /** The messages of the context. */
  history: readonly unknown[];
  /** What was run, one step an answer. */
  steps: readonly JsonObject[];
  /** Where the calls that ran are counted: mini-swe-agent has no steps beside its messages. */
  countsBy: "steps" | "messages";
}

/** The runs of a file; a retrying agent writes each attempt, and repeats the best one beside them. */
export function runsOf(document: JsonObject): Run[] {
  const attempts = listAt(document, "attempts").filter(isObject);
  const runs = attempts.length > 0 ? attempts.map(runOf) : [runOf(document)];
  return runs.filter(({ history, steps }) => history.length + steps.length > 0);
}

function runOf(document: JsonObject): Run {
  const steps = listAt(document, "trajectory").filter(isObject);
  const history = listAt(document, "history");
  if (history.length > 0) return { history, steps, countsBy: "steps" };
  if (steps.length > 0) return { history: historyOf(steps), steps, countsBy: "steps" };
  return { history: listAt(document, "messages"), steps, countsBy: "messages" };
}

/** The messages that the steps stand for, where a file holds steps only. */
function historyOf(steps: readonly JsonObject[]): unknown[] {
  const [first = {}] = steps;
  const prompt = [...listAt(first, "query"), ...listAt(first, "messages")];
  return [...prompt.slice(0, lastPrompt(prompt) + 1), ...steps.flatMap(messagesOfStep)];
}

function lastPrompt(messages: readonly unknown[]): number {
  const answer = messages.findIndex((message) => isObject(message) && message["role"] === "assistant");
  return answer === -1 ? messages.length - 1 : answer - 1;
}

function messagesOfStep(step: JsonObject): JsonObject[] {
  const { response, thought, action, tool_calls, thinking_blocks, tool_call_ids, observation } = step;
  const answer = { role: "assistant", content: response, thought, action, tool_calls, thinking_blocks };
  if (stringAt(step, "observation") === undefined) return [answer];
  return [answer, { role: observationRole(step), content: observation, tool_call_ids }];
}

/** The role under which an observation stands in the history. */
export function observationRole(answer: JsonObject): "tool" | "user" {
  return listAt(answer, "tool_calls").length > 0 ? "tool" : "user";
}

/** What a tool tells of the shell after a step: an object, in old files as JSON in a string. */
export function stateOf(step: JsonObject | undefined): JsonObject {
  const state = step?.["state"];
  if (isObject(state)) return state;
  return (typeof state === "string" ? parseObject(state) : null) ?? {};
}
