import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { joined, movedMark, ownMark } from "../../core/failures/joined";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import {
  followByHand,
  insertBareFailure,
  type JoinRow,
  moveFingerprints,
  moveOccurrences,
  type OccurrenceKey,
  readMergedTree,
  readOwnFingerprints,
  readSessionIds,
  setMergedInto,
  setOwnFingerprint,
  setState,
  sumOf,
} from "../../db/memory/failure-join";
import { appendFailureVersion, readFailureVersions } from "../../db/memory/failure-record";
import type { FailureSums } from "../../db/memory/failures";
import { takeNumber } from "../../db/memory/numbers";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";
import { evidenceOf } from "./decision-views";
import { failureContentOf } from "./failure-change";
import { appendJoin, lockFailures, standsAt } from "./join-failures";
import { allOrNothing, type Changed } from "./versioned";

export interface SplitFailure {
  readonly number: number;
  readonly expectedVersion: number;
  /** What is split off, with all its occurrences now and later. */
  readonly fingerprints: readonly string[];
  /** Single occurrences that are split off. */
  readonly occurrences: readonly { readonly session: number; readonly ref: string }[];
  /** What the new failure is called; empty takes the title of the old one. */
  readonly title: string;
}

/**
 * Says that a failure is two: a new one takes the fingerprints and occurrences that were chosen. Both keep what the
 * record says, but for the root cause and the fix, which are of the old one. Answers the new failure.
 */
export async function splitFailure(deps: Deps, scope: ProjectScope, input: SplitFailure): Promise<Result<Changed>> {
  const fingerprints = [...new Set(input.fingerprints)];
  if (fingerprints.length + input.occurrences.length === 0) {
    return fail("bad_request", "Choose what is split off: fingerprints or occurrences.", { field: "occurrences" });
  }
  return allOrNothing(deps, scope, async (tx) => {
    const locked = await lockFailures(tx, scope, [input.number]);
    if (!locked.ok) return locked;
    const [source] = locked.value;
    if (!source) throw new Error("One failure was locked.");
    const checked = standsAt(source, input.expectedVersion);
    if (!checked.ok) return checked;
    const known = await readOwnFingerprints(tx, scope, source.number);
    const foreign = fingerprints.find((one) => !known.includes(one));
    if (foreign !== undefined) return notTheirs(source, `the fingerprint “${foreign}”`, "fingerprints");

    const number = await takeNumber(tx, scope, "failure");
    const now = deps.clock.now();
    const title = safeText(input.title.trim());
    const bare = { number, status: "active", title, fingerprint: ownMark(number), now };
    await insertBareFailure(tx, scope, bare);
    const moved = await moveChosen(tx, scope, source, { ...input, fingerprints }, number);
    if (!moved.ok) return moved;
    const [left, taken] = [await sumOf(tx, scope, source.number), await sumOf(tx, scope, number)];
    if (left === null) return nothingLeft(source);
    if (taken === null) return nothingTaken(source);

    const made = await writeNew(tx, scope, source, taken, { number, title, now });
    await appendJoin(deps, tx, scope, source, { evidence: (all) => joined(all, "gave-off", number) });
    await auditBoth(deps, tx, scope, source.number, number);
    return ok(made);
  });
}

/** Moves what was chosen to the new failure; refuses an occurrence that the old one does not have. */
async function moveChosen(
  tx: TenantTx,
  scope: ProjectScope,
  source: JoinRow,
  { fingerprints, occurrences }: Pick<SplitFailure, "fingerprints" | "occurrences">,
  number: number,
): Promise<Result<null>> {
  const movedBy = safeText(movedMark(number, scope.actor.name));
  const sessions = await readSessionIds(
    tx,
    scope,
    occurrences.map(({ session }) => session),
  );
  const keys: OccurrenceKey[] = [];
  for (const { session, ref } of occurrences) {
    const sessionId = sessions.get(session);
    if (sessionId === undefined) return notFound("session", session);
    keys.push({ sessionId, entryId: ref });
  }
  const wanted = new Map(keys.map((key) => [`${key.sessionId} ${key.entryId}`, key]));
  const count = await moveOccurrences(tx, scope, {
    from: source.number,
    to: number,
    movedBy,
    keys: [...wanted.values()],
  });
  if (count < wanted.size) return notTheirs(source, `${wanted.size - count} of the occurrences`, "occurrences");
  await leadTo(tx, scope, source, fingerprints, number);
  await followByHand(tx, scope, { from: source.number, to: number, movedBy, fingerprints });
  return ok(null);
}

