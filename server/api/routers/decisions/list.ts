import { z } from "zod";
import { DecisionList } from "../../../core/decisions/views";
import { listDecisions } from "../../../services/memory/list-decisions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, Limit } from "../memory/record-number";
import { DecisionFilter, DecisionSortInput } from "./filter.schema";

/** One page of decisions under a filter, with the values that it could be filtered by. */
export const list = projectProcedure("decision:read")
  .input(z.object({ filter: DecisionFilter, sort: DecisionSortInput, cursor: Cursor, limit: Limit }))
  .output(DecisionList)
  .query(({ ctx, input }) => unwrap(listDecisions(ctx.deps, ctx.scope, input)));
