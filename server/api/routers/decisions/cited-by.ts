import { z } from "zod";
import { Citations } from "../../../core/decisions/attention";
import { citedBy as readCitedBy } from "../../../services/memory/decision-citations";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, Limit, RecordNumber } from "../memory/record-number";

/** Handoffs, failures, other decisions, session summaries and prune runs that name a decision, the newest first. */
export const citedBy = projectProcedure("decision:read")
  .input(z.object({ number: RecordNumber, cursor: Cursor, limit: Limit }))
  .output(Citations)
  .query(({ ctx, input }) => unwrap(readCitedBy(ctx.deps, ctx.scope, input)));
