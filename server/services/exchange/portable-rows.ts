import { z } from "zod";
import { recordRef } from "../../core/decisions/record-ref";
import { type IndexedFileInput, OutlineEntry } from "../../core/files/index-part";
import type {
  PortableConstraint,
  PortableDecision,
  PortableFailure,
  PortablePreference,
} from "../../core/formats/portable";
import { blankSummary, SessionSummaryBody } from "../../core/session-summary/body";
import type { ExchangedDecision } from "../../db/exchange/decisions";
import type { ExchangedFailure } from "../../db/exchange/failures";
import type { ExchangedFile } from "../../db/exchange/files";
import type { ExchangedRule } from "../../db/exchange/rules";
import { alternativesOf, evidenceOf } from "../memory/decision-views";
import { sessionOfSourceKey } from "./source-key";

/** Stored rows as files carry them. What an imported record says of its session stays what its file said. */

type Numbered<T> = T & { readonly number: number };

export function toPortableDecision(row: ExchangedDecision): Numbered<PortableDecision> & { readonly version: number } {
  const { sourceKey, authorKind, author, createdAt, decidedOn, session, alternatives, evidence, links, ...same } = row;
  return {
    ...same,
    key: recordRef("decision", row.number),
    session: session ?? sessionOfSourceKey(sourceKey),
    decidedOn: decidedOn?.toISOString() ?? null,
    alternatives: alternativesOf(alternatives),
    evidence: evidenceOf(evidence),
    links: evidenceOf(links),
    author: { kind: authorKind, name: author },
    recordedAt: createdAt.toISOString(),
  };
}

export function toPortableFailure(row: ExchangedFailure): Numbered<PortableFailure> {
  const { version: _version, authorKind, author, createdAt, evidence, firstSeenAt, lastSeenAt, ...same } = row;
  return {
    ...same,
    key: recordRef("failure", row.number),
    evidence: evidenceOf(evidence),
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    author: { kind: authorKind, name: author },
    recordedAt: createdAt.toISOString(),
  };
}

function ruleHead({ number, title, status, tags, evidence, authorKind, author, createdAt }: ExchangedRule) {
  return {
    number,
    title,
    status,
    tags,
    evidence: evidenceOf(evidence),
    author: { kind: authorKind, name: author },
    recordedAt: createdAt.toISOString(),
  };
}

export function toPortableConstraint(row: ExchangedRule): Numbered<PortableConstraint> {
  const { text: rule, reason, affectedPaths } = row;
  return { ...ruleHead(row), key: recordRef("constraint", row.number), rule, reason, affectedPaths };
}

export function toPortablePreference(row: ExchangedRule): Numbered<PortablePreference> {
  return { ...ruleHead(row), key: recordRef("preference", row.number), text: row.text };
}

/** A stored body that this version cannot read tells nothing. */
export function summaryBodyOf(stored: unknown): SessionSummaryBody {
  const read = SessionSummaryBody.safeParse(stored);
  if (read.success) return read.data;
  return blankSummary({ session: null, at: "", client: "", agents: [], branch: null });
}

const Outline = z.array(OutlineEntry).catch([]);

export function toIndexedFile({ outline, lastCommitAt, ...file }: ExchangedFile): IndexedFileInput {
  return { ...file, outline: Outline.parse(outline), lastCommitAt: lastCommitAt?.toISOString() ?? null };
}
