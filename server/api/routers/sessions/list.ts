import { z } from "zod";
import { NO_FILTER, SearchableText, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { SESSION_SORTS, SessionListView } from "../../../core/telemetry/session-views";
import { listSessions } from "../../../services/sessions/list";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const ListInput = z.object({
  filter: TelemetryFilterSchema.default(NO_FILTER),
  sort: z.enum(SESSION_SORTS).default("date"),
  search: SearchableText.max(200).default(""),
  cursor: z.string().max(100).nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("session:read")
  .input(ListInput)
  .output(SessionListView)
  .query(({ ctx, input }) => unwrap(listSessions(ctx.deps, ctx.scope, input)));
