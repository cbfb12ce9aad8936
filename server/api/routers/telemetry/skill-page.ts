import { z } from "zod";
import { NO_FILTER, SearchableText, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { SkillPageView } from "../../../core/telemetry/insight-views";
import { skillPage as readSkillPage } from "../../../services/telemetry/skill-page";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** One skill: its figures and the versions of its body. */
export const skillPage = projectProcedure("telemetry:read")
  .input(z.object({ skill: SearchableText.max(256), filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(SkillPageView)
  .query(({ ctx, input }) => unwrap(readSkillPage(ctx.deps, ctx.scope, input)));
