import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { shortener } from "../../core/events/short-path";
import { heardText } from "../../core/failures/heard";
import { reopeningOf } from "../../core/failures/reopened";
import type { FailureVersionView, FailureView, OccurrenceView } from "../../core/failures/views";
import { notFound, ok, type Result } from "../../core/result";
import {
  type FailureVersionRow,
  type OccurrenceListRow,
  readFailure,
  readFailureVersions,
  readFingerprints,
  readFolders,
  readMerged,
  readOccurrences,
} from "../../db/memory/failure-record";
import type { Deps } from "../deps";
import { evidenceOf } from "./decision-views";
import { failureStatusOf } from "./failure-status";
import { weeksOf } from "./list-failures";

const MAX_OCCURRENCES = 100;
const MAX_FINGERPRINTS = 50;
const TREND_WEEKS = 26;
/** Merges of merges; no one follows a longer way. */
const MAX_MERGES = 100;

/**
 * A failure with its latest occurrences and all versions; paths inside the folders of its sessions are relative. The
 * number of a merged one leads to the failure that stands for both.
 */
export async function getFailure(deps: Deps, scope: ProjectScope, asked: number): Promise<Result<FailureView>> {
  const { db } = deps;
  const found = await leadsTo(deps, scope, asked);
  if (!found) return notFound("failure", recordRef("failure", asked));
  const { number, record } = found;
  const [versions, latest, fingerprints, merged, weeks] = await Promise.all([
    readFailureVersions(db.prisma, scope, number),
    readOccurrences(db, scope, number, MAX_OCCURRENCES),
    readFingerprints(db, scope, number, MAX_FINGERPRINTS),
    readMerged(db, scope, number, MAX_FINGERPRINTS),
    weeksOf(deps, scope, [number], TREND_WEEKS),
  ]);
  const folders = await readFolders(
    db,
    scope,
    versions.flatMap(({ sessionId }) => sessionId ?? []),
  );
  const short = shortenerOf(folders.map(({ cwd }) => cwd));
  const { status, occurrences, firstSeenAt, lastSeenAt } = record;
  const views = versions.map((version) => toVersion(version, short));
  const shown = latest.map(toOccurrence);
  return ok({
    number,
    askedFor: asked === number ? null : asked,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    fingerprints: fingerprints.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null })),
    merged: merged.map((row) => ({ ...row, title: short(row.title) })),
    reopened: reopeningOf(views),
    weeks: weeks.get(number) ?? [],
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

/** The failure that a number stands for, by way of all merges. */
async function leadsTo({ db }: Deps, scope: ProjectScope, asked: number) {
  let number = asked;
  for (let step = 0; step < MAX_MERGES; step++) {
    const record = await readFailure(db.prisma, scope, number);
    if (!record) return null;
    if (record.mergedInto === null) return { number, record };
    number = record.mergedInto;
  }
  return null;
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
export function shortenerOf(folders: readonly string[]): (text: string) => string {
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
