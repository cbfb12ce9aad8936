/** Where a note stands. A note that is claimed or acknowledged needs nobody else. */
export const HANDOFF_STATUSES = ["open", "claimed", "acknowledged"] as const;
export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];

export const ADDRESSEES = ["next-session", "member", "team"] as const;
export type Addressee = (typeof ADDRESSEES)[number];

/** The lists of the inbox; the first three hold only what nobody has acknowledged. */
export const INBOX_LISTS = ["me", "next", "team", "mine", "all"] as const;
export type InboxList = (typeof INBOX_LISTS)[number];

/** By who took it and who is done with it; the facts are the columns, the word follows from them. */
export function statusOf(record: {
  readonly claimedAt: Date | null;
  readonly acknowledgedAt: Date | null;
}): HandoffStatus {
  if (record.acknowledgedAt !== null) return "acknowledged";
  return record.claimedAt === null ? "open" : "claimed";
}

/** Whom a note is for, as its Markdown says it. */
export function addresseeLine(addressedTo: string, member: string | null): string {
  if (addressedTo === "team") return "The team";
  return addressedTo === "member" && member !== null ? member : "Next session";
}
