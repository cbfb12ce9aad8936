import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { DecisionStatus } from "../../core/decisions/transitions";
import { safeText } from "../../core/redact/safe-text";
import { notFound, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import {
  appendDecisionVersion,
  type DecisionContent,
  type DecisionVersionRow,
  moveDecision,
  readDecisionVersions,
} from "../../db/memory/decision-record";
import { lockSeries } from "../../db/memory/numbers";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";
import { allOrNothing, type Changed, outdated } from "./versioned";

/** One transaction that changes decisions: what every use case of the room is built from. */
export interface DecisionChange {
  readonly deps: Deps;
  readonly tx: TenantTx;
  readonly scope: ProjectScope;
  readonly now: Date;
}

export interface NextVersion {
  readonly status: DecisionStatus;
  readonly content: DecisionContent;
  /** What the audit calls it: `decision.accepted`. */
  readonly action: string;
}

/**
 * Opens the transaction. Changes of a project's decisions wait for each other, because one of them can touch several
 * records, and two that each look right alone could make a circle together.
 */
export async function changeDecisions<T>(
  deps: Deps,
  scope: ProjectScope,
  work: (change: DecisionChange) => Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await allOrNothing(deps, scope, async (tx) => {
    await lockSeries(tx, scope, "decision");
    return work({ deps, tx, scope, now: deps.clock.now() });
  });
  if (result.ok) await deps.jobs.findDrift(scope);
  return result;
}

/** The newest version, if it is the one that the person saw. */
export async function readExpected(
  { tx, scope }: DecisionChange,
  number: number,
  expectedVersion: number,
): Promise<Result<DecisionVersionRow>> {
  const ref = recordRef("decision", number);
  const [latest] = await readDecisionVersions(tx, scope, number, 1);
  if (!latest) return notFound("decision", ref);
  return latest.version === expectedVersion ? ok(latest) : outdated(ref, latest.version);
}

/** Appends a version to `from` and notes who did it. */
export async function writeNext(
  { deps, tx, scope, now }: DecisionChange,
  number: number,
  from: Pick<DecisionVersionRow, "version" | "sessionId">,
  { status, content, action }: NextVersion,
): Promise<Result<Changed>> {
  const ref = recordRef("decision", number);
  const version = from.version + 1;
  const { title } = content;
  const moved = await moveDecision(tx, scope, { number, fromVersion: from.version, status, title, now });
  if (!moved) return outdated(ref, version);
  const { sessionId } = from;
  await appendDecisionVersion(tx, scope, {
    number,
    version,
    status,
    content,
    sessionId,
    now,
    ...authorOf(scope.actor),
  });
  const detail = { version, title: safeText(title) };
  await recordAudit(deps, tx, scope, { action, subject: ref, projectId: scope.projectId, detail });
  return ok({ number, version, status });
}

/** What a version says, without who wrote it when. */
export function contentOf(row: DecisionContent): DecisionContent {
  const { title, decidedOn, context, decision, reasoning, alternatives, impact, reversible, risk, confidence } = row;
  const { assumptions, affectedPaths, tags, links, evidence, supersedes, amends } = row;
  return {
    ...{ title, decidedOn, context, decision, reasoning, alternatives, impact, reversible, risk, confidence },
    ...{ assumptions, affectedPaths, tags, links, evidence, supersedes, amends },
  };
}
