import { z } from "zod";
import { HandoffView } from "../../../core/handoffs/views";
import { getHandoff } from "../../../services/handoffs/get-handoff";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

export const get = projectProcedure("handoff:read")
  .input(z.object({ number: RecordNumber }))
  .output(HandoffView)
  .query(({ ctx, input }) => unwrap(getHandoff(ctx.deps, ctx.scope, input.number)));
