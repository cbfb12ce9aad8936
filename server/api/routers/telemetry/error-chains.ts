import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { ErrorChainsView } from "../../../core/telemetry/insight-views";
import { errorChains as readErrorChains } from "../../../services/telemetry/error-chains";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Commands that failed until they passed. */
export const errorChains = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(ErrorChainsView)
  .query(({ ctx, input }) => unwrap(readErrorChains(ctx.deps, ctx.scope, input.filter)));
