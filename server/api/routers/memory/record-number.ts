import { z } from "zod";
import { LIST_FORMATS } from "../../../core/formats/list-file";

/** A record by its number in the project: 15 for DEC-015. */
export const RecordNumber = z.int().positive().max(2_147_483_647);
/** Why, in a few sentences. */
export const Note = z.string().max(4_000, "A note has at most 4,000 characters.").default("");
/** The record, and the version that the person saw. */
export const AtVersion = z.object({ number: RecordNumber, expectedVersion: z.int().positive() });
/** The version that a change made. */
export const Changed = z.object({ number: z.int(), version: z.int(), status: z.string() });

export const Cursor = z.string().max(60).nullable().default(null);
export const Limit = z.int().min(1).max(100).default(50);
/** A list as a file comes in pages; joined they are the file. */
export const ListFormat = z.enum(LIST_FORMATS);
export const TextFilePage = z.object({ fileName: z.string(), text: z.string(), nextCursor: z.string().nullable() });

/** The range of a filter must not end before it begins; said at the field that a form shows. */
export function daysInOrder({ from, to }: { from: string | null; to: string | null }): boolean {
  return from === null || to === null || from <= to;
}
export const DAYS_IN_ORDER = { path: ["to"], error: "The range ends before it begins; swap from and to." };
