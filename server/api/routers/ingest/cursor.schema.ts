import { z } from "zod";
import type { SessionHeader } from "../../../core/events/ingest-batch";
import { MAX_PATH_CHARACTERS } from "../../../core/events/limits";

/** A file of a client, in the project that the header leads to. The use case checks the header. */
export const CursorSource = z.object({
  session: z.custom<z.input<typeof SessionHeader>>(),
  source: z.string().min(1).max(MAX_PATH_CHARACTERS),
});

export const Cursor = z.object({
  byteOffset: z.int().nonnegative(),
  /** Of the file's bytes before the offset, in lower-case hexadecimal. */
  prefixSha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits"),
});
