import type { Principal, ProjectScope } from "@/server/core/access/scope";
import type { Advice } from "@/server/core/budget/advice";
import { type KnownWindow, windowOf } from "@/server/core/budget/windows";
import type { SessionHeader } from "@/server/core/events/ingest-batch";
import { RESOLVABLE_KINDS } from "@/server/core/events/kinds";
import { largeResultMessage } from "@/server/core/events/large-result";
import { LARGE_RESULT_TOKENS } from "@/server/core/events/limits";
import { ok, type Result } from "@/server/core/result";
import { giveAdvice } from "../budget/give-advice";
import type { Deps } from "../deps";
import { type PreparedRow, prepareBatch } from "./prepare-batch";
import { type Problem, type RawBatch, type RejectCode, type RejectedEvent, readBatch } from "./read-batch";
import { resolveProject } from "./resolve-project";
import { type EventOutcome, type WrittenBatch, writeBatch } from "./write-batch";

export interface EventResult {
  /** Position in the batch. */
  readonly index: number;
  readonly id: string | null;
  readonly status: "accepted" | "duplicate" | "rejected";
  readonly code?: RejectCode;
  readonly field?: string;
  readonly message?: string;
  /** A duplicate whose content is not what is stored under its id; the first one counts. */
  readonly contentDiffers?: true;
}

export interface LargeResultFlag {
  readonly id: string;
  readonly tokens: number;
  readonly message: string;
}

export interface AppendAnswer {
  readonly session: { readonly number: number; readonly id: string; readonly path: string };
  readonly project: string;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly results: EventResult[];
  /** Entries beside events (threads, requests, boundaries, marks) that were not taken. */
  readonly problems: Problem[];
  readonly usage: (KnownWindow & { readonly contextTokens: number; readonly share: number | null }) | null;
  /** Proven noise that the last analysis found in the session. */
  readonly reclaimableTokens: number;
  readonly advice: Advice | null;
  readonly flags: LargeResultFlag[];
}

type KeyPrincipal = Extract<Principal, { kind: "key" }>;

/**
 * Takes a batch of a session. Each event gets its own result; a bad one never fails its neighbours. Idempotent: the
 * key is (session, entry id), so a retry, an overlap or a copied history adds nothing twice.
 * Faults: the header (`bad_request`, `unsupported_version`), too many entries (`too_large`), the project (`not_found`
 * with a proposal, `forbidden`).
 */
export async function appendEvents(
  deps: Deps,
  key: KeyPrincipal,
  raw: RawBatch & { readonly create?: boolean },
  /** Advice that nobody would hear is not given, so that the next answer can give it. */
  { advise = true }: { readonly advise?: boolean } = {},
): Promise<Result<AppendAnswer>> {
  const batch = readBatch(raw);
  if (!batch.ok) return batch;
  const { header, events } = batch.value;
  const scope = await resolveProject(deps, key, header, { create: raw.create ?? false });
  if (!scope.ok) return scope;
  const { rows, rejected } = prepareBatch(header.client, events, header.captureMode);
  const written = await writeBatch(deps, scope.value, batch.value, rows);
  const usage = usageOf(header, written);
  const advice = advise ? await adviceOf(deps, scope.value, written, usage?.share ?? null) : null;
  const results = resultsOf(rows, written.outcomes, [...batch.value.rejected, ...rejected]);
  return ok({
    session: { number: written.session.number, id: written.session.id, path: sessionPath(scope.value, written) },
    project: scope.value.projectSlug,
    accepted: countOf(results, "accepted"),
    duplicates: countOf(results, "duplicate"),
    rejected: countOf(results, "rejected"),
    results,
    problems: [...batch.value.problems],
    usage,
    reclaimableTokens: written.reclaimableTokens,
    advice,
    flags: flagsOf(rows, written.outcomes),
  });
}

/** How full the main window was at its last request that reported it. */
function usageOf(header: SessionHeader, { standing }: WrittenBatch): AppendAnswer["usage"] {
  if (standing === null || standing.contextTokens === null) return null;
  const { contextTokens } = standing;
  const window = windowOf({
    told: header.windowTokens ?? standing.windowTokens,
    model: standing.contextModel ?? header.model ?? standing.model,
    seenTokens: contextTokens,
  });
  return { contextTokens, ...window, share: window.windowTokens === null ? null : contextTokens / window.windowTokens };
}

async function adviceOf(
  deps: Deps,
  { teamId }: ProjectScope,
  { standing, reached, session }: WrittenBatch,
  share: number | null,
): Promise<Advice | null> {
  if (standing === null) return null;
  return giveAdvice(deps, { teamId, sessionId: session.id }, { standing, share, reached });
}

/** Where the session is shown, under the address of the server. */
function sessionPath({ teamSlug, projectSlug }: ProjectScope, { session }: WrittenBatch): string {
  return `/${teamSlug}/${projectSlug}/sessions/${session.number}`;
}

function resultsOf(
  rows: readonly PreparedRow[],
  outcomes: ReadonlyMap<number, EventOutcome>,
  rejected: readonly RejectedEvent[],
): EventResult[] {
  const taken = rows.map(({ index, id }) => takenResult(index, id, outcomes.get(index) ?? "duplicate"));
  const refused = rejected.map((event) => ({ ...event, status: "rejected" as const }));
  return [...taken, ...refused].sort((a, b) => a.index - b.index);
}

function takenResult(index: number, id: string, outcome: EventOutcome): EventResult {
  if (outcome === "differs") return { index, id, status: "duplicate", contentDiffers: true };
  return { index, id, status: outcome };
}

function countOf(results: readonly EventResult[], status: EventResult["status"]): number {
  return results.reduce((count, result) => (result.status === status ? count + 1 : count), 0);
}

function flagsOf(rows: readonly PreparedRow[], outcomes: ReadonlyMap<number, EventOutcome>): LargeResultFlag[] {
  return rows
    .filter(({ index, event }) => event.tokens > LARGE_RESULT_TOKENS && outcomes.get(index) === "accepted")
    .filter(({ event }) => RESOLVABLE_KINDS.includes(event.kind))
    .map(({ id, event }) => ({
      id,
      tokens: event.tokens,
      message: largeResultMessage(event.tokens),
    }));
}
