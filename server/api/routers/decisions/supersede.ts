import { z } from "zod";
import { supersedeDecision } from "../../../services/memory/supersede-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, RecordNumber } from "../memory/record-number";

/** Names the successor of a decision, in whole or in part; answers the successor at its new version. */
export const supersede = projectProcedure("decision:accept")
  .input(AtVersion.extend({ successor: RecordNumber, inPart: z.boolean().default(false) }))
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(supersedeDecision(ctx.deps, ctx.scope, input)));
