import { z } from "zod";
import { HistoryTextView } from "../../../core/context/views";
import { getHistory } from "../../../services/history/get";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "../sessions/session-number";

const GetInput = SessionNumber.extend({
  refs: z.array(Ref).min(1).max(20),
  offset: z.int().min(0).max(2_000_000_000).default(0),
  limit: z.int().min(1).max(200_000).default(50_000),
});

/** The exact stored text of events. */
export const get = projectProcedure("session:read")
  .input(GetInput)
  .output(HistoryTextView)
  .query(({ ctx, input }) => unwrap(getHistory(ctx.deps, ctx.scope, input)));
