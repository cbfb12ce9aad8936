import type { ProjectScope } from "@/server/core/access/scope";
import { nameTargets } from "@/server/core/context/name-targets";
import { entryIdOf, refOf } from "@/server/core/context/ref";
import type { HistoryText } from "@/server/core/context/views";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import { type HistoryTextRow, readTexts } from "@/server/db/history/texts";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";

export interface HistoryTextInput {
  readonly number: number;
  readonly refs: readonly string[];
  /** In Unicode characters; the same for each ref. */
  readonly offset: number;
  readonly limit: number;
}

/** One answer carries so many characters at most. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Exact stored texts, whatever became of the events: parts put together give the stored text byte for byte. What was
 * kept in place of an archived result is never used for it.
 */
export async function getHistory(
  deps: Deps,
  scope: ProjectScope,
  { number, refs, offset, limit }: HistoryTextInput,
): Promise<Result<HistoryText>> {
  if (refs.length * limit > MAX_CHARACTERS) {
    const message = `${refs.length} refs of ${limit} characters are too much for one answer: name fewer, or lower limit.`;
    return fail("bad_request", message, { field: "limit" });
  }
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  const ids = refs.map(entryIdOf).filter((ref) => ref !== null);
  const rows = await readTexts(deps.db, scope, id, { refs: ids, offset, limit });
  const named = nameTargets(
    refs.map((ref) => ({ ref })),
    new Map(rows.map((row) => [row.ref, row])),
  );
  const items = named.flatMap((one) => ("rejection" in one ? [] : [toItem(one.entry, offset, limit)]));
  const missing = named.flatMap((one) =>
    "rejection" in one && one.rejection.reason !== "duplicate_target" ? [one.rejection.ref] : [],
  );
  return ok({ items, missing });
}

function toItem(row: HistoryTextRow, offset: number, limit: number): HistoryText["items"][number] {
  const end = offset + limit;
  return {
    ref: refOf(row.ref),
    kind: row.kind,
    label: row.label,
    at: row.at.toISOString(),
    stored: row.text !== null,
    text: row.text ?? "",
    offset,
    nextOffset: end < row.totalCharacters ? end : null,
    totalCharacters: row.totalCharacters,
    sha256: row.sha256,
  };
}
