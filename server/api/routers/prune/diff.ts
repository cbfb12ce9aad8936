import { z } from "zod";
import { RunDiffView } from "../../../core/runs/diff-view";
import { diffRun } from "../../../services/runs/diff";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ThreadKey } from "../sessions/session-number";
import { RunRequest } from "./run-request";

const Place = z.int().nonnegative().max(10_000_000);

const DiffInput = RunRequest.extend({
  /** The window that is shown; `thread` limits the run itself. */
  window: ThreadKey.min(1).default("main"),
  expectedRevision: z.int().nonnegative().max(2_147_483_647).optional(),
  /** First row, by its place in the whole diff. */
  from: Place.default(0),
  /** Up to here, exclusive, each row by itself; null folds what did not change. */
  to: Place.nullable().default(null),
  limit: z.int().min(1).max(200).default(100),
});

/** What a run would make of a window, place by place in the order in which the model sees it; writes nothing. */
export const diff = projectProcedure("session:read")
  .input(DiffInput)
  .output(RunDiffView)
  .query(({ ctx, input }) => unwrap(diffRun(ctx.deps, ctx.scope, input)));
