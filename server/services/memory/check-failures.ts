import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { type HeardFailure, heardText } from "../../core/failures/heard";
import { type FailureQuestion, keysOf, type SimilarFailure, similarFailures } from "../../core/failures/similar";
import type { FailureCheck, SimilarFailureView } from "../../core/failures/views";
import { ok, type Result } from "../../core/result";
import { readFolders } from "../../db/memory/failure-record";
import { type CandidateRow, readCandidates, readMatchingFingerprints } from "../../db/memory/failure-similar";
import type { Deps } from "../deps";
import { evidenceOf } from "./decision-views";
import { failureStatusOf } from "./failure-status";
import { shortenerOf } from "./get-failure";

export interface CheckFailures extends FailureQuestion {
  readonly limit: number;
}

/** More are not compared: what shares no word with the question is not among the best ten. */
const MAX_CANDIDATES = 150;
/** What is spoken to an agent; the rest it can read. */
const MAX_HEARD = 3;

/** Has this been tried? The failures that are most like what is about to be done, with what worked. */
export async function checkFailures(
  deps: Deps,
  scope: ProjectScope,
  { limit, ...question }: CheckFailures,
): Promise<Result<FailureCheck>> {
  const { db } = deps;
  const keys = keysOf(question);
  const matching = await readMatchingFingerprints(db, scope, keys, MAX_CANDIDATES);
  const numbers = [...new Set(matching.map(({ number }) => number))];
  const asked = { numbers, words: keys.words, path: question.path.trim().replace(/^\.?\/+/, "") };
  const rows = await readCandidates(db, scope, asked, MAX_CANDIDATES);
  const candidates = rows.map(({ number, affectedPaths, title, approach, description, rootCause, fix }) => ({
    number,
    fingerprints: matching.filter((one) => one.number === number).map(({ fingerprint }) => fingerprint),
    texts: [title, approach, description, rootCause, fix],
    paths: affectedPaths,
  }));
  const similar = similarFailures(question, candidates, limit);
  const found = new Map(rows.map((row) => [row.number, row]));
  const sessions = similar.flatMap(({ number }) => found.get(number)?.sessionId ?? []);
  const short = shortenerOf((await readFolders(db, scope, sessions)).map(({ cwd }) => cwd));
  const shown = similar.flatMap((one) => {
    const row = found.get(one.number);
    return row ? [{ view: toView(row, one, short), row }] : [];
  });
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    failures: shown.map(({ view }) => view),
    heard: heardText(shown.slice(0, MAX_HEARD).map(({ view, row }) => toHeard(view, row))),
  });
}

function toView(row: CandidateRow, { score, by, words }: SimilarFailure, short: (text: string) => string) {
  const status = failureStatusOf(row.status);
  return {
    number: row.number,
    score,
    by: [...by],
    words: [...words],
    status,
    occurrences: row.occurrences,
    lastSeenAt: row.lastSeenAt.toISOString(),
    title: short(row.title),
    tried: short(row.approach),
    said: short(row.description),
    rootCause: short(row.rootCause),
    worked: short(row.fix),
    notice: status === "resolved" ? resolvedNotice(row) : null,
  } satisfies SimilarFailureView;
}

function resolvedNotice({ number, fix }: CandidateRow): string {
  const ref = recordRef("failure", number);
  return fix.trim() === ""
    ? `${ref} is resolved; nobody wrote what put it right.`
    : `${ref} is resolved. Do what put it right before you try anything else.`;
}

function toHeard({ said, tried, worked, ...view }: SimilarFailureView, { evidence }: CandidateRow): HeardFailure {
  return { ...view, description: said, approach: tried, fix: worked, evidence: evidenceOf(evidence) };
}
