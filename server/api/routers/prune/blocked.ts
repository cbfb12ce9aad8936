import { z } from "zod";
import { BlockedListView } from "../../../core/runs/views";
import { listBlocked } from "../../../services/runs/blocked";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "../sessions/session-number";
import { RunNumber } from "./run-request";

const BlockedInput = SessionNumber.extend({
  /** Null: of the plan that the analysis keeps. */
  runNumber: RunNumber.nullable().default(null),
  after: Ref.nullable().default(null),
  limit: z.int().min(1).max(500).default(100),
});

/** Removals that a protection stopped. */
export const blocked = projectProcedure("session:read")
  .input(BlockedInput)
  .output(BlockedListView)
  .query(({ ctx, input }) => unwrap(listBlocked(ctx.deps, ctx.scope, input)));
