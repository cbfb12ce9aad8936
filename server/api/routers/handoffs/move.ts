import { z } from "zod";
import { HandoffMoved } from "../../../core/handoffs/views";
import { HANDOFF_MOVES, moveHandoff } from "../../../services/handoffs/move-handoff";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** Claim, release, acknowledge, reopen; each undoes another. */
export const move = projectProcedure("handoff:write")
  .input(z.object({ number: RecordNumber, move: z.enum(HANDOFF_MOVES) }))
  .output(HandoffMoved)
  .mutation(({ ctx, input }) => unwrap(moveHandoff(ctx.deps, ctx.scope, input)));
