import type { ProjectScope } from "../../core/access/scope";
import { SMALLEST_WINDOW_TOKENS } from "../../core/budget/injection";
import { startLine } from "../../core/budget/start-line";
import { windowOf } from "../../core/budget/windows";
import { recordNumber, recordRef } from "../../core/decisions/record-ref";
import { normalizeModel } from "../../core/events/model-name";
import { HandoffNote } from "../../core/handoffs/note";
import { composeStart } from "../../core/protocol/compose-start";
import { type StartHandoff, startItems } from "../../core/protocol/start-items";
import type { KnownItem, StartView, WorkView } from "../../core/protocol/views";
import type { BudgetPolicy } from "../../core/prune/model";
import { safeText } from "../../core/redact/safe-text";
import { notFound, ok, type Result } from "../../core/result";
import { readCounts } from "../../db/budget/records";
import { readDecisionStandings, readLatestDecisions } from "../../db/protocol/decisions";
import { readLeftWork, readStartingSession, type StartingSessionRow } from "../../db/protocol/sessions";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import { waitingHandoff } from "../handoffs/waiting-handoff";
import { readNotices } from "../memory/decision-standings";
import { rulesInForce } from "../rules/rules-in-force";

export interface StartSession {
  /** Number of the session, once it is uploaded. */
  readonly number: number | null;
  readonly model: string | null;
  readonly windowTokens: number | null;
  readonly branch: string | null;
  /** Paths that change already: of constraints only those that hold for them are told. */
  readonly changed: readonly string[];
  readonly task: string;
  /** What earlier starts of the session answered as `known`. */
  readonly known: readonly KnownItem[];
}

const LATEST_DECISIONS = 10;

/**
 * What a session begins with: the rules, the work that was left, the latest decisions with what must be known of them,
 * and the note that waits. At most the policy's share of the window; the rest is offered by reference. Writes nothing.
 */
export async function startSession(deps: Deps, scope: ProjectScope, input: StartSession): Promise<Result<StartView>> {
  const { pool } = deps.db;
  const session = input.number === null ? null : await readStartingSession(deps.db, scope, input.number);
  if (input.number !== null && !session) return notFound("session", input.number);
  const [policy, counts, rules, decisions, handoff, work] = await Promise.all([
    currentPolicy(pool, scope.teamId, scope.projectId),
    readCounts(pool, scope),
    rulesInForce(pool, scope, input.changed.length > 0 ? input.changed : null),
    latestDecisions(deps, scope),
    noteFor(deps, scope),
    leftWork(deps, scope, input, session),
  ]);
  const told = new Set([...rules.map(({ ref }) => ref), ...decisions.map(({ ref }) => ref)]);
  const withdrawn = await withdrawnOf(deps, scope, input, told);
  const items = startItems({ rules, decisions, handoff, work, withdrawn });
  const window = windowFor(input, session);
  const line = startLine({ ...counts, windowTokens: window.windowTokens });
  const { limitTokens, ...start } = composeStart(line, items, input.known, window.windowTokens, policy.budget);
  return ok({
    startLine: line,
    ...start,
    budget: { ...budgetOf(window.windowTokens, policy.budget), source: window.windowSource ?? "assumed", limitTokens },
    handoff: handoff && offerOf(handoff),
    work,
  });
}

/** A compaction empties the window and tells neither model nor size; what the session has shown of it still holds. */
function windowFor(input: StartSession, session: StartingSessionRow | null) {
  const model = input.model ?? session?.model ?? null;
  const isSameModel = input.model === null || isOneModel(input.model, session?.model ?? null);
  const shown = isSameModel ? session : null; // the window of another model says nothing of this one's
  const told = input.windowTokens ?? shown?.windowTokens ?? null;
  return windowOf({ told, model, seenTokens: shown?.fullestTokens ?? null });
}

function isOneModel(one: string, other: string | null): boolean {
  return other !== null && normalizeModel(one) === normalizeModel(other);
}

function budgetOf(windowTokens: number | null, { tiers }: BudgetPolicy) {
  const size = windowTokens ?? SMALLEST_WINDOW_TOKENS;
  const part = (share: number) => Math.floor(size * share);
  return { windowTokens, hotTokens: part(tiers.hot), warmTokens: part(tiers.warm), coldTokens: part(tiers.cold) };
}

async function latestDecisions(deps: Deps, scope: ProjectScope) {
  const rows = await readLatestDecisions(deps.db, scope, LATEST_DECISIONS);
  const notices = await readNotices(deps.db, scope, rows);
  return rows.map((row) => ({
    ...row,
    ref: recordRef("decision", row.number),
    notice: notices.get(row.number) ?? null,
  }));
}

async function noteFor(deps: Deps, scope: ProjectScope): Promise<StartHandoff | null> {
  const note = await waitingHandoff(deps, scope);
  if (note === null) return null;
  const { number, title, status, claimed, session, markdown, you } = note;
  const claimedBy = claimed?.name ?? null;
  return { number, title, status, claimedBy, mayClaim: you.mayWrite, session: session?.number ?? null, markdown };
}

function offerOf({ number, title, status, claimedBy, mayClaim }: StartHandoff): StartView["handoff"] {
  const ref = recordRef("handoff", number);
  const claim = mayClaim && status === "open" ? `context claim ${ref}` : null;
  return { number, ref, title, status, claimedBy, claim };
}

/** What the caller says comes first; the rest is as the last session left it. A session knows its own branch itself. */
async function leftWork(
  deps: Deps,
  scope: ProjectScope,
  { task, branch: toldBranch }: StartSession,
  session: StartingSessionRow | null,
): Promise<WorkView> {
  const { memberId } = scope.actor;
  const branch = toldBranch ?? session?.branch ?? null;
  const left = memberId === null ? null : await readLeftWork(deps.db, scope, { memberId, branch });
  const note = HandoffNote.safeParse(left?.note).data;
  return {
    session: note ? (left?.session ?? null) : null,
    task: task.trim() === "" ? (note?.currentTask ?? "") : safeText(task.trim()),
    branch: toldBranch ?? note?.branch ?? left?.branch ?? null,
    todos: note?.progress ?? [],
    checks: note?.checks ?? [],
  };
}

const NO_RULE = "It is not in force any more.";
const NOT_HERE = "It does not hold for the files that change now.";

/** Of what the session knows, records that no longer hold: it must not go on with them. */
async function withdrawnOf(deps: Deps, scope: ProjectScope, input: StartSession, told: ReadonlySet<string>) {
  const missing = input.known.map(({ ref }) => ref).filter((ref) => !told.has(ref));
  const numbers = missing.flatMap((ref) => recordNumber("decision", ref) ?? []);
  const standings = (await readDecisionStandings(deps.db, scope, numbers)).filter(
    ({ status }) => status !== "accepted" && status !== "proposed",
  );
  const notices = await readNotices(deps.db, scope, standings);
  const rules = missing.filter((ref) => /^(?:CON|PREF)-\d+$/.test(ref));
  const inForce = rules.length === 0 ? [] : await rulesInForce(deps.db.pool, scope);
  const stillHolds = new Set(inForce.map(({ ref }) => ref));
  return [
    ...rules.map((ref) => ({ ref, why: stillHolds.has(ref) ? NOT_HERE : NO_RULE })),
    ...standings.map(({ number }) => ({
      ref: recordRef("decision", number),
      why: notices.get(number) ?? "It no longer holds.",
    })),
  ];
}
