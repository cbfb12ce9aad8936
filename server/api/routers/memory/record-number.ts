import { z } from "zod";

/** A record by its number in the project: 15 for DEC-015. */
export const RecordNumber = z.int().positive().max(2_147_483_647);
/** Why, in a few sentences. */
export const Note = z.string().max(4_000, "A note has at most 4,000 characters.").default("");
export const Reviewed = z.object({ number: z.int(), version: z.int(), status: z.string() });
