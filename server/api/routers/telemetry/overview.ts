import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { OverviewView } from "../../../core/telemetry/overview-view";
import { overview as readOverview } from "../../../services/telemetry/overview";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

export const overview = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(OverviewView)
  .query(({ ctx, input }) => unwrap(readOverview(ctx.deps, ctx.scope, input.filter)));
