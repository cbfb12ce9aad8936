import { z } from "zod";
import { ReviewQueue } from "../../../core/decisions/attention";
import { reviewQueue } from "../../../services/memory/review-queue";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** Drafts that wait for a person, the oldest first; equal ones stand as one. */
export const queue = projectProcedure("decision:read")
  .input(z.object({ cursor: RecordNumber.nullable().default(null), limit: z.int().min(1).max(50).default(20) }))
  .output(ReviewQueue)
  .query(({ ctx, input }) => unwrap(reviewQueue(ctx.deps, ctx.scope, input)));
