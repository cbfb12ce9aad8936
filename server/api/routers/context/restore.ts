import { answerView } from "../../../core/context/views";
import { restore as restoreEvents } from "../../../services/context/restore";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RawRefs } from "./refs";

/** Puts archived events back in full; what has left the window is `history-only`. */
export const restore = projectProcedure("session:prune")
  .input(SessionNumber.extend({ refs: RawRefs }))
  .output(answerView("restore"))
  .mutation(({ ctx, input }) => unwrap(restoreEvents(ctx.deps, ctx.scope, input)));
