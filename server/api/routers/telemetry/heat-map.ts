import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { HeatMapView } from "../../../core/telemetry/insight-views";
import { heatMap as readHeatMap } from "../../../services/telemetry/heat-map";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Tokens and noise by weekday and hour. */
export const heatMap = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(HeatMapView)
  .query(({ ctx, input }) => unwrap(readHeatMap(ctx.deps, ctx.scope, input.filter)));
