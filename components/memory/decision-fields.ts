import type { DecisionInput } from "@/server/core/decisions/decision-input";
import { knownEvidence } from "@/server/core/decisions/decision-input";
import { readEvidenceLines, writeEvidenceLines } from "@/server/core/decisions/evidence-lines";
import { recordRef } from "@/server/core/decisions/record-ref";
import { instantOf, localTimeOf, readLocal, writeLocal } from "@/server/core/telemetry/zone";
import { linesOfField } from "./lines";

/** A decision as its form holds it: lists are lines of text, so that half a line is no error while it is typed. */
export interface DecisionFields {
  title: string;
  /** A day of the project's zone, or nothing. */
  day: string;
  context: string;
  decision: string;
  reasoning: string;
  alternatives: { option: string; detail: string; whyNot: string }[];
  impact: string;
  reversible: string;
  risk: string;
  confidence: string;
  assumptions: string;
  paths: string;
  tags: string;
  evidence: string;
  links: string;
  supersedes: string;
  amends: string;
}

export function fieldsOfDecision(input: DecisionInput, timeZone: string): DecisionFields {
  const { title, context, decision, reasoning, alternatives, impact, reversible, risk, confidence } = input;
  return {
    ...{ title, context, decision, reasoning, alternatives, impact, reversible, risk, confidence },
    day: input.decidedOn === null ? "" : dayOf(input.decidedOn, timeZone),
    assumptions: input.assumptions.join("\n"),
    paths: input.affectedPaths.join("\n"),
    tags: input.tags.join(", "),
    evidence: writeEvidenceLines(input.evidence),
    links: writeEvidenceLines(input.links),
    supersedes: namesOf(input.supersedes),
    amends: namesOf(input.amends),
  };
}

function namesOf(numbers: readonly number[]): string {
  return numbers.map((number) => recordRef("decision", number)).join(", ");
}

function dayOf(iso: string, timeZone: string): string {
  return writeLocal(localTimeOf(Date.parse(iso), timeZone));
}

/** `from` is what the form began with: a day that nobody changed keeps its hour. */
export function inputOfFields(fields: DecisionFields, from: DecisionInput, timeZone: string): DecisionInput {
  const { title, context, decision, reasoning, impact, reversible, risk, confidence } = fields;
  return {
    ...{ title, context, decision, reasoning, impact, reversible, risk, confidence },
    decidedOn: instantOfDay(fields.day, from.decidedOn, timeZone),
    alternatives: fields.alternatives.filter(({ option }) => option.trim() !== ""),
    assumptions: linesOfField(fields.assumptions),
    affectedPaths: linesOfField(fields.paths),
    tags: wordsOf(fields.tags),
    evidence: knownEvidence(readEvidenceLines(fields.evidence)),
    links: knownEvidence(readEvidenceLines(fields.links)),
    supersedes: numbersOf(fields.supersedes),
    amends: numbersOf(fields.amends),
  };
}

function instantOfDay(day: string, known: string | null, timeZone: string): string | null {
  if (known !== null && dayOf(known, timeZone) === day) return known;
  const read = readLocal(day);
  return read === null ? null : new Date(instantOf(read.local, timeZone)).toISOString();
}

export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((word) => word.trim()))].filter((word) => word !== "");
}

/** `DEC-027, 31` as numbers; what is none is left out and shown as such by the form. */
export function numbersOf(text: string): number[] {
  return wordsOf(text).flatMap((word) => {
    const digits = /^(?:DEC-)?0*([1-9]\d{0,8})$/i.exec(word)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

/** The words of a list of decisions that name none. */
export function unreadNumbers(text: string): string[] {
  return wordsOf(text).filter((word) => numbersOf(word).length === 0);
}
