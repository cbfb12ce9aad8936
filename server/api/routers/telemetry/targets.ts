import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { TARGET_KINDS, TargetsView } from "../../../core/telemetry/insight-views";
import { targets as readTargets } from "../../../services/telemetry/targets";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Files or commands that brought the same again. */
export const targets = projectProcedure("telemetry:read")
  .input(z.object({ kind: z.enum(TARGET_KINDS), filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(TargetsView)
  .query(({ ctx, input }) => unwrap(readTargets(ctx.deps, ctx.scope, input)));
