import { stringAt } from "../json";
import type { RecordInput } from "./state";

/**
 * A prompt that hangs on an older record than the last one spoken starts a new branch: the user rewound or edited.
 * Called before the prompt is written.
 *
 * Records form a tree by `parentUuid`, but results of parallel calls hang on siblings, and a parent can be missing. So
 * only a prompt can rewind, and only past a prompt or an assistant record of another response than its parent's.
 */
export function noteRewind({ file, session, record, writer, trail }: RecordInput): void {
  if (trail.lastSpoken === null) return;
  const parentUuid = stringAt(record, "parentUuid");
  if (parentUuid === undefined) {
    // A prompt without parent in a thread that has spoken already replaces the thread's first prompt.
    if (record["parentUuid"] === null && record["type"] === "user") writer.boundary("rewind", 0);
    return;
  }
  const parent = file.nodes.get(parentUuid);
  if (!parent || parent.session !== session.id || parent.thread !== writer.thread) return;
  const { seq, messageId } = trail.lastSpoken;
  const isBehind = seq > parent.lastSeq && (messageId === null || messageId !== parent.messageId);
  if (isBehind) writer.boundary("rewind", parent.lastSeq);
}
