import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { BREAKDOWN_DIMENSIONS, BreakdownView } from "../../../core/telemetry/insight-views";
import { breakdown as readBreakdown } from "../../../services/telemetry/breakdown";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Noise by one dimension. */
export const breakdown = projectProcedure("telemetry:read")
  .input(z.object({ by: z.enum(BREAKDOWN_DIMENSIONS), filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(BreakdownView)
  .query(({ ctx, input }) => unwrap(readBreakdown(ctx.deps, ctx.scope, input)));
