import { MAX_TARGETS, type ReasonCode } from "./reasons";
import { refOf } from "./ref";

export type Operation = "archive" | "restore" | "pin" | "unpin" | "repin" | "ack";

/** Where a restored event can be read: in the next projection, or only through `history.get`. */
export type Availability = "projected" | "history-only";

export interface Rejection {
  /** As the caller wrote it, trimmed. */
  readonly ref: string;
  readonly reason: ReasonCode;
  readonly message: string;
}

/**
 * What every transition answers. Only what `changed` names was changed; anything but `ok` changed nothing, except that
 * `persistence_uncertain` means nobody knows.
 */
export interface Answer<Op extends Operation> {
  readonly status: "ok" | "rejected" | "unavailable";
  readonly operation: Op;
  readonly changed: string[];
  readonly reason?: ReasonCode | undefined;
  readonly message: string;
  readonly availability?: Record<string, Availability> | undefined;
  /** Of a rejection: every target that was wrong. */
  readonly rejected?: Rejection[] | undefined;
}

const NOT_DONE: Readonly<Record<Operation, string>> = {
  archive: "Nothing was archived",
  restore: "Nothing was restored",
  pin: "Nothing was pinned",
  unpin: "No pin was taken off",
  repin: "No pin was put back",
  ack: "Nothing was acknowledged",
};

/** How many reasons the message spells out; the list has them all. */
const SPELLED_OUT = 5;

export function rejectedAnswer<Op extends Operation>(
  operation: Op,
  rejected: readonly Rejection[],
  targetCount: number,
): Answer<Op> {
  const reason = rejected[0]?.reason;
  const told = rejected.slice(0, SPELLED_OUT).map(({ message }) => message);
  const more = rejected.length > told.length ? ` ${rejected.length - told.length} more are listed.` : "";
  const count = `${rejected.length} of ${targetCount} ${targetCount === 1 ? "target" : "targets"} cannot be used`;
  const message = `${NOT_DONE[operation]}: ${count}. ${told.join(" ")}${more}`;
  return {
    status: "rejected",
    operation,
    changed: [],
    ...(reason ? { reason } : {}),
    message,
    rejected: [...rejected],
  };
}

/** A request that names nothing, or too much; null when the number of targets is in order. */
export function rejectedCount<Op extends Operation>(operation: Op, count: number): Answer<Op> | null {
  if (count === 0) {
    const reason = operation === "archive" ? "targets_required" : "refs_required";
    const field = operation === "archive" ? "targets" : "refs";
    const message = `${NOT_DONE[operation]}: ${field} is empty. Name at least one event, such as ctx:<id>.`;
    return { status: "rejected", operation, changed: [], reason, message, rejected: [] };
  }
  if (count <= MAX_TARGETS) return null;
  const message = `${NOT_DONE[operation]}: the request names ${count} events. Send at most ${MAX_TARGETS} at once.`;
  return { status: "rejected", operation, changed: [], reason: "too_many_targets", message, rejected: [] };
}

export function unavailableAnswer<Op extends Operation>(
  operation: Op,
  reason: ReasonCode,
  message: string,
): Answer<Op> {
  return { status: "unavailable", operation, changed: [], reason, message };
}

export function okAnswer<Op extends Operation>(
  operation: Op,
  changedIds: readonly string[],
  message: string,
  availability?: Readonly<Record<string, Availability>>,
): Answer<Op> {
  const changed = changedIds.map(refOf);
  return { status: "ok", operation, changed, message, ...(availability ? { availability: { ...availability } } : {}) };
}

/** `3 results`, `1 result`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
