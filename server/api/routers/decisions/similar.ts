import { z } from "zod";
import { SimilarDecision } from "../../../core/decisions/attention";
import { similarDecisions } from "../../../services/memory/similar-decisions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** Decisions that say something like this one, the likeliest first. */
export const similar = projectProcedure("decision:read")
  .input(z.object({ number: RecordNumber }))
  .output(z.array(SimilarDecision))
  .query(({ ctx, input }) => unwrap(similarDecisions(ctx.deps, ctx.scope, input.number)));
