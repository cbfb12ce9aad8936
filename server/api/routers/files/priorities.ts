import { z } from "zod";
import { MAX_PATH_CHARACTERS } from "../../../core/events/limits";
import { LevelName, PriorityList } from "../../../core/files/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { listPriorities } from "../../../services/files/list-priorities";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

const PrioritiesInput = z.object({
  number: SessionNumber.shape.number.nullable().default(null),
  task: SearchableText.max(4_000).default(""),
  changed: z.array(SearchableText.max(MAX_PATH_CHARACTERS)).max(500).default([]),
  level: LevelName.nullable().default(null),
  path: SearchableText.max(MAX_PATH_CHARACTERS).nullable().default(null),
  cursor: z.string().max(1_100).nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});

/** The project's files by priority, for a session, a task, or as they are. */
export const priorities = projectProcedure("project:read")
  .input(PrioritiesInput)
  .output(PriorityList)
  .query(({ ctx, input }) => unwrap(listPriorities(ctx.deps, ctx.scope, input)));
