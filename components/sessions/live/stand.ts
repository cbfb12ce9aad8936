/** How far a page is: what it shows, or what it has heard of. */
export interface Stand {
  /** All events of the session. */
  readonly events: number;
  /** Of the last analysis; times of one form, which as texts are in order. */
  readonly analysedAt: string | null;
}

/** What is known after one more word of it. Words may come out of order; neither figure ever goes back. */
export function newer(before: Stand, next: Partial<Stand>): Stand {
  const events = Math.max(before.events, next.events ?? 0);
  const analysedAt = isLater(next.analysedAt, before.analysedAt) ? (next.analysedAt ?? null) : before.analysedAt;
  return events === before.events && analysedAt === before.analysedAt ? before : { events, analysedAt };
}

/** When no analysis follows, the totals come without it. */
export const WITHOUT_ANALYSIS_MS = 12_000;

/** How long to wait before the page is read again; null when it shows all that is known. */
export function waitBeforeRefreshMs(drawn: Stand, heard: Stand, takesEvents: boolean): number | null {
  if (isLater(heard.analysedAt, drawn.analysedAt)) return 0;
  if (heard.events <= drawn.events) return null;
  return takesEvents ? WITHOUT_ANALYSIS_MS : 0;
}

function isLater(one: string | null | undefined, other: string | null): boolean {
  return (one ?? "") > (other ?? "");
}
