import type { TenantTx } from "../client";
import type { FailureSums } from "./failures";
import { SUMS } from "./failures";
import type { ProjectKey } from "./project-key";

/** Failures that are merged and split by people. Whoever calls these holds the lock of the series. */

export interface JoinRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly fingerprint: string;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly mergedInto: number | null;
}

/** Some failures, locked until the transaction ends, in the order of their numbers. */
export async function lockForJoin(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<JoinRow[]> {
  return tx.$queryRaw<JoinRow[]>`
    SELECT number, version, status, fingerprint, occurrences, sessions, agents, first_seen_at AS "firstSeenAt",
           last_seen_at AS "lastSeenAt", merged_into AS "mergedInto"
      FROM failure
     WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND number = ANY(${[...numbers]}::int4[])
     ORDER BY number FOR UPDATE`;
}

/** The failure, and all that were merged into it, directly or by way of another one. */
export async function readMergedTree(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  root: number,
): Promise<{ number: number; fingerprint: string; mergedInto: number | null }[]> {
  return tx.$queryRaw<{ number: number; fingerprint: string; mergedInto: number | null }[]>`
    WITH RECURSIVE tree AS (
      SELECT number, fingerprint, merged_into FROM failure
       WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND number = ${root}
      UNION
      SELECT f.number, f.fingerprint, f.merged_into FROM tree t
        JOIN failure f ON f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.merged_into = t.number)
    SELECT number, fingerprint, merged_into AS "mergedInto" FROM tree ORDER BY number`;
}

/** Everything that leads to or occurred in one failure belongs to another one then. */
export async function moveAll(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  from: number,
  to: number,
): Promise<void> {
  const where = { teamId, projectId, number: from };
  await tx.failureFingerprint.updateMany({ where, data: { number: to } });
  await tx.failureOccurrence.updateMany({ where, data: { number: to } });
}

/** Some fingerprints lead to another failure then, and their occurrences stand there. */
export async function moveFingerprints(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  from: number,
  to: number,
  fingerprints: readonly string[],
): Promise<void> {
  const where = { teamId, projectId, number: from, fingerprint: { in: [...fingerprints] } };
  await tx.failureFingerprint.updateMany({ where, data: { number: to } });
  await tx.failureOccurrence.updateMany({ where: { ...where, movedBy: null }, data: { number: to } });
}

/** Occurrences that people moved to one of some failures go back to `to`. */
export async function moveMarked(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  from: number,
  to: number,
  refs: readonly string[],
): Promise<void> {
  const OR = refs.map((ref) => ({ movedBy: { startsWith: `${ref} ` } }));
  await tx.failureOccurrence.updateMany({ where: { teamId, projectId, number: from, OR }, data: { number: to } });
}

export interface OccurrenceKey {
  readonly sessionId: string;
  readonly entryId: string;
}

/** Puts some occurrences under another failure, where they stay. Answers how many of them `from` had. */
export async function moveOccurrences(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  move: { from: number; to: number; movedBy: string; keys: readonly OccurrenceKey[] },
): Promise<number> {
  const { from, to, movedBy, keys } = move;
  if (keys.length === 0) return 0;
  const OR = keys.map(({ sessionId, entryId }) => ({ sessionId, entryId }));
  const where = { teamId, projectId, number: from, OR };
  const { count } = await tx.failureOccurrence.updateMany({ where, data: { number: to, movedBy } });
  return count;
}

/** Occurrences of some fingerprints that a person had put under `from` follow to `to`. */
export async function followByHand(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  move: { from: number; to: number; movedBy: string; fingerprints: readonly string[] },
): Promise<void> {
  const { from, to, movedBy, fingerprints } = move;
  const where = { teamId, projectId, number: from, fingerprint: { in: [...fingerprints] }, movedBy: { not: null } };
  await tx.failureOccurrence.updateMany({ where, data: { number: to, movedBy } });
}

/** The ids of sessions of the project, by their numbers. */
export async function readSessionIds(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const where = { teamId, projectId, number: { in: [...numbers] } };
  const rows = await tx.session.findMany({ where, select: { id: true, number: true } });
  return new Map(rows.map(({ id, number }) => [number, id]));
}

export async function setMergedInto(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
  mergedInto: number | null,
): Promise<void> {
  if (numbers.length === 0) return;
  await tx.failure.updateMany({ where: { teamId, projectId, number: { in: [...numbers] } }, data: { mergedInto } });
}

export async function setOwnFingerprint(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
  fingerprint: string,
): Promise<void> {
  await tx.failure.updateMany({ where: { teamId, projectId, number }, data: { fingerprint } });
}

/** A failure without a fingerprint that leads to it and without occurrences yet. */
export async function insertBareFailure(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  row: { number: number; status: string; title: string; fingerprint: string; now: Date },
): Promise<void> {
  const { now, ...columns } = row;
  const times = { firstSeenAt: now, lastSeenAt: now, createdAt: now, updatedAt: now };
  await tx.failure.create({
    data: { teamId, projectId, version: 1, occurrences: 0, ...columns, ...times },
    select: { number: true },
  });
}

/** What the occurrences of one failure add up to; null when it has none. */
export async function sumOf(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<FailureSums | null> {
  const rows = await tx.$queryRawUnsafe<FailureSums[]>(SUMS.text, teamId, projectId, [number]);
  return rows[0] ?? null;
}

export interface JoinedState {
  readonly version: number;
  readonly status: string;
  /** Left out when it stays. */
  readonly title?: string;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: readonly string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export async function setState(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
  { agents, ...state }: JoinedState,
  updatedAt: Date,
): Promise<void> {
  const where = { teamId, projectId, number };
  await tx.failure.updateMany({ where, data: { ...state, agents: [...agents], updatedAt } });
}

/** The fingerprints that lead to a failure. */
export async function readOwnFingerprints(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<string[]> {
  const where = { teamId, projectId, number };
  const rows = await tx.failureFingerprint.findMany({ where, select: { fingerprint: true } });
  return rows.map(({ fingerprint }) => fingerprint);
}
