import { z } from "zod";
import { fail, ok, type Result } from "../../core/result";
import { SEARCH_KINDS } from "../../core/search/fields";
import type { Ranked } from "../../core/search/rank";

const Cursor = z.strictObject({
  /** When the first page was asked for: ranks depend on it. */
  at: z.int().nonnegative(),
  rank: z.number(),
  kind: z.enum(SEARCH_KINDS),
  key: z.string().max(1_000),
  /** Whether meaning took part in the order, and how many hits were shown, for when it cannot any more. */
  byMeaning: z.boolean().default(false),
  shown: z.int().nonnegative().default(0),
});

export interface EverythingCursor {
  readonly nowMs: number;
  readonly last: Ranked;
  readonly byMeaning: boolean;
  readonly shown: number;
}

export function writeEverythingCursor({ nowMs, last, byMeaning, shown }: EverythingCursor): string {
  const { rank, kind, key } = last;
  return Buffer.from(JSON.stringify({ at: nowMs, rank, kind, key, byMeaning, shown })).toString("base64url");
}

export function readEverythingCursor(text: string | null): Result<EverythingCursor | null> {
  if (text === null) return ok(null);
  const parsed = Cursor.safeParse(readJson(Buffer.from(text, "base64url").toString()));
  if (!parsed.success) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  const { at, byMeaning, shown, ...last } = parsed.data;
  return ok({ nowMs: at, last, byMeaning, shown });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
