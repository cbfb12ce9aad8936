import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type RuleKind, type RuleStatus, ruleStatusOf } from "../../core/rules/statuses";
import type { TenantTx } from "../../db/client";
import {
  appendRuleVersion,
  moveRule,
  type RuleContent,
  type RuleVersionRow,
  readRuleVersions,
} from "../../db/rules/rule-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { evidenceOf } from "../memory/decision-views";
import { allOrNothing, type Changed, outdated } from "../memory/versioned";

export interface NextRule {
  readonly status: RuleStatus;
  readonly content: RuleContent;
  /** What the audit calls it, behind the kind: `retired` for `constraint.retired`. */
  readonly action: string;
}

/** The record, and the version that was seen. */
export interface RuleTarget {
  readonly kind: RuleKind;
  readonly number: number;
  readonly expectedVersion: number;
}

/**
 * Appends a version to a rule: `next` sees the newest version, and the one before it, and says what follows. A conflict
 * when somebody was faster. A key writes proposals only: what agents are told is for people to say.
 */
export async function changeRule(
  deps: Deps,
  scope: ProjectScope,
  { kind, number, expectedVersion }: RuleTarget,
  next: (latest: RuleVersionRow, before: RuleVersionRow | undefined) => Result<NextRule>,
): Promise<Result<Changed>> {
  const ref = recordRef(kind, number);
  return allOrNothing(deps, scope, async (tx) => {
    const [latest, before] = await readRuleVersions(tx, scope, kind, number, 2);
    if (!latest) return notFound(kind, ref);
    if (latest.version !== expectedVersion) return outdated(ref, latest.version);
    const decided = next(latest, before);
    if (!decided.ok) return decided;
    const { status, content, action } = decided.value;
    if (scope.actor.kind === "key" && (status !== "proposed" || latest.status !== "proposed")) return onlyPeople(ref);

    const now = deps.clock.now();
    const { title } = content;
    const version = expectedVersion + 1;
    const moved = await moveRule(tx, scope, kind, { number, fromVersion: expectedVersion, status, title, now });
    if (!moved) return outdated(ref, version);
    const { sessionId } = latest;
    const written = { number, version, status, content, sessionId, now, ...authorOf(scope.actor) };
    await appendRuleVersion(tx, scope, kind, written);
    await auditRule(deps, tx, scope, { kind, number, version, title, action });
    return ok({ number, version, status });
  });
}

/** What a key may not do. */
export function onlyPeople<T>(what: string): Result<T> {
  return fail("forbidden", `An API key only proposes. Ask a person to change ${what} in the browser.`);
}

export async function auditRule(
  deps: Deps,
  tx: TenantTx,
  scope: ProjectScope,
  told: { kind: RuleKind; number: number; version: number; title: string; action: string },
): Promise<void> {
  const { kind, number, version, title, action } = told;
  await recordAudit(deps, tx, scope, {
    action: `${kind}.${action}`,
    subject: recordRef(kind, number),
    projectId: scope.projectId,
    detail: { version, title: safeText(title) },
  });
}

/** What a version says, without who wrote it when. */
export function ruleContentOf(row: RuleVersionRow): RuleContent {
  const { title, text, reason, affectedPaths, tags } = row;
  return { title, text, reason, affectedPaths, tags, evidence: evidenceOf(row.evidence) };
}

/** The status that a version had. */
export function statusOfVersion({ status }: RuleVersionRow): RuleStatus {
  return ruleStatusOf(status);
}
