import { z } from "zod";
import { RECORD_FILE_FORMATS } from "../../../core/decisions/record-filter";

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
export const FileFormat = z.enum(RECORD_FILE_FORMATS);
export const TextFile = z.object({ fileName: z.string(), text: z.string() });

/** The range of a filter must not end before it begins; said at the field that a form shows. */
export function daysInOrder({ from, to }: { from: string | null; to: string | null }): boolean {
  return from === null || to === null || from <= to;
}
export const DAYS_IN_ORDER = { path: ["to"], error: "The range ends before it begins; swap from and to." };
