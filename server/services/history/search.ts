import type { ProjectScope } from "@/server/core/access/scope";
import { refOf } from "@/server/core/context/ref";
import { MAX_WORDS, searchWords } from "@/server/core/context/search-words";
import type { HistoryHit, HistorySearch } from "@/server/core/context/views";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import { type HistoryHitRow, listSessionsFrom, type SessionToSearch, searchSession } from "@/server/db/history/search";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { residencyOf } from "../sessions/rows";
import { type HistoryCursor, readHistoryCursor, writeHistoryCursor } from "./cursor";

export interface SearchInput {
  /** Null looks through the sessions of the project, the newest first. */
  readonly number: number | null;
  readonly query: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** A page looks through so many sessions; the next page goes on where it stopped. */
const SESSIONS_A_PAGE = 10;

/** Events that contain all words of the query, whatever became of them: past epochs, other branches, archived. */
export async function searchHistory(
  deps: Deps,
  scope: ProjectScope,
  input: SearchInput,
): Promise<Result<HistorySearch>> {
  const words = searchWords(input.query);
  if (words.length === 0) return fail("bad_request", "query is empty: name what to look for.", { field: "query" });
  if (words.length > MAX_WORDS) {
    const message = `query has ${words.length} words: send at most ${MAX_WORDS}, or put a phrase in double quotes.`;
    return fail("bad_request", message, { field: "query" });
  }
  const cursor = readHistoryCursor(input.cursor);
  if (!cursor.ok) return cursor;
  const sessions = await sessionsToSearch(deps, scope, input.number, cursor.value);
  return sessions.ok ? ok(await searchAll(deps, scope, { ...input, words }, sessions.value, cursor.value)) : sessions;
}

async function sessionsToSearch(
  deps: Deps,
  scope: ProjectScope,
  number: number | null,
  cursor: HistoryCursor | null,
): Promise<Result<SessionToSearch[]>> {
  if (number === null) {
    return ok(await listSessionsFrom(deps.db, scope, cursor?.session ?? null, SESSIONS_A_PAGE + 1));
  }
  const id = await readSessionId(deps.db, scope, number);
  return id ? ok([{ id, number }]) : notFound("session", number);
}

async function searchAll(
  deps: Deps,
  scope: ProjectScope,
  { words, limit }: SearchInput & { readonly words: readonly string[] },
  sessions: readonly SessionToSearch[],
  cursor: HistoryCursor | null,
): Promise<HistorySearch> {
  const hits: HistoryHit[] = [];
  for (const { id, number } of sessions.slice(0, SESSIONS_A_PAGE)) {
    const before = cursor?.session === number ? cursor.before : null;
    const left = limit - hits.length;
    const rows = await searchSession(deps.db, scope, id, { words, before, limit: left + 1 });
    hits.push(...rows.slice(0, left).map((row) => toHit(number, row)));
    const last = rows[left - 1];
    if (last && rows.length > left) {
      return { hits, nextCursor: writeHistoryCursor({ session: number, before: { at: last.at, ref: last.ref } }) };
    }
    if (hits.length === limit) return { hits, nextCursor: behind(sessions, number) };
  }
  const next = sessions[SESSIONS_A_PAGE];
  return { hits, nextCursor: next ? writeHistoryCursor({ session: next.number, before: null }) : null };
}

/** The mark of a page that begins with the session after this one. */
function behind(sessions: readonly SessionToSearch[], number: number): string | null {
  const next = sessions[sessions.findIndex((session) => session.number === number) + 1];
  return next ? writeHistoryCursor({ session: next.number, before: null }) : null;
}

function toHit(session: number, row: HistoryHitRow): HistoryHit {
  const { ref, at, residency, around, startsInside, endsInside, ...rest } = row;
  return {
    ...rest,
    session,
    ref: refOf(ref),
    at: at.toISOString(),
    residency: residencyOf(residency),
    snippet: `${startsInside ? "…" : ""}${around}${endsInside ? "…" : ""}`,
  };
}
