import { EventFacetsView, EventFilterSchema, NO_EVENT_FILTER } from "../../../core/telemetry/event-filter";
import { SearchableText } from "../../../core/telemetry/filter";
import { sessionFacets } from "../../../services/sessions/facets";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber, ThreadKey } from "./session-number";

/** What can be chosen in a thread, with counts, and what matches in the other threads. */
export const facets = projectProcedure("session:read")
  .input(
    SessionNumber.extend({
      thread: ThreadKey,
      filter: EventFilterSchema.default(NO_EVENT_FILTER),
      text: SearchableText.max(200).default(""),
    }),
  )
  .output(EventFacetsView)
  .query(({ ctx, input }) => unwrap(sessionFacets(ctx.deps, ctx.scope, input)));
