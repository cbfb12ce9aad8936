import type { SessionEvent } from "./model";

/** How a call ended, as far as it tells success from failure. */
type Ending = Pick<SessionEvent, "outcome" | "exitCode" | "toolClass">;

/**
 * What counts as a failure of a tool. A refusal by the person, the collateral error of a sibling call and an aborted
 * call say nothing about the tool: they are neither failures nor successes. A check that ended with another code than
 * 0 failed whatever its client calls it; other commands use codes to answer (`grep` says 1 for "no match").
 */
export function failed(event: Ending): boolean {
  if (event.outcome === "error") return true;
  if (event.exitCode === null || event.exitCode === 0) return false;
  return event.outcome === null || (event.outcome === "ok" && isCheck(event));
}

export function succeeded(event: Ending): boolean {
  if (event.outcome === "ok") return !failed(event);
  return event.outcome === null && event.exitCode === 0;
}

function isCheck(event: Ending): boolean {
  return event.toolClass === "test" || event.toolClass === "build";
}

/** A plan that a person accepted; entering plan mode and answering in it are no plans yet. */
export function isAcceptedPlan(event: Ending & Pick<SessionEvent, "kind" | "tool">): boolean {
  const isPlan = event.toolClass === "plan" && event.kind === "tool_result";
  return isPlan && succeeded(event) && !/enter|respond/i.test(event.tool ?? "");
}
