import { z } from "zod";
import { NO_FILTER, SearchableText, TelemetryFilterSchema } from "../../../core/telemetry/filter";
import { SESSION_SORTS } from "../../../core/telemetry/session-views";

/** Which list of sessions: its filter, its order, and words to find. */
export const ListInput = z.object({
  filter: TelemetryFilterSchema.default(NO_FILTER),
  sort: z.enum(SESSION_SORTS).default("date"),
  search: SearchableText.max(200).default(""),
  /** The tenth of the window, 0 to 9, that the fullest request reached; 10 is more than the window. */
  window: z.int().min(0).max(10).nullable().default(null),
});
