import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { FacetsView } from "../../../core/telemetry/overview-view";
import { facets as readFacets } from "../../../services/telemetry/facets";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

export const facets = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(FacetsView)
  .query(({ ctx, input }) => unwrap(readFacets(ctx.deps, ctx.scope, input.filter)));
