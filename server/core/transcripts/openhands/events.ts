import { rawJson } from "../content";
import { isObject, type JsonObject, stringAt } from "../json";
import { readAction } from "./actions";
import { readObservation } from "./observations";
import type { OpenHandsRun } from "./run";
import { hasSource } from "./source";

/** An event of the first format: an action, or the observation of what it did. */
export function isEvent(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const isNamed = typeof value["action"] === "string" || typeof value["observation"] === "string";
  return isNamed && hasSource(value);
}

export function readEvent(run: OpenHandsRun, event: JsonObject, number: number): string | null {
  const { draft, file } = run.conversation;
  const action = stringAt(event, "action");
  const observation = stringAt(event, "observation");
  const name = action ?? observation ?? "event";
  // Words of the file stand in the ids of events; what is no word is `event`.
  const writer = run.writer(event, number, /^[a-z_]{1,40}$/.test(name) ? name : "event");
  const before = draft.additions;
  let why: string | null = null;
  if (action !== undefined) why = readAction({ run, event, writer, number }, action);
  else if (observation !== undefined) why = readObservation({ run, event, writer, number }, observation);
  else writer.add({ kind: "other", text: rawJson(event, file.options.sha256) });
  return draft.additions > before ? null : (why ?? `${name}: empty`);
}
