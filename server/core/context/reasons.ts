/**
 * Why a transition was not made. The codes are part of the contract: a client decides by them, so a code never changes
 * its meaning. `retry`: the caller may correct its request and send it once more; all else is for a person, or done.
 */
interface ReasonRow {
  readonly of: "request" | "target" | "server";
  readonly retry: boolean;
  readonly meaning: string;
}

export const REASONS = {
  targets_required: { of: "request", retry: true, meaning: "The request names no target." },
  refs_required: { of: "request", retry: true, meaning: "The request names no ref." },
  too_many_targets: { of: "request", retry: true, meaning: "The request names more targets than one may." },
  invalid_ref: { of: "target", retry: true, meaning: "The text can be no ref: empty, too long, or with a line break." },
  duplicate_target: { of: "target", retry: true, meaning: "The request names the same event twice." },
  unknown_ref: { of: "target", retry: true, meaning: "The session has no event of this name." },
  not_resolvable: { of: "target", retry: true, meaning: "Only results, skill loads and the like can be archived." },
  not_shown: { of: "target", retry: true, meaning: "The window that the agent sees does not show the event." },
  history_only: { of: "target", retry: true, meaning: "The event has left the window; there is nothing to archive." },
  already_archived: { of: "target", retry: true, meaning: "The event is archived already, in just this way." },
  already_full: { of: "target", retry: true, meaning: "The event is in full already." },
  protected: { of: "target", retry: true, meaning: "A protection keeps the event; the message names it." },
  in_flight: { of: "target", retry: true, meaning: "The result belongs to work that has not ended." },
  retained_empty: { of: "target", retry: true, meaning: "The kept meaning is empty." },
  retained_too_long: { of: "target", retry: true, meaning: "The kept meaning is not shorter than what it replaces." },
  not_released: { of: "target", retry: false, meaning: "No pin of the event was taken off lately." },
  not_pinned: { of: "target", retry: true, meaning: "No pin holds the event." },
  pinned_by_person: { of: "target", retry: false, meaning: "A person set the pin; an agent may not take it off." },
  session_unreadable: { of: "server", retry: false, meaning: "The session could not be read or planned." },
  persistence_failed: { of: "server", retry: false, meaning: "The database refused the write; nothing changed." },
  persistence_uncertain: {
    of: "server",
    retry: false,
    meaning: "The connection broke at the write; look at the session before anything else.",
  },
} as const satisfies Record<string, ReasonRow>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]; // the keys of the table above

/** More than a boundary ever leaves to review, and few enough to read in one answer. */
export const MAX_TARGETS = 200;
