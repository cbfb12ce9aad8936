import type { ProjectScope } from "../../core/access/scope";
import type { SessionFailure } from "../../core/failures/group-failures";
import { type FailureStatus, nextStatus } from "../../core/failures/next-status";
import { reopenedNote } from "../../core/failures/reopened";
import { safeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../../db/client";
import {
  appendStatusVersions,
  deleteFailures,
  type FailureChange,
  type FailureSums,
  findFingerprints,
  holdFailures,
  insertFailures,
  type LockedFailure,
  lockFailures,
  type NewFailure,
  type OccurrenceRow,
  readMovedByHand,
  replaceOccurrences,
  type StatusVersion,
  sumOccurrences,
  updateFailures,
} from "../../db/memory/failures";
import { takeNumbers } from "../../db/memory/numbers";
import { failureStatusOf } from "./failure-status";

type Session = { readonly id: string; readonly number: number };

/**
 * Brings a session's failures into the project's registry: new fingerprints get a number, occurrences become exactly
 * those that were found, counts and times are taken from all occurrences, and the latest one decides the status, as a
 * new version. A fingerprint leads to the failure that people merged it into or split it off to, and an occurrence that
 * a person moved stays where it was put. Repeating it changes nothing. Answers the number of each fingerprint.
 */
export async function recordFailures(
  sql: TenantSql,
  scope: ProjectScope,
  session: Session,
  found: readonly SessionFailure[],
  now: Date,
): Promise<Map<string, number>> {
  const byFingerprint = new Map(found.map((failure) => [String(safeText(failure.fingerprint)), failure]));
  const fingerprints = [...byFingerprint.keys()];
  await holdFailures(sql, scope);
  await insertMissing(sql, scope, session, byFingerprint, now);
  const locked = await lockFailures(sql, scope, session.id, fingerprints);
  const numbers = await findFingerprints(sql, scope, fingerprints);
  const moved = await readMovedByHand(sql, scope, session.id);
  const rows = occurrenceRows(byFingerprint, numbers, moved);
  await replaceOccurrences(sql, scope, session.id, rows);
  await settle(sql, scope, session, locked, latestByNumber(rows, byFingerprint), now);
  return new Map(
    found.flatMap(({ fingerprint }) => {
      const number = numbers.get(safeText(fingerprint));
      return number === undefined ? [] : [[fingerprint, number] as const];
    }),
  );
}

async function insertMissing(
  sql: TenantSql,
  scope: ProjectScope,
  session: Session,
  byFingerprint: ReadonlyMap<string, SessionFailure>,
  now: Date,
): Promise<void> {
  if (byFingerprint.size === 0) return;
  const known = await findFingerprints(sql, scope, [...byFingerprint.keys()]);
  const missing = [...byFingerprint].filter(([fingerprint]) => !known.has(fingerprint));
  if (missing.length === 0) return;
  const first = await takeNumbers(sql, scope, "failure", missing.length);
  const rows = missing.map(([, failure], index) => newFailure(session, failure, first + index));
  await insertFailures(sql, scope, session.id, rows, now);
}

function newFailure(session: Session, failure: SessionFailure, number: number): NewFailure {
  const last = failure.occurrences.at(-1);
  const iso = (atMs: number | undefined) => new Date(atMs ?? 0).toISOString();
  return {
    number,
    status: last?.resolvedBy == null ? "active" : "resolved",
    fingerprint: safeText(failure.fingerprint),
    title: safeText(failure.title),
    type: failure.type,
    description: safeText(failure.errorLine),
    approach: safeText(failure.command ?? failure.tool),
    fix: safeText(fixOf(failure)),
    affectedPaths: failure.changedBeforeSuccess.map((path) => safeText(path)),
    evidence: last
      ? [{ kind: "event", session: session.number, ref: last.ref, note: "The latest failure when it was found." }]
      : [],
    firstSeenAt: iso(failure.occurrences[0]?.atMs),
    lastSeenAt: iso(last?.atMs),
  };
}

/** What lay between the last failure and the success; empty while it fails, or when nothing was changed by a file tool. */
function fixOf({ changedBeforeSuccess }: SessionFailure): string {
  return changedBeforeSuccess.length === 0 ? "" : `Passed after changes to ${changedBeforeSuccess.join(", ")}.`;
}

function occurrenceRows(
  byFingerprint: ReadonlyMap<string, SessionFailure>,
  numbers: ReadonlyMap<string, number>,
  moved: ReadonlyMap<string, number>,
): OccurrenceRow[] {
  return [...byFingerprint].flatMap(([fingerprint, failure]) => {
    const number = numbers.get(fingerprint);
    if (number === undefined) throw new Error(`Failure ${fingerprint} was not stored.`);
    return failure.occurrences.map(({ ref, atMs, agent, resolvedBy }) => ({
      number: moved.get(ref) ?? number,
      entryId: ref,
      at: new Date(atMs).toISOString(),
      agent: safeText(agent),
      resolvedBy,
      fingerprint,
    }));
  });
}

/** What this session tells of each failure last. */
interface Latest {
  readonly row: OccurrenceRow;
  readonly failure: SessionFailure;
}

function latestByNumber(
  rows: readonly OccurrenceRow[],
  byFingerprint: ReadonlyMap<string, SessionFailure>,
): Map<number, Latest> {
  const latest = new Map<number, Latest>();
  for (const row of rows) {
    const failure = byFingerprint.get(row.fingerprint);
    const known = latest.get(row.number);
    if (failure && (known === undefined || row.at >= known.row.at)) latest.set(row.number, { row, failure });
  }
  return latest;
}

async function settle(
  sql: TenantSql,
  scope: ProjectScope,
  session: Session,
  locked: readonly LockedFailure[],
  latest: ReadonlyMap<number, Latest>,
  now: Date,
): Promise<void> {
  if (locked.length === 0) return;
  const numbers = locked.map((row) => row.number);
  const sums = new Map((await sumOccurrences(sql, scope, numbers)).map((row) => [row.number, row]));
  const changes: FailureChange[] = [];
  const versions: StatusVersion[] = [];
  for (const row of locked) {
    const sum = sums.get(row.number);
    if (sum === undefined) continue;
    const status = statusAfter(row, sum);
    const isNew = status !== row.status;
    const version = isNew ? row.version + 1 : row.version;
    changes.push(changeOf(row.number, sum, version, status));
    if (isNew) versions.push(versionOf(session, row.number, version, status, latest.get(row.number)));
  }
  await appendStatusVersions(sql, scope, session.id, versions, now);
  await updateFailures(sql, scope, changes, now);
  // A fingerprint that follow-up events changed leaves a record behind that no session has and nobody ever touched.
  const empty = locked.filter((row) => !sums.has(row.number) && row.isUntouched);
  await deleteFailures(
    sql,
    scope,
    empty.map((row) => row.number),
  );
}

function statusAfter(row: LockedFailure, sum: FailureSums): FailureStatus {
  return nextStatus({
    status: failureStatusOf(row.status),
    setByPersonAtMs: sum.setByPersonAt?.getTime() ?? null,
    lastOccurrence: { atMs: sum.lastSeenAt.getTime(), isResolved: sum.lastIsResolved },
  });
}

function changeOf(number: number, sum: FailureSums, version: number, status: FailureStatus): FailureChange {
  const { occurrences, sessions, agents, firstSeenAt, lastSeenAt } = sum;
  return {
    number,
    occurrences,
    sessions,
    agents,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    version,
    status,
  };
}

function versionOf(
  session: Session,
  number: number,
  version: number,
  status: FailureStatus,
  latest: Latest | undefined,
): StatusVersion {
  const fixed = status === "resolved" ? latest?.failure : undefined;
  const again = status === "active" ? latest?.row : undefined;
  return {
    number,
    version,
    status,
    fix: safeText(fixed ? fixOf(fixed) : ""),
    affectedPaths: fixed ? fixed.changedBeforeSuccess.map((path) => safeText(path)) : [],
    reopenedBy: again ? { session: session.number, ref: again.entryId, note: reopenedNote(session.number) } : null,
  };
}
