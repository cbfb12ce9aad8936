import { answerView } from "../../../core/context/views";
import { acknowledge } from "../../../services/context/acknowledge";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RawRefs } from "./refs";

/** Says that results in flight were taken note of. */
export const ack = projectProcedure("session:prune")
  .input(SessionNumber.extend({ refs: RawRefs }))
  .output(answerView("ack"))
  .mutation(({ ctx, input }) => unwrap(acknowledge(ctx.deps, ctx.scope, input)));
