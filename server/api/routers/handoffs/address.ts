import { z } from "zod";
import { HandoffAddress } from "../../../core/handoffs/views";
import { addressHandoff } from "../../../services/handoffs/address-handoff";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** To the next session, a teammate, or the team. */
export const address = projectProcedure("handoff:write")
  .input(HandoffAddress.extend({ number: RecordNumber }))
  .output(z.object({ number: RecordNumber }))
  .mutation(({ ctx, input }) => unwrap(addressHandoff(ctx.deps, ctx.scope, input)));
