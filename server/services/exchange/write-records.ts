import type { ProjectScope } from "../../core/access/scope";
import type {
  PortableConstraint,
  PortableDecision,
  PortableFailure,
  PortablePreference,
} from "../../core/formats/portable";
import { blankNote } from "../../core/handoffs/blank";
import { readNote } from "../../core/handoffs/read-note";
import { safeText } from "../../core/redact/safe-text";
import { readSessionSummary } from "../../core/session-summary/read-markdown";
import type { TenantSql } from "../../db/client";
import { appendDecisions, insertDecisions, type NewDecisionRow } from "../../db/exchange/decisions";
import { appendFailures, type ExchangedFailure, insertFailures } from "../../db/exchange/failures";
import { appendRules, type ExchangedRule, type ExchangedRuleKind, insertRules } from "../../db/exchange/rules";
import { appendSummary, insertHandoff, insertSummaries } from "../../db/exchange/texts";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import type { PlannedRecord } from "./plan-records";
import type { PlannedText } from "./plan-texts";

export interface Write {
  readonly deps: Deps;
  readonly scope: ProjectScope;
  readonly sql: TenantSql;
  readonly now: Date;
}

type Numbered<T> = T & { readonly number: number };

/** How many records were where the plan saw them; fewer means that somebody was faster. */
export async function writeDecisions(
  { scope, sql, now }: Write,
  planned: readonly PlannedRecord<PortableDecision>[],
): Promise<number> {
  const added = planned.filter(({ known }) => known === null);
  const newest = added.map((one) => decisionRow(one.record, one.older.length + 1, one.source));
  const versions = added.flatMap((one) =>
    [...one.older, one.record].map((record, index) => decisionRow(record, index + 1, one.source)),
  );
  if (added.length > 0) await insertDecisions(sql, scope, newest, versions, now);
  const next = planned.flatMap(({ record, known, source }) =>
    known === null ? [] : [decisionRow(record, known.version + 1, source)],
  );
  return added.length + (next.length === 0 ? 0 : await appendDecisions(sql, scope, next, now));
}

function decisionRow(record: Numbered<PortableDecision>, version: number, sourceKey: string): NewDecisionRow {
  const { key: _key, session: _session, author, recordedAt, decidedOn, ...same } = record;
  return {
    ...same,
    version,
    sourceKey,
    assumptions: [...record.assumptions],
    affectedPaths: [...record.affectedPaths],
    tags: [...record.tags],
    supersedes: [...record.supersedes],
    amends: [...record.amends],
    decidedOn: decidedOn === null ? null : new Date(decidedOn),
    authorKind: author.kind,
    author: author.name,
    createdAt: new Date(recordedAt),
  };
}

export async function writeFailures(
  { scope, sql, now }: Write,
  planned: readonly PlannedRecord<PortableFailure>[],
): Promise<number> {
  const added = planned.filter(({ known }) => known === null).map(({ record }) => failureRow(record, 1));
  if (added.length > 0) await insertFailures(sql, scope, added, now);
  const next = planned.flatMap(({ record, known }) => (known === null ? [] : [failureRow(record, known.version + 1)]));
  return added.length + (next.length === 0 ? 0 : await appendFailures(sql, scope, next, now));
}

function failureRow(record: Numbered<PortableFailure>, version: number): ExchangedFailure {
  const { key: _key, author, recordedAt, firstSeenAt, lastSeenAt, ...same } = record;
  return {
    ...same,
    version,
    agents: [...record.agents],
    affectedPaths: [...record.affectedPaths],
    tags: [...record.tags],
    firstSeenAt: new Date(firstSeenAt),
    lastSeenAt: new Date(lastSeenAt),
    authorKind: author.kind,
    author: author.name,
    createdAt: new Date(recordedAt),
  };
}

export async function writeConstraints(
  write: Write,
  planned: readonly PlannedRecord<PortableConstraint>[],
): Promise<number> {
  return writeRules(write, "constraint", planned, ({ rule, reason, affectedPaths }) => ({
    text: rule,
    reason,
    affectedPaths: [...affectedPaths],
  }));
}

export async function writePreferences(
  write: Write,
  planned: readonly PlannedRecord<PortablePreference>[],
): Promise<number> {
  return writeRules(write, "preference", planned, ({ text }) => ({ text, reason: "", affectedPaths: [] }));
}

async function writeRules<T extends PortableConstraint | PortablePreference>(
  { scope, sql, now }: Write,
  kind: ExchangedRuleKind,
  planned: readonly PlannedRecord<T>[],
  own: (record: T) => Pick<ExchangedRule, "text" | "reason" | "affectedPaths">,
): Promise<number> {
  const row = (record: Numbered<T>, version: number, sourceKey: string): ExchangedRule => {
    const { number, status, title, tags, evidence, author, recordedAt } = record;
    const written = { authorKind: author.kind, author: author.name, createdAt: new Date(recordedAt) };
    return { number, version, status, title, sourceKey, ...own(record), tags: [...tags], evidence, ...written };
  };
  const added = planned.filter(({ known }) => known === null).map(({ record, source }) => row(record, 1, source));
  if (added.length > 0) await insertRules(sql, scope, kind, added, now);
  const next = planned.flatMap(({ record, known, source }) =>
    known === null ? [] : [row(record, known.version + 1, source)],
  );
  return added.length + (next.length === 0 ? 0 : await appendRules(sql, scope, kind, next, now));
}

export async function writeSummaries(
  { deps, scope, sql, now }: Write,
  planned: readonly PlannedText[],
): Promise<number> {
  const author = authorOf(scope.actor);
  const rows = planned.map(({ target, title, markdown, version }) => {
    const body = safeJson(readSessionSummary(markdown));
    return { number: target, version: version + 1, title: safeText(title), body, ...author };
  });
  const added = rows.filter(({ version }) => version === 1).map((row) => ({ ...row, sessionId: deps.ids.next() }));
  if (added.length > 0) await insertSummaries(sql, scope, added, now);
  let written = added.length;
  for (const row of rows.filter(({ version }) => version > 1)) {
    if (await appendSummary(sql, scope, row, now)) written++;
  }
  return written;
}

export async function writeHandoffs({ scope, sql, now }: Write, planned: readonly PlannedText[]): Promise<number> {
  for (const { target, title, markdown } of planned) {
    const blank = blankNote({ session: null, at: "", client: "", agent: scope.actor.name });
    const note = safeJson(readNote(markdown, blank));
    const text = { title: safeText(title), markdown: safeText(markdown) };
    await insertHandoff(sql, scope, { number: target, note, ...text, ...authorOf(scope.actor) }, now);
  }
  return planned.length;
}
