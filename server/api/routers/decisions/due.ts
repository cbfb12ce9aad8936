import { z } from "zod";
import { DueDecision } from "../../../core/decisions/attention";
import { dueDecisions } from "../../../services/memory/due-decisions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, Limit } from "../memory/record-number";

/** Accepted decisions that somebody should look at again, and why. */
export const due = projectProcedure("decision:read")
  .input(z.object({ cursor: Cursor, limit: Limit }))
  .output(z.object({ rows: z.array(DueDecision), nextCursor: z.string().nullable() }))
  .query(({ ctx, input }) => unwrap(dueDecisions(ctx.deps, ctx.scope, input)));
