import { z } from "zod";
import { SessionListView } from "../../../core/telemetry/session-views";
import { listSessions } from "../../../services/sessions/list";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ListInput } from "./list-input";

const Page = ListInput.extend({
  cursor: z.string().max(100).nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("session:read")
  .input(Page)
  .output(SessionListView)
  .query(({ ctx, input }) => unwrap(listSessions(ctx.deps, ctx.scope, input)));
