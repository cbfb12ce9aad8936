import { type Base, sessionHref } from "../telemetry/links";

/** What a session page shows below its figures; `timeline` is the address without a view. */
export const SESSION_VIEWS = ["timeline", "projection", "tiers", "runs", "blocked", "changes", "checkpoints"] as const;
export type SessionView = (typeof SESSION_VIEWS)[number];

export const VIEW_WORD: Readonly<Record<SessionView, string>> = {
  timeline: "Timeline",
  projection: "Projection",
  tiers: "Tiers",
  runs: "Runs",
  blocked: "Blocked removals",
  changes: "Changes",
  checkpoints: "Checkpoints",
};

/** An event in the address is shown in the timeline, whatever else the address says. */
export function readView(params: URLSearchParams): SessionView {
  if (params.get("event")) return "timeline";
  return SESSION_VIEWS.find((view) => view === params.get("view")) ?? "timeline";
}

export function viewHref(
  base: Base,
  number: number,
  view: SessionView,
  query: Readonly<Record<string, string>> = {},
): string {
  return sessionHref(base, number, view === "timeline" ? query : { view, ...query });
}

/** Some answers name events `ctx:<id>`, others by the id alone; addresses have the id. */
export function bareRef(ref: string): string {
  return ref.replace(/^ctx:/, "");
}

export function eventHref(base: Base, number: number, ref: string): string {
  return sessionHref(base, number, { event: bareRef(ref) });
}

/** A number of a run or a checkpoint in an address; null for anything else. */
export function readNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
