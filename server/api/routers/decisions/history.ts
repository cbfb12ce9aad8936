import { z } from "zod";
import { DecisionHistory } from "../../../core/decisions/views";
import { decisionHistory } from "../../../services/memory/list-decisions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DecisionFilter } from "./filter.schema";

/** Decisions of a filter as points in time. */
export const history = projectProcedure("decision:read")
  .input(z.object({ filter: DecisionFilter }))
  .output(DecisionHistory)
  .query(({ ctx, input }) => unwrap(decisionHistory(ctx.deps, ctx.scope, input.filter)));
