import { z } from "zod";
import { applyImport } from "../../../services/exchange/apply-import";
import { IMPORT_CHOICES } from "../../../services/exchange/plan-records";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { UploadedFiles } from "./upload.schema";

export const AppliedImportView = z.object({
  written: z.record(z.enum(["decision", "failure", "constraint", "preference", "summary", "handoff"]), z.int()),
  unchanged: z.int(),
  skipped: z.int(),
  /** The thresholds of config.toml are in force now. */
  config: z.boolean(),
  /** Files of the index that was stored; 0 when none was. */
  files: z.int(),
  notes: z.array(z.string()).readonly(),
});

/** Writes what the preview showed. Sent twice it changes nothing. */
export const importFiles = projectProcedure("memory:write")
  .input(
    z.object({
      files: UploadedFiles,
      digest: z.string().max(100),
      /** By `decision DEC-001`, `config`, `files`: what differs from what the preview offers. */
      choices: z.record(z.string().max(1_100), z.enum(IMPORT_CHOICES)).default({}),
    }),
  )
  .output(AppliedImportView)
  .mutation(({ ctx, input }) => unwrap(applyImport(ctx.deps, ctx.scope, input)));
