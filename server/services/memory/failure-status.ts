import { FAILURE_STATUSES, type FailureStatus } from "../../core/failures/next-status";

/** A stored status that this version does not know reads as active: it asks for a person. */
export function failureStatusOf(text: string): FailureStatus {
  return FAILURE_STATUSES.find((status) => status === text) ?? "active";
}
