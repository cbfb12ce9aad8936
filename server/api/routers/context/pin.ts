import { z } from "zod";
import { answerView } from "../../../core/context/views";
import { pin as pinEvents } from "../../../services/context/pin";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RawRefs } from "./refs";

const PinInput = SessionNumber.extend({
  refs: RawRefs,
  reason: z.string().max(1_000),
  until: z.iso.datetime({ offset: true }).nullable().default(null),
});

/** Keeps events from being pruned, with who, why and until when. */
export const pin = projectProcedure("session:prune")
  .input(PinInput)
  .output(answerView("pin"))
  .mutation(({ ctx, input }) => unwrap(pinEvents(ctx.deps, ctx.scope, input)));
