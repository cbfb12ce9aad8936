import { z } from "zod";
import { RunListView } from "../../../core/runs/views";
import { listRuns } from "../../../services/runs/list";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RunNumber } from "./run-request";

const ListInput = SessionNumber.extend({
  cursor: RunNumber.nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

/** Committed runs of a session, the newest first. */
export const list = projectProcedure("session:read")
  .input(ListInput)
  .output(RunListView)
  .query(({ ctx, input }) => unwrap(listRuns(ctx.deps, ctx.scope, input)));
