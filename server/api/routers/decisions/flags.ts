import { z } from "zod";
import { DecisionFlags } from "../../../core/decisions/attention";
import { listFlags } from "../../../services/memory/decision-flags";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Cursor, Limit, RecordNumber } from "../memory/record-number";

/** Pairs of decisions that overlap, contradict or repeat each other, the surest first; with `number` those of one. */
export const flags = projectProcedure("decision:read")
  .input(
    z.object({
      number: RecordNumber.nullable().default(null),
      dismissed: z.boolean().default(false),
      cursor: Cursor,
      limit: Limit,
    }),
  )
  .output(DecisionFlags)
  .query(({ ctx, input }) => unwrap(listFlags(ctx.deps, ctx.scope, input)));
