import { z } from "zod";
import { BOUNDARY_KINDS } from "../../../core/events/kinds";
import { DuringView } from "../../../core/protocol/views";
import { duringSession } from "../../../services/protocol/during-session";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { ModelName, WindowTokens } from "./told.schema";

const Told = z.object({
  contextTokens: z.int().nonnegative().max(100_000_000),
  windowTokens: WindowTokens,
  model: ModelName,
  turn: z.int().nonnegative().max(1_000_000).default(0),
  minutesSinceCheckpoint: z.number().nonnegative().nullable().default(null),
  boundaries: z.array(z.enum(BOUNDARY_KINDS)).max(20).default([]),
});

const DuringInput = z.object({
  number: SessionNumber.shape.number.nullable().default(null),
  told: Told.nullable().default(null),
  results: z
    .array(z.object({ id: z.string().min(1).max(300), tokens: z.int().nonnegative().max(100_000_000) }))
    .max(200)
    .default([]),
});

/** Usage, advice and large results, by the session or by what the client tells of its window. Writes nothing. */
export const during = projectProcedure("session:read")
  .input(DuringInput)
  .output(DuringView)
  .query(({ ctx, input }) => unwrap(duringSession(ctx.deps, ctx.scope, input)));
