import { isJson, type Json, type Note } from "./problem";

const RESIDENCIES = new Set(["full", "retained", "reference"]);
const MARKER_HEAD = /^\[context archived: ctx:(.+)\]$/;

/** What a reader of the plain events relies on: unique names, pairs that name each other, markers that say the truth. */
export function checkEvents(events: readonly unknown[], note: Note): void {
  const byRef = new Map<string, Json>();
  events.forEach((event, index) => {
    const at = `[${index}]`;
    if (!isJson(event) || typeof event["ref"] !== "string" || typeof event["text"] !== "string") {
      note(at, "shape", "An event is an object with a ref and a text.");
      return;
    }
    if (byRef.has(event["ref"])) note(at, "id", `Two events are called ${event["ref"]}.`);
    byRef.set(event["ref"], event);
    if (event["kind"] === "thinking") note(at, "thinking", "Thinking is not byte-identical here.");
    checkMarkers(event, event["ref"], event["text"], at, note);
  });
  events.forEach((event, index) => {
    if (isJson(event)) checkPartner(event, byRef, `[${index}]`, note);
  });
}

function checkMarkers(event: Json, ref: string, text: string, at: string, note: Note): void {
  const { residency, marker } = event;
  if (typeof residency !== "string" || !RESIDENCIES.has(residency)) {
    note(at, "shape", `The residency ${JSON.stringify(residency)} is unknown.`);
    return;
  }
  if (residency === "full") {
    if (marker !== "" && marker !== `[context-ref: ctx:${ref}]`) note(at, "marker", "The marker names another event.");
    return;
  }
  if (marker !== "") note(at, "marker", "What is archived has no marker of a full result.");
  const named = MARKER_HEAD.exec(text.split("\n", 1)[0] ?? "")?.[1];
  if (named !== ref) note(at, "marker", "The text of an archived event begins with its own marker.");
}

function checkPartner(event: Json, byRef: ReadonlyMap<string, Json>, at: string, note: Note): void {
  const { partner, ref } = event;
  if (partner === null) return;
  const other = typeof partner === "string" ? byRef.get(partner) : undefined;
  if (other === undefined) note(at, "pairing", `The partner ${JSON.stringify(partner)} is not in the window.`);
  else if (other["partner"] !== ref) note(at, "pairing", `The partner ${JSON.stringify(partner)} names another event.`);
}
