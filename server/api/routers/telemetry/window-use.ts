import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { WindowUseView } from "../../../core/telemetry/insight-views";
import { windowUse as readWindowUse } from "../../../services/telemetry/window-use";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Sessions by how full their window got. */
export const windowUse = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(WindowUseView)
  .query(({ ctx, input }) => unwrap(readWindowUse(ctx.deps, ctx.scope, input.filter)));
