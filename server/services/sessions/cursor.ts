import { z } from "zod";
import type { ListPlace } from "../../db/sessions/list";

/** Where a page of the list ended: `<sort key>~<session id>`, plain, so that a URL stays readable. */

const Id = z.uuid();

export function writeCursor({ sortKey, id }: ListPlace): string {
  return `${sortKey}~${id}`;
}

/** Null for a page mark that is none of ours. */
export function readCursor(text: string): ListPlace | null {
  const [key = "", id = "", ...more] = text.split("~");
  const sortKey = Number(key);
  const isOurs = key !== "" && Number.isSafeInteger(sortKey) && more.length === 0 && Id.safeParse(id).success;
  return isOurs ? { sortKey, id } : null;
}
