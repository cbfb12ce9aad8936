import type { ProjectScope } from "../../core/access/scope";
import type { DueDecision } from "../../core/decisions/attention";
import { NO_RECORD_FILTER } from "../../core/decisions/record-filter";
import { recordRef } from "../../core/decisions/record-ref";
import { reviewReasons } from "../../core/decisions/review-due";
import { statusOf } from "../../core/decisions/transitions";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { readGonePaths, readReviewed, setReviewed } from "../../db/memory/decision-due";
import { readNewestDecisions } from "../../db/memory/decision-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { changeDecisions, readExpected } from "./decision-change";
import { evidenceOf } from "./decision-views";
import { listDecisions } from "./list-decisions";
import type { Changed } from "./versioned";

interface Page {
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of decisions of which a review is due, the oldest numbers first, and why. */
export async function dueDecisions(
  deps: Deps,
  scope: ProjectScope,
  page: Page,
): Promise<Result<{ rows: DueDecision[]; nextCursor: string | null }>> {
  const filter = { ...NO_RECORD_FILTER, due: true };
  const list = await listDecisions(deps, scope, { filter, sort: "oldest", ...page });
  if (!list.ok) return list;
  const reasons = await readReasons(
    deps,
    scope,
    list.value.rows.map(({ number }) => number),
  );
  const rows = list.value.rows.map(({ number, version, title, status }) => {
    return { number, version, title, status, reasons: reasons.get(number) ?? [] };
  });
  return ok({ rows, nextCursor: list.value.nextCursor });
}

/** Why a review of each of these is due; nothing of those of which none is. */
export async function readReasons(
  deps: Deps,
  scope: ProjectScope,
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  const [versions, records] = await Promise.all([
    readNewestDecisions(deps.db, scope, numbers),
    readReviewed(deps.db, scope, numbers),
  ]);
  const accepted = versions.filter(({ status }) => status === "accepted");
  const paths = [...new Set(accepted.flatMap(({ affectedPaths }) => affectedPaths))];
  const gone = new Set(await readGonePaths(deps.db, scope, paths));
  const record = new Map(records.map((row) => [row.number, row]));
  return new Map(
    accepted.map((row): [number, string[]] => {
      const known = record.get(row.number);
      const decision = {
        status: statusOf(row.status),
        confidence: row.confidence,
        risk: row.risk,
        hasEvidence: evidenceOf(row.evidence).length > 0,
        decidedAtMs: (row.decidedOn ?? known?.createdAt ?? row.createdAt).getTime(),
        reviewedAtMs: known?.reviewedAt?.getTime() ?? null,
        gonePaths: row.affectedPaths.filter((path) => gone.has(path)),
      };
      return [row.number, reviewReasons(decision, deps.clock.now().getTime())];
    }),
  );
}

/** A person looked at an accepted decision, and it still holds: no review is due for a while. No new version. */
export async function confirmDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion }: { readonly number: number; readonly expectedVersion: number },
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const latest = await readExpected(change, number, expectedVersion);
    if (!latest.ok) return latest;
    const { status, version, title } = latest.value;
    const ref = recordRef("decision", number);
    if (status !== "accepted")
      return fail("conflict", `${ref} is ${status}; only an accepted decision can still hold.`);
    await setReviewed(change.tx, scope, number, { at: change.now, by: safeText(scope.actor.name) });
    const detail = { version, title: safeText(title) };
    const entry = { action: "decision.confirmed", subject: ref, projectId: scope.projectId, detail };
    await recordAudit(deps, change.tx, scope, entry);
    return ok({ number, version, status });
  });
}
