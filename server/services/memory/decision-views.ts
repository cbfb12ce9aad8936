import { z } from "zod";
import { statusOf } from "../../core/decisions/transitions";
import { AlternativeView, type DecisionRow, type DecisionVersionView, EvidenceView } from "../../core/decisions/views";
import type { DecisionListRow } from "../../db/memory/decision-list";
import type { DecisionVersionRow } from "../../db/memory/decision-record";

/** Stored lists are read leniently: what a newer version wrote differently is left out and not an error. */
const Alternatives = z.array(AlternativeView.partial({ detail: true, whyNot: true })).catch([]);
const Evidence = z.array(EvidenceView.partial({ session: true, note: true })).catch([]);

export function toDecisionRow(row: DecisionListRow): DecisionRow {
  return {
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

export function toDecisionVersion(row: DecisionVersionRow): DecisionVersionView {
  const { authorKind, author, sessionId: _sessionId, links: _links, ...columns } = row;
  return {
    ...columns,
    status: statusOf(row.status),
    decidedOn: row.decidedOn?.toISOString() ?? null,
    alternatives: Alternatives.parse(row.alternatives).map(({ option, detail = "", whyNot = "" }) => ({
      option,
      detail,
      whyNot,
    })),
    evidence: evidenceOf(row.evidence),
    author: { kind: authorKind, name: author },
    createdAt: row.createdAt.toISOString(),
  };
}

export function evidenceOf(stored: unknown): EvidenceView[] {
  return Evidence.parse(stored).map(({ kind, ref, session = null, note = "" }) => ({ kind, ref, session, note }));
}
