import { z } from "zod";
import { RunView } from "../../../core/runs/views";
import { getRun } from "../../../services/runs/get";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "../sessions/session-number";
import { RunNumber } from "./run-request";

const GetInput = SessionNumber.extend({
  runNumber: RunNumber,
  after: Ref.nullable().default(null),
  limit: z.int().min(1).max(1_000).default(200),
});

/** One committed run with a page of its verdicts. */
export const get = projectProcedure("session:read")
  .input(GetInput)
  .output(RunView)
  .query(({ ctx, input }) => unwrap(getRun(ctx.deps, ctx.scope, input)));
