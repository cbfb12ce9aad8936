import { z } from "zod";
import { exportHandoffs, exportRuns, exportSummaries } from "../../../services/exchange/export-lists";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ListFormat, TextFilePage } from "../memory/record-number";

const EXPORTS = { handoffs: exportHandoffs, summaries: exportSummaries, runs: exportRuns } as const;

/** A list of the project as a table, data or a document, a page of it. */
export const list = projectProcedure("memory:read")
  .input(
    z.object({
      list: z.enum(["handoffs", "summaries", "runs"]),
      format: ListFormat,
      cursor: z.string().max(200).nullable().default(null),
    }),
  )
  .output(TextFilePage)
  .query(({ ctx, input }) => unwrap(EXPORTS[input.list](ctx.deps, ctx.scope, input)));
