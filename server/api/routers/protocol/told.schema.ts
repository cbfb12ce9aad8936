import { z } from "zod";
import { SearchableText } from "../../../core/telemetry/filter";

/** What a client says of its model. */
export const ModelName = SearchableText.max(200).nullable().default(null);
export const WindowTokens = z.int().positive().max(100_000_000).nullable().default(null);
