import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { commitsPrinted } from "../../core/summarize/commits";
import type { Landmark, Landmarks } from "../../core/telemetry/landmarks";
import {
  branchUrl,
  commitUrl,
  pullRequestsIn,
  type Repository,
  repositoryOf,
} from "../../core/telemetry/repository-links";
import {
  type OutputRow,
  type PlaceRow,
  readBoundaries,
  readBranchChanges,
  readEpochStarts,
  readGitOutputs,
  readRepository,
} from "../../db/sessions/landmarks";
import { readSessionId } from "../../db/sessions/session";
import type { Deps } from "../deps";

/** A menu of more is no help; a session of that many boundaries says that there are more. */
const MAX_OF_A_KIND = 300;
const MAX_SUBJECT = 200;

/** Boundaries, epochs, branches, commits and pull requests of a session, in the order of their time. */
export async function landmarks(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number },
): Promise<Result<Landmarks>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const limit = MAX_OF_A_KIND + 1;
  const [boundaries, epochs, branches, outputs, place] = await Promise.all([
    readBoundaries(deps.db, scope, sessionId, limit),
    readEpochStarts(deps.db, scope, sessionId, limit),
    readBranchChanges(deps.db, scope, sessionId, limit),
    readGitOutputs(deps.db, scope, sessionId, limit),
    readRepository(deps.db, scope, sessionId),
  ]);
  const repository = place?.remote ? repositoryOf(place.remote) : null;
  const all: Landmark[] = [
    // A client tells a compaction as a boundary; the epoch that it began says the same.
    ...boundaries
      .filter(
        ({ thread, name, seq }) => !epochs.some((row) => row.thread === thread && row.name === name && row.seq >= seq),
      )
      .map(({ inferred, ...row }) => ({ ...markOf(row, "boundary"), told: !inferred })),
    ...epochs.map((row) => markOf(row, "epoch")),
    ...branches.map((row) => ({ ...markOf(row, "branch"), url: repository && branchUrl(repository, row.name) })),
    ...outputs.flatMap((row) => commitsOf(row, repository)),
    ...requestsOf(outputs, repository),
  ];
  return ok({
    landmarks: all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq)),
    more: [boundaries, epochs, branches, outputs].some((rows) => rows.length === limit),
    repositoryUrl: repository?.url ?? null,
    branchUrl: repository && place?.branch ? branchUrl(repository, place.branch) : null,
    headUrl: repository && place?.head ? commitUrl(repository, place.head) : null,
  });
}

function markOf({ thread, seq, at, name }: PlaceRow, kind: Landmark["kind"]): Landmark {
  return { kind, thread, seq, at: at.toISOString(), name, told: true, hash: null, url: null };
}

function commitsOf(row: OutputRow, repository: Repository | null): Landmark[] {
  if (!/\bcommit\b/.test(row.command)) return [];
  return commitsPrinted(row.output).map(({ hash, subject }) => ({
    ...markOf({ ...row, name: subject.slice(0, MAX_SUBJECT) }, "commit"),
    hash,
    url: repository && commitUrl(repository, hash),
  }));
}

/** Each request once, where it was first named. */
function requestsOf(outputs: readonly OutputRow[], repository: Repository | null): Landmark[] {
  if (!repository) return [];
  const found = new Map<string, Landmark>();
  for (const row of outputs.filter(({ command }) => /\b(?:pr|mr)\b/.test(command))) {
    for (const { name, url } of pullRequestsIn(row.output, repository)) {
      if (!found.has(url)) found.set(url, { ...markOf({ ...row, name }, "pull-request"), url });
    }
  }
  return [...found.values()];
}
