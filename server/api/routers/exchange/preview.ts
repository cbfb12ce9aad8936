import { z } from "zod";
import type { RECORD_PREFIXES } from "@/server/core/decisions/record-ref";
import { IMPORT_STATES } from "../../../services/exchange/plan-records";
import { previewImport } from "../../../services/exchange/preview-import";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { UploadedFiles } from "./upload.schema";

const KINDS = [
  "decision",
  "failure",
  "constraint",
  "preference",
  "summary",
  "handoff",
] as const satisfies readonly (keyof typeof RECORD_PREFIXES)[];

const Change = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["word", "text"]), name: z.string(), before: z.string(), after: z.string() }),
  z.object({
    kind: z.literal("list"),
    name: z.string(),
    added: z.array(z.string()).readonly(),
    removed: z.array(z.string()).readonly(),
    reordered: z.boolean(),
  }),
]);

const Previewed = z.object({
  kind: z.enum(KINDS),
  key: z.string(),
  ref: z.string(),
  title: z.string(),
  file: z.string(),
  line: z.int(),
  state: z.enum(IMPORT_STATES),
  changes: z.array(Change).readonly(),
  notes: z.array(z.string()).readonly(),
});

export const ImportPreviewView = z.object({
  digest: z.string(),
  records: z.array(Previewed).readonly(),
  counts: z.record(z.enum(IMPORT_STATES), z.int()),
  isCut: z.boolean(),
  problems: z
    .array(
      z.object({
        file: z.string(),
        line: z.int().nullable(),
        field: z.string().nullable(),
        message: z.string(),
      }),
    )
    .readonly(),
  problemCount: z.int(),
  passedOver: z.array(z.string()).readonly(),
  config: z.object({ changes: z.array(Change).readonly(), mayTake: z.boolean() }).nullable(),
  files: z.object({ state: z.enum(["new", "changed", "same"]), files: z.int(), here: z.int() }).nullable(),
  telemetry: z.object({ lines: z.int(), prunes: z.int(), prunedTokens: z.int() }).nullable(),
});
export type ImportPreviewView = z.infer<typeof ImportPreviewView>;

/** What an import would change, record by record; nothing is written. A mutation, since it sends the files. */
export const preview = projectProcedure("memory:write")
  .input(z.object({ files: UploadedFiles }))
  .output(ImportPreviewView)
  .mutation(({ ctx, input }) => unwrap(previewImport(ctx.deps, ctx.scope, input)));
