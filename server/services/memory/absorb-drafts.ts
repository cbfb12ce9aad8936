import { MAX_EVIDENCE } from "../../core/decisions/decision-input";
import { writeEvidenceLine } from "../../core/decisions/evidence-lines";
import type { EvidenceView } from "../../core/decisions/views";
import { type DecisionContent, type DecisionVersionRow, readDecisionVersions } from "../../db/memory/decision-record";
import { readAlike } from "../../db/memory/review-queue";
import { contentOf, type DecisionChange } from "./decision-change";
import { evidenceOf } from "./decision-views";
import { inOrder } from "./supersede";

export type NumberedVersion = DecisionVersionRow & { readonly number: number };

/** Other drafts that say the same as this one, in their newest versions; none when it is no draft. */
export async function readEqualDrafts(
  { tx, scope }: DecisionChange,
  number: number,
  draft: DecisionVersionRow,
): Promise<NumberedVersion[]> {
  if (draft.status !== "draft") return [];
  const found: NumberedVersion[] = [];
  for (const other of await readAlike(tx, scope, number, draft, "draft")) {
    const [latest] = await readDecisionVersions(tx, scope, other, 1);
    if (latest) found.push({ ...latest, number: other });
  }
  return found;
}

/**
 * A decision that takes others in: it has their evidence and links beside its own, each once, and supersedes them. What
 * has no room any more is still read at the others.
 */
export function absorb(content: DecisionContent, others: readonly NumberedVersion[]): DecisionContent {
  if (others.length === 0) return contentOf(content);
  return {
    ...contentOf(content),
    evidence: together([content, ...others].flatMap(({ evidence }) => evidenceOf(evidence))),
    links: together([content, ...others].flatMap(({ links }) => evidenceOf(links))),
    supersedes: inOrder([...content.supersedes, ...others.map(({ number }) => number)]),
  };
}

function together(evidence: readonly EvidenceView[]): EvidenceView[] {
  const pieces = new Map(evidence.map((piece) => [writeEvidenceLine(piece), piece]));
  return [...pieces.values()].slice(0, MAX_EVIDENCE);
}
