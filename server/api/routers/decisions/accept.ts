import { z } from "zod";
import { reviewDecision } from "../../../services/memory/review-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Note, RecordNumber, Reviewed } from "../memory/record-number";

/** Of a draft or a proposal. `expectedVersion` is the one that the person read. */
export const accept = projectProcedure("decision:accept")
  .input(z.object({ number: RecordNumber, expectedVersion: z.int().positive(), note: Note }))
  .output(Reviewed)
  .mutation(({ ctx, input }) => unwrap(reviewDecision(ctx.deps, ctx.scope, { ...input, to: "accepted" })));
