import type { ProjectScope } from "@/server/core/access/scope";
import { collectItems, type ProjectRecords, type SmallRecord } from "@/server/core/budget/collect";
import { checkOf } from "@/server/core/budget/relief";
import { type Placement, placeItems } from "@/server/core/budget/tiers";
import { type TouchedFile, touchedFiles } from "@/server/core/budget/touched-files";
import { turnsOf, usageOf, type WindowUsage } from "@/server/core/budget/usage";
import { type KnownWindow, windowOf } from "@/server/core/budget/windows";
import { statusOf } from "@/server/core/decisions/transitions";
import type { Plan, PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { plan as makePlan } from "@/server/core/prune/pipeline";
import { notFound, ok, type Result } from "@/server/core/result";
import { findSessionHead, type SessionHead } from "@/server/db/analysis/session";
import { type RecordRow, readOutlines, readRecords } from "@/server/db/budget/records";
import { readSessionPlace } from "@/server/db/sessions/session";
import { loadSession } from "../analysis/analyse-session";
import { currentPolicy } from "../analysis/current-policy";
import { toSessionInput } from "../analysis/session-input";
import type { Deps } from "../deps";

/** A session with its plan, and what its window holds and may hold. */
export interface SessionBudget {
  readonly head: SessionHead;
  readonly session: SessionInput;
  readonly policy: PrunePolicy;
  readonly plan: Plan;
  readonly window: KnownWindow;
  readonly usage: WindowUsage;
  readonly share: number | null;
  readonly turns: number;
  readonly files: ReadonlyMap<string, TouchedFile>;
  readonly placement: Placement;
}

/** Works out where a session's window stands, from its events as they are now: no analysis has to have run. */
export async function sessionBudget(deps: Deps, scope: ProjectScope, number: number): Promise<Result<SessionBudget>> {
  const { pool } = deps.db;
  const place = await readSessionPlace(deps.db, scope, number);
  const key = { teamId: scope.teamId, sessionId: place?.id ?? "" };
  const head = place && (await findSessionHead(pool, key));
  if (!place || !head) return notFound("session", number);
  const session = toSessionInput(await loadSession(deps, key, head));
  const policy = await currentPolicy(pool, scope.teamId, scope.projectId);
  const plan = makePlan(session, policy);
  const files = touchedFiles(session, plan, policy, place.cwd);
  const usage = usageOf(session, plan);
  const window = windowOf({ told: head.windowTokens, model: modelOf(session), seenTokens: usage.tokens });
  const turns = turnsOf(session);
  const { atTurn } = checkOf(turns, policy.budget.checkEveryTurns);
  const records = await recordsOf(deps, scope, files);
  const items = collectItems({ session, files, records, atTurn, nowMs: deps.clock.now().getTime() });
  return ok({
    head,
    session,
    policy,
    plan,
    window,
    usage,
    share: window.windowTokens === null ? null : usage.tokens / window.windowTokens,
    turns,
    files,
    placement: placeItems(items, window.windowTokens, policy.budget.tiers),
  });
}

/** The model that answered last; the session's own when no request names one. */
function modelOf({ requests, model }: SessionInput): string | null {
  const last = requests
    .filter((request) => request.thread === "main" && request.model !== null)
    .reduce<SessionInput["requests"][number] | null>((a, b) => (a === null || b.seq > a.seq ? b : a), null);
  return last?.model ?? model;
}

async function recordsOf(
  deps: Deps,
  scope: ProjectScope,
  files: ReadonlyMap<string, TouchedFile>,
): Promise<ProjectRecords> {
  const { pool } = deps.db;
  const [rows, outlines] = await Promise.all([readRecords(pool, scope), readOutlines(pool, scope, [...files.keys()])]);
  const of = (kind: RecordRow["kind"]) => rows.filter((row) => row.kind === kind);
  return {
    decisions: of("decision").map((row) => ({
      ...small(row),
      status: statusOf(row.status),
      risk: row.risk,
      tags: row.tags,
      paths: row.paths,
    })),
    failures: of("failure").map((row) => ({ ...small(row), isResolved: row.status === "resolved", paths: row.paths })),
    constraints: of("constraint").map(small),
    preferences: of("preference").map(small),
    summaries: of("summary").map(small),
    outlines: new Map(outlines.map(({ path, characters }) => [path, tokensOf(characters)])),
  };
}

function small({ number, title, characters, updatedAt }: RecordRow): SmallRecord {
  return { number, title, tokens: tokensOf(characters), updatedAtMs: updatedAt.getTime() };
}

/** As `estimateTokens` does, of a text that only the database has seen. */
function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}
