import { z } from "zod";
import { SearchableText } from "../../../core/telemetry/filter";

/** A session by its number in the project, as its page's address has it. */
export const SessionNumber = z.object({ number: z.int().positive().max(2_147_483_647) });

export const Ref = SearchableText.min(1).max(300);
export const ThreadKey = SearchableText.max(300);
