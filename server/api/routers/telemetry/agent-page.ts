import { z } from "zod";
import { NO_FILTER, SearchableText, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { AgentPageView } from "../../../core/telemetry/insight-views";
import { agentPage as readAgentPage } from "../../../services/telemetry/agent-page";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** One agent: its figures, what it reads again, its errors. */
export const agentPage = projectProcedure("telemetry:read")
  .input(z.object({ agent: SearchableText.max(256), filter: TelemetryFilterSchema.default(NO_FILTER) }))
  .output(AgentPageView)
  .query(({ ctx, input }) => unwrap(readAgentPage(ctx.deps, ctx.scope, input)));
