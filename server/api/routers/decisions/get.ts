import { z } from "zod";
import { DecisionView } from "../../../core/decisions/views";
import { getDecision } from "../../../services/memory/get-decision";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

export const get = projectProcedure("decision:read")
  .input(z.object({ number: RecordNumber }))
  .output(DecisionView)
  .query(({ ctx, input }) => unwrap(getDecision(ctx.deps, ctx.scope, input.number)));
