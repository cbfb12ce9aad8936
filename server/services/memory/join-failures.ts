import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { EvidenceView } from "../../core/decisions/views";
import { nextStatus } from "../../core/failures/next-status";
import { fail, notFound, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import { type JoinRow, lockForJoin, setState, sumOf } from "../../db/memory/failure-join";
import { appendFailureVersion, readFailureVersions } from "../../db/memory/failure-record";
import { lockSeries } from "../../db/memory/numbers";
import type { Deps } from "../deps";
import { authorOf } from "./author";
import { evidenceOf } from "./decision-views";
import { failureContentOf, wasMerged } from "./failure-change";
import { failureStatusOf } from "./failure-status";
import { outdated } from "./versioned";

/** What merging, its undo and splitting share. */

/** Locks the registry against analyses and other joins, and gives the failures in the order that was asked for. */
export async function lockFailures(
  tx: TenantTx,
  scope: ProjectScope,
  numbers: readonly number[],
): Promise<Result<JoinRow[]>> {
  await lockSeries(tx, scope, "failure");
  const found = new Map((await lockForJoin(tx, scope, numbers)).map((row) => [row.number, row]));
  const rows: JoinRow[] = [];
  for (const number of numbers) {
    const row = found.get(number);
    if (!row) return notFound("failure", recordRef("failure", number));
    rows.push(row);
  }
  return ok(rows);
}

/** A failure that stands for itself, at the version that the person saw. */
export function standsAt(row: JoinRow, expectedVersion: number | null): Result<JoinRow> {
  if (row.mergedInto !== null) return wasMerged(row.number, row.mergedInto);
  if (expectedVersion !== null && row.version !== expectedVersion) {
    return outdated(recordRef("failure", row.number), row.version);
  }
  return ok(row);
}

export interface JoinVersion {
  /** The evidence of the newest version as the next one has it. */
  readonly evidence: (evidence: EvidenceView[]) => EvidenceView[];
  /** Occurrences of a failure that has none in sessions: recorded by hand, it counts as told. */
  readonly byHand?: Pick<JoinRow, "occurrences" | "firstSeenAt" | "lastSeenAt">;
}

/**
 * Writes the version that a join makes, and the sums and the status that follow from the occurrences which the failure
 * has now. Answers the version and the status.
 */
export async function appendJoin(
  deps: Deps,
  tx: TenantTx,
  scope: ProjectScope,
  row: JoinRow,
  { evidence, byHand }: JoinVersion,
): Promise<{ number: number; version: number; status: string }> {
  const { number } = row;
  const [latest] = await readFailureVersions(tx, scope, number, 1);
  if (!latest) throw new Error(`${recordRef("failure", number)} has no version.`);
  const now = deps.clock.now();
  const version = row.version + 1;
  const sum = await sumOf(tx, scope, number);
  const status = sum
    ? nextStatus({
        status: failureStatusOf(row.status),
        setByPersonAtMs: sum.setByPersonAt?.getTime() ?? null,
        lastOccurrence: { atMs: sum.lastSeenAt.getTime(), isResolved: sum.lastIsResolved },
      })
    : failureStatusOf(row.status);
  const counted = sum ?? { ...row, ...byHand };
  const { occurrences, sessions, agents, firstSeenAt, lastSeenAt } = counted;
  const state = { version, status, occurrences, sessions, agents, firstSeenAt, lastSeenAt };
  await setState(tx, scope, number, state, now);
  const content = { ...failureContentOf(latest), evidence: evidence(evidenceOf(latest.evidence)) };
  const { sessionId } = latest;
  await appendFailureVersion(tx, scope, { number, version, status, content, sessionId, now, ...authorOf(scope.actor) });
  return { number, version, status };
}

/** Refused before anything is locked. */
export function isItself<T>(number: number): Result<T> {
  const message = `${recordRef("failure", number)} cannot be merged into itself. Choose another failure.`;
  return fail("bad_request", message, { field: "into" });
}
