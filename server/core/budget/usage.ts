import type { Plan, SessionInput, SessionRequest } from "../prune/model";
import { project } from "../prune/projection";

/** What the main window holds. */
export interface WindowUsage {
  readonly tokens: number;
  /** `reported`: the provider counted the last request. `estimated`: no request reported what the window holds now. */
  readonly source: "reported" | "estimated";
  /** Estimated: what entered behind the request that was counted; 0 when all is estimated. */
  readonly addedSinceTokens: number;
  /** Estimated: events in the window as they stand, without system prompt and tool definitions. */
  readonly projectionTokens: number;
}

const WINDOW_ENDS: ReadonlySet<string> = new Set(["compaction", "clear", "rewind"]);

/** The last request of the main thread tells, unless the window was emptied, rewound or pruned since. */
export function usageOf(session: SessionInput, plan: Plan): WindowUsage {
  const projectionTokens = project(session, unchanged(session, plan), "main").reduce(
    (sum, { tokens }) => sum + tokens,
    0,
  );
  const reported = lastReported(session);
  if (reported === null || reported.contextTokens === null || isOutdated(session, reported)) {
    return { tokens: projectionTokens, source: "estimated", addedSinceTokens: 0, projectionTokens };
  }
  const addedSinceTokens = session.events
    .filter((event) => event.thread === "main" && event.seq >= reported.seq)
    .reduce((sum, { tokens }) => sum + tokens, 0);
  return { tokens: reported.contextTokens, source: "reported", addedSinceTokens, projectionTokens };
}

/** The window as it is, before the plan: only what was set earlier is not full. */
function unchanged(session: SessionInput, plan: Plan): Plan {
  const verdicts = plan.verdicts.filter(({ ref, from }) => session.standings.has(ref) && from !== "full");
  return { ...plan, verdicts: verdicts.map((verdict) => ({ ...verdict, to: verdict.from })), summaries: [] };
}

function lastReported({ requests }: SessionInput): SessionRequest | null {
  let last: SessionRequest | null = null;
  for (const request of requests) {
    if (request.thread !== "main" || request.contextTokens === null) continue;
    if (last === null || request.seq > last.seq) last = request;
  }
  return last;
}

function isOutdated({ boundaries, standings }: SessionInput, { seq, atMs }: SessionRequest): boolean {
  const isEmptied = boundaries.some(
    (boundary) => boundary.thread === "main" && boundary.seq > seq && WINDOW_ENDS.has(boundary.kind),
  );
  return isEmptied || [...standings.values()].some(({ residency, setAtMs }) => residency !== "full" && setAtMs > atMs);
}

/** Model requests of the main thread: what "turns" count. */
export function turnsOf({ requests }: SessionInput): number {
  return requests.reduce((count, { thread }) => (thread === "main" ? count + 1 : count), 0);
}
