import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { shortener } from "../../core/events/short-path";
import { FAILURE_STATUSES, type FailureStatus } from "../../core/failures/next-status";
import type { FailureVersionView, FailureView, OccurrenceView } from "../../core/failures/views";
import { notFound, ok, type Result } from "../../core/result";
import {
  type FailureVersionRow,
  type OccurrenceListRow,
  readFailure,
  readFailureVersions,
  readFolders,
  readOccurrences,
} from "../../db/memory/failure-record";
import type { Deps } from "../deps";

const MAX_OCCURRENCES = 100;

/** A failure with its latest occurrences and all versions; paths inside the folders of its sessions are relative. */
export async function getFailure(deps: Deps, scope: ProjectScope, number: number): Promise<Result<FailureView>> {
  const { db } = deps;
  const record = await readFailure(db.prisma, scope, number);
  if (!record) return notFound("failure", recordRef("failure", number));
  const [versions, latest] = await Promise.all([
    readFailureVersions(db.prisma, scope, number),
    readOccurrences(db, scope, number, MAX_OCCURRENCES),
  ]);
  const folders = await readFolders(
    db,
    scope,
    versions.flatMap(({ sessionId }) => sessionId ?? []),
  );
  const short = shortenerOf(folders.map(({ cwd }) => cwd));
  const { fingerprint, status, occurrences, firstSeenAt, lastSeenAt } = record;
  return ok({
    number,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    fingerprint,
    status: statusOf(status),
    occurrences,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    mayResolve: can({ role: scope.role, keyScopes: null }, "failure:write"),
    latest: latest.map(toOccurrence),
    versions: versions.map((version) => toVersion(version, short)),
  });
}

function statusOf(text: string): FailureStatus {
  return FAILURE_STATUSES.find((status) => status === text) ?? "active";
}

function toOccurrence({ at, ...row }: OccurrenceListRow): OccurrenceView {
  return { ...row, at: at.toISOString() };
}

/** A version carries over what earlier ones told, so its paths may lie in the folder of any session before it. */
function shortenerOf(folders: readonly string[]): (text: string) => string {
  // The longest first: a session may have run in a folder inside that of another.
  const all = [...new Set(folders)].sort((a, b) => b.length - a.length).map(shortener);
  return (text) => all.reduce((shortened, short) => short(shortened), text);
}

function toVersion(row: FailureVersionRow, short: (text: string) => string): FailureVersionView {
  const { evidence: _evidence, sessionId: _sessionId, authorKind, author, createdAt, status, ...columns } = row;
  return {
    ...columns,
    title: short(row.title),
    description: short(row.description),
    approach: short(row.approach),
    fix: short(row.fix),
    affectedPaths: row.affectedPaths.map((path) => short(path)),
    status: statusOf(status),
    author: { kind: authorKind, name: author },
    createdAt: createdAt.toISOString(),
  };
}
