import { z } from "zod";
import { MAX_PATH_CHARACTERS } from "../../../core/events/limits";
import { KnownItem, StartView } from "../../../core/protocol/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { startSession } from "../../../services/protocol/start-session";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { ModelName, WindowTokens } from "./told.schema";

const StartInput = z.object({
  /** Of a session that is uploaded already. */
  number: SessionNumber.shape.number.nullable().default(null),
  model: ModelName,
  windowTokens: WindowTokens,
  branch: SearchableText.max(300).nullable().default(null),
  /** Of constraints only those that hold for one of these paths are told. */
  changed: z.array(SearchableText.min(1).max(MAX_PATH_CHARACTERS)).max(500).default([]),
  task: SearchableText.max(4_000).default(""),
  /** What earlier starts of this session answered as `known`. */
  known: z.array(KnownItem).max(1_000, "Send at most 1,000 known items.").default([]),
});

/** What a session begins with; a second start tells only what changed. Writes nothing. */
export const start = projectProcedure("session:read")
  .input(StartInput)
  .output(StartView)
  .query(({ ctx, input }) => unwrap(startSession(ctx.deps, ctx.scope, input)));
