import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { FAILURE_STATUSES, type FailureStatus } from "../../core/failures/next-status";
import type { FailureVersionView, FailureView, OccurrenceView } from "../../core/failures/views";
import { notFound, ok, type Result } from "../../core/result";
import {
  type FailureVersionRow,
  type OccurrenceListRow,
  readFailure,
  readFailureVersions,
  readOccurrences,
} from "../../db/memory/failure-record";
import type { Deps } from "../deps";

const MAX_OCCURRENCES = 100;

/** A failure with its latest occurrences and all versions. */
export async function getFailure(deps: Deps, scope: ProjectScope, number: number): Promise<Result<FailureView>> {
  const { db } = deps;
  const record = await readFailure(db.prisma, scope, number);
  if (!record) return notFound("failure", recordRef("failure", number));
  const [versions, latest] = await Promise.all([
    readFailureVersions(db.prisma, scope, number),
    readOccurrences(db, scope, number, MAX_OCCURRENCES),
  ]);
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
    versions: versions.map(toVersion),
  });
}

function statusOf(text: string): FailureStatus {
  return FAILURE_STATUSES.find((status) => status === text) ?? "active";
}

function toOccurrence({ at, ...row }: OccurrenceListRow): OccurrenceView {
  return { ...row, at: at.toISOString() };
}

function toVersion(row: FailureVersionRow): FailureVersionView {
  const { evidence: _evidence, sessionId: _sessionId, authorKind, author, createdAt, status, ...columns } = row;
  return {
    ...columns,
    status: statusOf(status),
    author: { kind: authorKind, name: author },
    createdAt: createdAt.toISOString(),
  };
}
