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
});

export interface EverythingCursor {
  readonly nowMs: number;
  readonly last: Ranked;
}

export function writeEverythingCursor({ nowMs, last }: EverythingCursor): string {
  const { rank, kind, key } = last;
  return Buffer.from(JSON.stringify({ at: nowMs, rank, kind, key })).toString("base64url");
}

export function readEverythingCursor(text: string | null): Result<EverythingCursor | null> {
  if (text === null) return ok(null);
  const parsed = Cursor.safeParse(readJson(Buffer.from(text, "base64url").toString()));
  if (!parsed.success) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  const { at, ...last } = parsed.data;
  return ok({ nowMs: at, last });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
