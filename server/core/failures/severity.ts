/** How loud a failure is: it is worth a warning when it came back, and a person when it did so again. */
export const WARN_AT = 2;
export const ESCALATE_AT = 3;

export type Severity = "once" | "warn" | "escalate";

export function severityOf(occurrences: number): Severity {
  if (occurrences >= ESCALATE_AT) return "escalate";
  return occurrences >= WARN_AT ? "warn" : "once";
}
