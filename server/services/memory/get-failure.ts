import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { shortener } from "../../core/events/short-path";
import { heardText } from "../../core/failures/heard";
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
import { evidenceOf } from "./decision-views";
import { failureStatusOf } from "./failure-status";

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
  const views = versions.map((version) => toVersion(version, short));
  const shown = latest.map(toOccurrence);
  return ok({
    number,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    fingerprint,
    status: failureStatusOf(status),
    occurrences,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    mayWrite: can({ role: scope.role, keyScopes: null }, "failure:write"),
    heard: heardOf(number, occurrences, views, shown),
    latest: shown,
    versions: views,
  });
}

/** Where it occurred stands for the evidence while a session shows it; else what the record names. */
function heardOf(
  number: number,
  occurrences: number,
  [newest]: readonly FailureVersionView[],
  latest: readonly OccurrenceView[],
): string {
  if (!newest) return heardText([]);
  const seen = latest.flatMap(({ session, ref }) =>
    session === null ? [] : [{ kind: "event", session, ref, note: "" }],
  );
  return heardText([{ ...newest, number, occurrences, evidence: seen.length > 0 ? seen : newest.evidence }]);
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
  const { evidence, sessionId: _sessionId, authorKind, author, createdAt, status, ...columns } = row;
  return {
    ...columns,
    title: short(row.title),
    description: short(row.description),
    approach: short(row.approach),
    fix: short(row.fix),
    evidence: evidenceOf(evidence),
    affectedPaths: row.affectedPaths.map((path) => short(path)),
    status: failureStatusOf(status),
    author: { kind: authorKind, name: author },
    createdAt: createdAt.toISOString(),
  };
}
