import { z } from "zod";
import { RuleView } from "../../../core/rules/views";
import { getRule } from "../../../services/rules/get-rule";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

export const get = projectProcedure("memory:read")
  .input(z.object({ number: RecordNumber }))
  .output(RuleView)
  .query(({ ctx, input }) => unwrap(getRule(ctx.deps, ctx.scope, { kind: "constraint", number: input.number })));
