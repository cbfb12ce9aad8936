import { answerView } from "../../../core/context/views";
import { unpin as takePinsOff } from "../../../services/context/unpin";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RawRefs } from "./refs";

/** Takes pins off; an agent only those that agents set. */
export const unpin = projectProcedure("session:prune")
  .input(SessionNumber.extend({ refs: RawRefs }))
  .output(answerView("unpin"))
  .mutation(({ ctx, input }) => unwrap(takePinsOff(ctx.deps, ctx.scope, input)));
