import { z } from "zod";
import { EverythingView } from "../../../core/search/everything-view";
import { SEARCH_KINDS } from "../../../core/search/fields";
import { MAX_QUERY_CHARACTERS } from "../../../core/search/parse-query";
import { SearchableText } from "../../../core/telemetry/filter";
import { searchEverything } from "../../../services/search/search-everything";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const EverythingInput = z.object({
  /** Words, "phrases", -excluded, and fields such as `kind:decision` (server/core/search/parse-query.ts). */
  query: SearchableText.trim().min(1).max(MAX_QUERY_CHARACTERS),
  kind: z.enum(SEARCH_KINDS).nullable().default(null),
  /** False looks for misspelt words as they are. */
  correct: z.boolean().default(true),
  cursor: z.string().max(2_000).nullable().default(null),
  limit: z.int().min(1).max(50).default(20),
});

/** Texts of the project's records, documents and events, the best first; events also of past epochs and archived. */
export const everything = projectProcedure("session:read")
  .input(EverythingInput)
  .output(EverythingView)
  .query(({ ctx, input }) => unwrap(searchEverything(ctx.deps, ctx.scope, input)));
