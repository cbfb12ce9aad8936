import { answerView } from "../../../core/context/views";
import { repin as putPinsBack } from "../../../services/context/repin";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RawRefs } from "./refs";

/** Takes back an unpin: the pins that were just taken off hold again. */
export const repin = projectProcedure("session:prune")
  .input(SessionNumber.extend({ refs: RawRefs }))
  .output(answerView("repin"))
  .mutation(({ ctx, input }) => unwrap(putPinsBack(ctx.deps, ctx.scope, input)));
