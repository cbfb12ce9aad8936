export const FAILURE_STATUSES = ["active", "resolved"] as const;
export type FailureStatus = (typeof FAILURE_STATUSES)[number];

export interface StatusFacts {
  readonly status: FailureStatus;
  /** When a person set the status last; null while only the analysis did. */
  readonly setByPersonAtMs: number | null;
  readonly lastOccurrence: { readonly atMs: number; readonly isResolved: boolean };
}

/**
 * The status that follows from the latest occurrence. What a person said holds until the failure occurs again: older
 * history that arrives late reopens nothing.
 */
export function nextStatus({ status, setByPersonAtMs, lastOccurrence }: StatusFacts): FailureStatus {
  if (setByPersonAtMs !== null && lastOccurrence.atMs <= setByPersonAtMs) return status;
  return lastOccurrence.isResolved ? "resolved" : "active";
}
