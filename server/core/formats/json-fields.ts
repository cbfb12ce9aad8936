import { z } from "zod";
import type { Alternative } from "../decisions/draft";
import { readEvidenceLines, writeEvidenceLine } from "../decisions/evidence-lines";
import type { EvidenceView } from "../decisions/views";
import { NOBODY } from "./portable";

/** Members of records as JSON: a plain string where that says all of it, an object otherwise. */

export function evidenceJson(evidence: EvidenceView): unknown {
  const { kind, session, ref, note } = evidence;
  const line = writeEvidenceLine(evidence);
  const [read, ...more] = readEvidenceLines(line);
  const isWhole = read?.kind === kind && read.session === session && read.ref === ref && read.note === note;
  return isWhole && more.length === 0 ? line : { kind, session, ref, note };
}

export function alternativeJson({ option, detail, whyNot }: Alternative): unknown {
  return detail === "" && whyNot === "" ? option : { option, detail, why_not: whyNot };
}

const Text = z.string().default("");

/** A string is one piece of evidence, whatever form it has. */
export const EvidenceJson = z
  .array(
    z.union([
      z.string().transform((line): EvidenceView[] => readEvidenceLines(line)),
      z
        .object({ kind: z.string(), session: z.int().nullable().default(null), ref: z.string(), note: Text })
        .transform((one): EvidenceView[] => [one]),
    ]),
  )
  .default([])
  .transform((lists) => lists.flat());

export const AlternativesJson = z
  .array(
    z.union([
      z.string().transform((option): Alternative => ({ option, detail: "", whyNot: "" })),
      z
        .object({ option: z.string(), detail: Text, why_not: Text })
        .transform(({ option, detail, why_not }): Alternative => ({ option, detail, whyNot: why_not })),
    ]),
  )
  .default([]);

export const Instant = z.iso
  .datetime({ offset: true, error: "Write the time as 2026-03-20T14:30:00Z." })
  .transform((at) => new Date(at).toISOString());

export const AuthorJson = z.object({ kind: z.string().default(""), name: z.string() }).default(NOBODY);

export const Words = z.array(z.string()).default([]);

/** The first fault of an entry as its field and a sentence. */
export function firstFault(error: z.ZodError): { field: string; message: string } {
  const issue = error.issues[0];
  const field = issue?.path.join(".") || "entry";
  return { field, message: `${field}: ${issue?.message ?? "cannot be read"}.`.replace(/\.\.$/, ".") };
}
