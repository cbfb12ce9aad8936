import { z } from "zod";
import { HistorySearchView } from "../../../core/context/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { searchHistory } from "../../../services/history/search";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";

const SearchInput = z.object({
  /** Without it, the sessions of the project, the newest first. */
  number: SessionNumber.shape.number.nullable().default(null),
  query: SearchableText.min(1).max(400),
  cursor: SearchableText.max(400).nullable().default(null),
  limit: z.int().min(1).max(100).default(20),
});

/** Finds events by their text, whatever became of them. */
export const search = projectProcedure("session:read")
  .input(SearchInput)
  .output(HistorySearchView)
  .query(({ ctx, input }) => unwrap(searchHistory(ctx.deps, ctx.scope, input)));