/**
 * The fingerprints lead to the new failure. One that a merged failure brought along takes that failure's number with
 * it; what was merged into that one stays where it is.
 */
async function leadTo(
  tx: TenantTx,
  scope: ProjectScope,
  source: JoinRow,
  fingerprints: readonly string[],
  number: number,
): Promise<void> {
  const chosen = new Set(fingerprints);
  for (const row of await readMergedTree(tx, scope, source.number)) {
    if (!chosen.has(row.fingerprint)) continue;
    if (row.number === source.number) {
      await setOwnFingerprint(tx, scope, source.number, ownMark(source.number));
      await setOwnFingerprint(tx, scope, number, row.fingerprint);
      continue;
    }
    const tree = await readMergedTree(tx, scope, row.number);
    const below = tree.filter((one) => one.mergedInto === row.number && !chosen.has(one.fingerprint));
    await setMergedInto(
      tx,
      scope,
      below.map((one) => one.number),
      row.mergedInto,
    );
    await setMergedInto(tx, scope, [row.number], number);
  }
  await moveFingerprints(tx, scope, source.number, number, fingerprints);
}

/** The first version of the new failure: what the old one says was tried, and none of its causes. */
async function writeNew(
  tx: TenantTx,
  scope: ProjectScope,
  source: JoinRow,
  sum: FailureSums,
  { number, title, now }: { number: number; title: string; now: Date },
): Promise<Changed> {
  const [latest] = await readFailureVersions(tx, scope, source.number, 1);
  if (!latest) throw new Error(`${recordRef("failure", source.number)} has no version.`);
  const status = sum.lastIsResolved ? "resolved" : "active";
  const evidence = joined(evidenceOf(latest.evidence), "split-from", source.number);
  const named = title === "" ? latest.title : title;
  const content = { ...failureContentOf(latest), title: named, rootCause: "", fix: "", evidence };
  const { occurrences, sessions, agents, firstSeenAt, lastSeenAt } = sum;
  const state = { version: 1, status, title: named, occurrences, sessions, agents, firstSeenAt, lastSeenAt };
  await setState(tx, scope, number, state, now);
  const { sessionId } = latest;
  await appendFailureVersion(tx, scope, {
    number,
    version: 1,
    status,
    content,
    sessionId,
    now,
    ...authorOf(scope.actor),
  });
  return { number, version: 1, status };
}

async function auditBoth(deps: Deps, tx: TenantTx, scope: ProjectScope, from: number, into: number): Promise<void> {
  const { projectId } = scope;
  const [source, taken] = [recordRef("failure", from), recordRef("failure", into)];
  await recordAudit(deps, tx, scope, {
    action: "failure.split",
    subject: source,
    projectId,
    detail: { into: safeText(taken) },
  });
  await recordAudit(deps, tx, scope, {
    action: "failure.split-off",
    subject: taken,
    projectId,
    detail: { from: safeText(source) },
  });
}

function notTheirs<T>({ number }: JoinRow, what: string, field: string): Result<T> {
  const message = `${recordRef("failure", number)} does not have ${what}. Read it again, then choose.`;
  return fail("bad_request", message, { field });
}

function nothingLeft<T>({ number }: JoinRow): Result<T> {
  const message = `Nothing would be left of ${recordRef("failure", number)}. Leave at least one occurrence, or edit it.`;
  return fail("bad_request", message, { field: "occurrences" });
}

function nothingTaken<T>({ number }: JoinRow): Result<T> {
  const message = `What was chosen of ${recordRef("failure", number)} has no occurrence, so nothing would be split off.`;
  return fail("bad_request", message, { field: "fingerprints" });
}
