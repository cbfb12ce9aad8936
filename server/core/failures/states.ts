/** How a failure stands: what an open one is worth, by how often it came, or that it is resolved. */
export const FAILURE_STATES = ["escalate", "warn", "once", "resolved"] as const;
export type FailureState = (typeof FAILURE_STATES)[number];

/** What the registry can be asked for: a state, or all that is open. */
export const FAILURE_FILTERS = ["active", ...FAILURE_STATES] as const;
