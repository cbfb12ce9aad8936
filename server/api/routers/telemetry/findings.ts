import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { FindingsView } from "../../../core/telemetry/insight-views";
import { findings as readFindings } from "../../../services/telemetry/findings";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** What stands out in a range. */
export const findings = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(FindingsView)
  .query(({ ctx, input }) => unwrap(readFindings(ctx.deps, ctx.scope, input.filter)));
