import type { Base } from "../telemetry/links";

export type FindingsSlotProps = { base: Base; number: number };

/** Where a session's drafts of decisions, its failures and its handoff note stand. The memory room fills it. */
export function FindingsSlot(_props: FindingsSlotProps) {
  return null;
}
