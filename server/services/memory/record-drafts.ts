import type { ProjectScope } from "../../core/access/scope";
import type { DecisionDraft } from "../../core/decisions/draft";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../../db/client";
import { findBySource, insertDrafts, type KnownDecision, type NewDraft } from "../../db/memory/drafts";
import { takeNumbers } from "../../db/memory/numbers";

/** Each draft with the record that it has in the project. */
export interface RecordedDraft {
  readonly draft: DecisionDraft;
  readonly number: number;
  readonly status: string;
  /** It was recorded just now. */
  readonly isNew: boolean;
}

/**
 * Stores the drafts that the project does not have yet, each once, with consecutive numbers. What is known already
 * stays as it is, whether a person has reviewed it or not.
 */
export async function recordDrafts(
  sql: TenantSql,
  scope: ProjectScope,
  session: { readonly id: string; readonly number: number; readonly client: string },
  found: readonly DecisionDraft[],
  now: Date,
): Promise<RecordedDraft[]> {
  if (found.length === 0) return [];
  const keys = found.map((draft) => safeText(draft.sourceKey));
  const known = new Map((await findBySource(sql, scope, keys)).map((row) => [row.sourceKey, row]));
  const missing = found.filter((draft) => !known.has(safeText(draft.sourceKey)));
  const isNew = new Set(missing);
  if (missing.length > 0) {
    const first = await takeNumbers(sql, scope, "decision", missing.length);
    const drafts = missing.map((draft, index) => toRow(session, draft, first + index));
    await insertDrafts(sql, scope, session.id, drafts, now);
    for (const row of await findBySource(sql, scope, keys)) known.set(row.sourceKey, row);
  }
  return found.flatMap((draft) => withRecord(draft, known.get(safeText(draft.sourceKey)), isNew.has(draft)));
}

function withRecord(draft: DecisionDraft, row: KnownDecision | undefined, isNew: boolean): RecordedDraft[] {
  return row ? [{ draft, number: row.number, status: row.status, isNew }] : [];
}

function toRow(
  session: { readonly number: number; readonly client: string },
  draft: DecisionDraft,
  number: number,
): NewDraft {
  const all = (texts: readonly string[]): SafeText[] => texts.map((text) => safeText(text));
  return {
    number,
    sourceKey: safeText(draft.sourceKey),
    title: safeText(draft.title),
    decidedOn: new Date(draft.atMs).toISOString(),
    context: safeText(draft.context),
    decision: safeText(draft.decision),
    reasoning: safeText(draft.reasoning),
    alternatives: draft.alternatives.map(({ option, detail, whyNot }) => ({
      option: safeText(option),
      detail: safeText(detail),
      whyNot: safeText(whyNot),
    })),
    impact: safeText(draft.impact),
    reversible: safeText(draft.reversible),
    risk: safeText(draft.risk),
    confidence: safeText(draft.confidence),
    assumptions: all(draft.assumptions),
    affectedPaths: all(draft.affectedPaths),
    tags: all(draft.tags),
    evidence: draft.evidence.map(({ ref, note }) => ({
      kind: "event",
      session: session.number,
      ref,
      note: safeText(note),
    })),
    author: safeText(`${session.client} ${draft.agent}`),
  };
}
