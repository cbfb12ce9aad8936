import { z } from "zod";
import { NO_FILTER, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { SkillUseView } from "../../../core/telemetry/insight-views";
import { skillUse as readSkillUse } from "../../../services/telemetry/skill-use";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** How skills were used after they were loaded. */
export const skillUse = projectProcedure("telemetry:read")
  .input(z.object({ filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(SkillUseView)
  .query(({ ctx, input }) => unwrap(readSkillUse(ctx.deps, ctx.scope, input.filter)));
