import { z } from "zod";
import { statusOf } from "../../core/decisions/transitions";
import {
  AlternativeView,
  type DecisionPoint,
  type DecisionRow,
  type DecisionVersionView,
  EvidenceView,
  type RelatedDecision,
} from "../../core/decisions/views";
import type { DecisionListRow, DecisionPointRow } from "../../db/memory/decision-list";
import type { DecisionVersionRow, RelatedRow } from "../../db/memory/decision-record";

/** Stored lists are read leniently: what a newer version wrote differently is left out and not an error. */
const Alternatives = z.array(AlternativeView.partial({ detail: true, whyNot: true })).catch([]);
const Evidence = z.array(EvidenceView.partial({ session: true, note: true })).catch([]);

export function toDecisionRow(row: DecisionListRow, notices: ReadonlyMap<number, string>): DecisionRow {
  return {
    notice: notices.get(row.number) ?? null,
    number: row.number,
    version: row.version,
    status: statusOf(row.status),
    title: row.title,
    tags: row.tags,
    author: { kind: row.authorKind, name: row.author },
    decidedOn: row.decidedOn?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    session: row.session,
    sessions: row.sessions,
  };
}

export function toDecisionPoint({ at, status, ...row }: DecisionPointRow): DecisionPoint {
  return { ...row, status: statusOf(status), at: at.toISOString() };
}

export function toRelated({ status, ...row }: RelatedRow): RelatedDecision {
  return { ...row, status: statusOf(status) };
}

export function toDecisionVersion(row: DecisionVersionRow): DecisionVersionView {
  const { authorKind, author, sessionId: _sessionId, ...columns } = row;
  return {
    ...columns,
    status: statusOf(row.status),
    decidedOn: row.decidedOn?.toISOString() ?? null,
    alternatives: alternativesOf(row.alternatives),
    evidence: evidenceOf(row.evidence),
    links: evidenceOf(row.links),
    author: { kind: authorKind, name: author },
    createdAt: row.createdAt.toISOString(),
  };
}

export function alternativesOf(stored: unknown): DecisionVersionView["alternatives"] {
  return Alternatives.parse(stored).map(({ option, detail = "", whyNot = "" }) => ({ option, detail, whyNot }));
}

export function evidenceOf(stored: unknown): EvidenceView[] {
  return Evidence.parse(stored).map(({ kind, ref, session = null, note = "" }) => ({ kind, ref, session, note }));
}
