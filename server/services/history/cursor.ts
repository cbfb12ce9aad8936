import { fail, ok, type Result } from "@/server/core/result";

/** Where a page of a search ended: in which session, and behind which event of it. */
export interface HistoryCursor {
  readonly session: number;
  readonly before: { readonly at: Date; readonly ref: string } | null;
}

/** `<session>` or `<session>~<ISO time>~<entry id>`; an entry id may hold the separator, so it stands last. */
export function writeHistoryCursor({ session, before }: HistoryCursor): string {
  return before ? `${session}~${before.at.toISOString()}~${before.ref}` : String(session);
}

const FORM = /^(\d{1,9})(?:~([^~]+)~(.+))?$/s;

export function readHistoryCursor(text: string | null): Result<HistoryCursor | null> {
  if (text === null) return ok(null);
  const [, session, time, ref] = FORM.exec(text) ?? [];
  const at = new Date(time ?? 0);
  if (session === undefined || Number.isNaN(at.getTime())) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  return ok({ session: Number(session), before: ref === undefined ? null : { at, ref } });
}
