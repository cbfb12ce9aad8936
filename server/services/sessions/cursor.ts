import { z } from "zod";
import type { SessionSort } from "../../core/telemetry/session-views";

/** Where a page of the list ended: `<sort key>~<session id>`, plain, so that a URL stays readable. */

const Id = z.uuid();

export type Cursor =
  | { readonly ok: false }
  | {
      readonly ok: true;
      readonly date: { readonly lastEventAt: Date; readonly id: string } | null;
      readonly noise: { readonly noiseTokens: number; readonly id: string } | null;
    };

export function writeCursor(
  sort: SessionSort,
  row: { readonly id: string; readonly lastEventAt: Date; readonly noiseTokens: number },
): string {
  return `${sort === "date" ? row.lastEventAt.toISOString() : row.noiseTokens}~${row.id}`;
}

export function readCursor(sort: SessionSort, text: string | null): Cursor {
  if (text === null) return { ok: true, date: null, noise: null };
  const [key = "", id = ""] = text.split("~");
  if (!Id.safeParse(id).success) return { ok: false };
  if (sort === "date") {
    const lastEventAt = new Date(key);
    if (Number.isNaN(lastEventAt.getTime())) return { ok: false };
    return { ok: true, date: { lastEventAt, id }, noise: null };
  }
  const noiseTokens = Number(key);
  if (key === "" || !Number.isSafeInteger(noiseTokens)) return { ok: false };
  return { ok: true, date: null, noise: { noiseTokens, id } };
}
