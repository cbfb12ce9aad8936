import { z } from "zod";
import type { ProjectScope } from "../../core/access/scope";
import type { DecisionFlag, DecisionFlags, FlaggedDecision } from "../../core/decisions/attention";
import { FLAG_KINDS, type FlagKind } from "../../core/decisions/drift";
import { recordRef } from "../../core/decisions/record-ref";
import { statusOf } from "../../core/decisions/transitions";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { countFlags, type FlagRow, readFlags, setDismissed } from "../../db/memory/decision-flags";
import { readNewestDecisions } from "../../db/memory/decision-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { mayAccept } from "./may-accept";
import { allOrNothing } from "./versioned";

export interface ListFlags {
  /** Only flags of this decision. */
  readonly number: number | null;
  readonly dismissed: boolean;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of pairs that overlap, contradict or repeat each other, the surest first. */
export async function listFlags(deps: Deps, scope: ProjectScope, input: ListFlags): Promise<Result<DecisionFlags>> {
  const after = readCursor(input.cursor);
  if (!after.ok) return after;
  const query = { isDismissed: input.dismissed, number: input.number, after: after.value };
  const [total, found] = await Promise.all([
    countFlags(deps.db, scope),
    readFlags(deps.db, scope, query, input.limit + 1),
  ]);
  const page = found.slice(0, input.limit);
  const numbers = [...new Set(page.flatMap(({ number, other }) => [number, other]))];
  const decisions = new Map(
    (await readNewestDecisions(deps.db, scope, numbers)).map((row) => [row.number, toFlagged(row)]),
  );
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    total,
    rows: page.flatMap((row) => toFlag(row, decisions)),
    nextCursor: last && found.length > input.limit ? `${last.score}~${last.number}~${last.other}` : null,
    mayReview: mayAccept(scope),
  });
}

function readCursor(cursor: string | null) {
  if (cursor === null) return ok(null);
  const [, score, number, other] = /^(\d(?:\.\d{1,4})?)~(\d{1,9})~(\d{1,9})$/.exec(cursor) ?? [];
  if (score === undefined) {
    return fail<never>("bad_request", "This page mark is not one of ours. Start from the first page.", {
      field: "cursor",
    });
  }
  return ok({ score: Number(score), number: Number(number), other: Number(other) });
}

type Newest = Awaited<ReturnType<typeof readNewestDecisions>>[number];

function toFlagged({
  number,
  version,
  status,
  title,
  context,
  decision,
  decidedOn,
  createdAt,
}: Newest): FlaggedDecision {
  const at = (decidedOn ?? createdAt).toISOString();
  return { number, version, status: statusOf(status), title, context, decision, decidedOn: at };
}

/** Stored evidence is read leniently: what a newer version wrote differently is left out. */
const Texts = z.array(z.string()).catch([]);
const Evidence = z.object({ reasons: Texts, words: Texts, paths: Texts }).catch({ reasons: [], words: [], paths: [] });

function toFlag(row: FlagRow, decisions: ReadonlyMap<number, FlaggedDecision>): DecisionFlag[] {
  const [newer, older] = [decisions.get(row.number), decisions.get(row.other)];
  const kind = FLAG_KINDS.find((known) => known === row.kind);
  if (!newer || !older || !kind) return [];
  const { score, foundAt, dismissedAt, dismissedBy } = row;
  const dismissed = dismissedAt === null ? null : { at: dismissedAt.toISOString(), by: dismissedBy ?? "" };
  return [{ kind, score, ...Evidence.parse(row.evidence), newer, older, foundAt: foundAt.toISOString(), dismissed }];
}

export interface NamedFlag {
  readonly kind: FlagKind;
  readonly number: number;
  readonly other: number;
}

/** Says that two decisions are no conflict; it is not found again until that is taken back. */
export async function dismissFlag(deps: Deps, scope: ProjectScope, flag: NamedFlag): Promise<Result<NamedFlag>> {
  return changeFlag(deps, scope, flag, true);
}

export async function restoreFlag(deps: Deps, scope: ProjectScope, flag: NamedFlag): Promise<Result<NamedFlag>> {
  return changeFlag(deps, scope, flag, false);
}

async function changeFlag(
  deps: Deps,
  scope: ProjectScope,
  flag: NamedFlag,
  isDismissed: boolean,
): Promise<Result<NamedFlag>> {
  const [ref, other] = [recordRef("decision", flag.number), recordRef("decision", flag.other)];
  return allOrNothing(deps, scope, async (tx) => {
    const by = safeText(scope.actor.name);
    const dismissed = isDismissed ? { at: deps.clock.now(), by } : null;
    if (!(await setDismissed(tx, scope, flag, dismissed))) {
      const state = isDismissed ? "open" : "dismissed";
      return fail("not_found", `There is no ${state} ${flag.kind} of ${ref} and ${other}. Read the list again.`);
    }
    const action = isDismissed ? "decision.flag_dismissed" : "decision.flag_restored";
    const detail = { kind: safeText(flag.kind), other: safeText(other) };
    await recordAudit(deps, tx, scope, { action, subject: ref, projectId: scope.projectId, detail });
    return ok(flag);
  });
}
