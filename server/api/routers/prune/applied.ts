import { z } from "zod";
import { AppliedView } from "../../../core/runs/views";
import { markApplied } from "../../../services/runs/mark-applied";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "../sessions/session-number";
import { RunNumber } from "./run-request";

/** A client says what it applied of a run; without `refs`, all of it. */
export const applied = projectProcedure("session:prune")
  .input(SessionNumber.extend({ runNumber: RunNumber, refs: z.array(Ref).max(100_000).optional() }))
  .output(AppliedView)
  .mutation(({ ctx, input }) => unwrap(markApplied(ctx.deps, ctx.scope, input)));
