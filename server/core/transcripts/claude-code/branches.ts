import { objectAt, stringAt } from "../json";
import type { RecordInput } from "./state";

/** The context was cleared: what follows begins with nothing. A clear that is told twice is one. */
export function noteClear({ writer, trail }: RecordInput): void {
  if (trail.isEmpty) return;
  writer.boundary("clear");
  trail.lastSpoken = null;
  trail.isEmpty = true;
}

/**
 * A prompt that hangs on an older record than the last one spoken starts a new branch: the user rewound or edited.
 * Called before the prompt is written.
 *
 * Records form a tree by `parentUuid`, but results of parallel calls hang on siblings, and a parent can be missing. So
 * only a prompt can rewind, and only past a prompt or an assistant record of another response than its parent's.
 */
export function noteRewind(input: RecordInput, typed: string): void {
  const { file, session, record, writer, trail } = input;
  if (trail.lastSpoken === null) return;
  const parentUuid = stringAt(record, "parentUuid");
  if (parentUuid === undefined) {
    if (record["parentUuid"] === null && record["type"] === "user") noteNewRoot(input, typed);
    return;
  }
  const parent = file.nodes.get(parentUuid);
  if (!parent || parent.session !== session.id || parent.thread !== writer.thread) return;
  const { seq, messageId } = trail.lastSpoken;
  const isBehind = seq > parent.lastSeq && (messageId === null || messageId !== parent.messageId);
  if (isBehind) writer.boundary("rewind", parent.lastSeq);
}

/** How the program itself begins after "clear context and implement the plan". */
const PLAN_TO_IMPLEMENT = /^Implement the following plan:/;

/** A prompt without parent in a thread that has spoken: an edited first prompt, or a plan that starts from nothing. */
function noteNewRoot(input: RecordInput, typed: string): void {
  if (PLAN_TO_IMPLEMENT.test(typed)) noteClear(input);
  else input.writer.boundary("rewind", 0);
}

const SESSION_START = /^SessionStart:(clear|resume)$/;

/** Hooks of a session's start tell of clears and resumes that leave no other record. */
export function noteSessionStart(input: RecordInput): void {
  const { record, trail, writer } = input;
  const hook = stringAt(objectAt(record, "data"), "hookName") ?? stringAt(objectAt(record, "attachment"), "hookName");
  const source = SESSION_START.exec(hook ?? "")?.[1];
  if (source === "clear") noteClear(input);
  if (source !== "resume" || trail.isResumed || trail.isEmpty) return;
  writer.boundary("resume");
  trail.isResumed = true;
}
