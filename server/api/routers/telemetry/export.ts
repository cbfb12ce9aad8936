import { z } from "zod";
import { EXPORT_CHARTS } from "../../../core/telemetry/export";
import { NO_FILTER, SearchableText, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { exportCsv as makeCsv } from "../../../services/telemetry/export";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** One chart of the telemetry pages as comma-separated values; `name` is the skill of `skillVersions`. */
export const exportCsv = projectProcedure("telemetry:read")
  .input(
    z.object({
      chart: z.enum(EXPORT_CHARTS),
      filter: TelemetryFilterSchema.default(NO_FILTER),
      name: SearchableText.max(256).optional(),
    }),
  )
  .output(z.object({ fileName: z.string(), csv: z.string() }))
  .query(({ ctx, input }) => unwrap(makeCsv(ctx.deps, ctx.scope, input)));
