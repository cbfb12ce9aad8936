import { z } from "zod";
import { NO_FILTER, SearchableText, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { SESSION_SORTS } from "../../../core/telemetry/session-views";
import { exportSessions } from "../../../services/sessions/export";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const ExportInput = z.object({
  filter: TelemetryFilterSchema.default(NO_FILTER),
  sort: z.enum(SESSION_SORTS).default("date"),
  search: SearchableText.max(200).default(""),
});

/** The session list as comma-separated values. */
export const exportCsv = projectProcedure("session:read")
  .input(ExportInput)
  .output(z.object({ fileName: z.string(), csv: z.string() }))
  .query(({ ctx, input }) => unwrap(exportSessions(ctx.deps, ctx.scope, input)));
