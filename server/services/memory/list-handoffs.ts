import { z } from "zod";
import type { ProjectScope } from "../../core/access/scope";
import { SectionState } from "../../core/handoffs/note";
import type { HandoffList, HandoffRow } from "../../core/handoffs/views";
import { ok, type Result } from "../../core/result";
import { type HandoffListRow, listHandoffs as readList } from "../../db/memory/handoff-list";
import type { Deps } from "../deps";
import { readTimeCursor, writeTimeCursor } from "./cursor";

/** One page of notes, that of the session that worked last first. */
export async function listHandoffs(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly cursor: string | null; readonly limit: number },
): Promise<Result<HandoffList>> {
  const cursor = readTimeCursor(input.cursor);
  if (!cursor.ok) return cursor;
  const after = cursor.value && { lastAt: cursor.value.at, number: cursor.value.number };
  const found = await readList(deps.db, scope, { after, limit: input.limit + 1 });
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(toRow),
    nextCursor: last && found.length > input.limit ? writeTimeCursor(last.lastAt, last.number) : null,
  });
}

const Completeness = z.array(SectionState).catch([]);

function toRow({ completeness, lastAt, person, ...row }: HandoffListRow): HandoffRow {
  const sections = Completeness.parse(completeness);
  return {
    ...row,
    person: person ?? "",
    told: sections.filter((section) => section.state !== "missing").length,
    of: sections.length,
    lastAt: lastAt.toISOString(),
  };
}
