import { z } from "zod";
import { FoundView } from "../../../core/search/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { find as findByName } from "../../../services/search/find";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const FindInput = z.object({
  /** Words that a name must have, a number (`12`, `#12`) or a record (`DEC-3`). */
  query: SearchableText.trim().min(1).max(200),
  limit: z.int().min(1).max(8).default(8),
});

/** What the command palette asks on each key: names and numbers of a project, and no texts. */
export const find = projectProcedure("session:read")
  .input(FindInput)
  .output(FoundView)
  .query(({ ctx, input }) => unwrap(findByName(ctx.deps, ctx.scope, input)));
