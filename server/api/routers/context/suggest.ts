import { z } from "zod";
import { SuggestionListView } from "../../../core/context/views";
import { suggest as suggestArchives } from "../../../services/context/suggest";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber, ThreadKey } from "../sessions/session-number";

const SuggestInput = SessionNumber.extend({
  thread: ThreadKey.nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});

/** What may be archived now, each with the fact that shows it. */
export const suggest = projectProcedure("session:read")
  .input(SuggestInput)
  .output(SuggestionListView)
  .query(({ ctx, input }) => unwrap(suggestArchives(ctx.deps, ctx.scope, input)));
