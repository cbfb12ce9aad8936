import type { ProjectScope } from "../../core/access/scope";
import { findDrafts } from "../../core/decisions/find-drafts";
import { recordRef } from "../../core/decisions/record-ref";
import { groupFailures } from "../../core/failures/group-failures";
import { type ComposeFacts, composeHandoff } from "../../core/handoffs/compose";
import type { Plan, SessionInput } from "../../core/prune/model";
import { findPreferences } from "../../core/rules/find-preferences";
import { composeSummary } from "../../core/session-summary/compose";
import type { TenantSql } from "../../db/client";
import { readSessionFacts } from "../../db/memory/session-facts";
import type { Deps } from "../deps";
import { recordHandoff } from "../handoffs/record-handoff";
import { recordFoundRules } from "../rules/record-found-rules";
import { recordSummary } from "../session-summaries/record-summary";
import { recordDrafts } from "./record-drafts";
import { recordFailures } from "./record-failures";

/**
 * What a session tells the project, stored in the transaction of its analysis: drafts of decisions, failures by
 * fingerprint, the composed handoff note, the summary, and what its prompts want from now on. Idempotent: the same session again writes nothing. A hook of
 * `analyseSession`, which runs serially for each session; several sessions of a project may run at once.
 */
export async function recordFindings(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  session: { readonly id: string; readonly number: number; readonly input: SessionInput },
  _plan: Plan,
): Promise<void> {
  const facts = await readSessionFacts(sql, scope.teamId, session.id);
  if (!facts) return;
  const { id, number, input } = session;
  const now = deps.clock.now();
  const drafts = findDrafts(input, facts.nativeId);
  const failures = groupFailures(input);
  // Locks are always taken in this order: decisions, failures, session, handoffs, summaries, constraints, preferences.
  const recorded = await recordDrafts(sql, scope, { id, number, client: input.client }, drafts, now);
  if (recorded.some(({ isNew }) => isNew)) await deps.jobs.findDrift(scope, sql);
  const failureNumbers = await recordFailures(sql, scope, { id, number }, failures, now);
  const told: ComposeFacts = {
    number,
    startedAtMs: facts.startedAt.getTime(),
    timeZone: scope.timeZone,
    cwd: facts.cwd,
    branch: facts.branch,
    decisions: recorded
      .filter(({ status }) => status !== "rejected")
      .map(({ draft, number: decision }) => ({ draft, ref: recordRef("decision", decision) })),
    failures: failures.map((failure) => {
      const known = failureNumbers.get(failure.fingerprint);
      return { failure, ref: known === undefined ? null : recordRef("failure", known) };
    }),
  };
  await recordHandoff(sql, scope, { id, number, title: facts.title }, composeHandoff(input, told), now);
  await recordSummary(sql, scope, { id, title: facts.title }, composeSummary(input, told), { now });
  await recordFoundRules(sql, scope, { id, number }, findPreferences(input, facts.nativeId), now);
}
