import { z } from "zod";
import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { ADDRESSEES, type InboxList, statusOf } from "../../core/handoffs/inbox";
import { SectionState } from "../../core/handoffs/note";
import type { HandoffList, HandoffRow } from "../../core/handoffs/views";
import { ok, type Result } from "../../core/result";
import { countInbox, type HandoffListRow, listHandoffs as readList } from "../../db/handoffs/list";
import type { Deps } from "../deps";
import { readTimeCursor, writeTimeCursor } from "../memory/cursor";

export interface ListHandoffs {
  readonly list: InboxList;
  readonly text: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of a list of the inbox, the latest first, with how many notes each list holds. */
export async function listHandoffs(
  deps: Deps,
  scope: ProjectScope,
  { list, text, cursor: mark, limit }: ListHandoffs,
): Promise<Result<HandoffList>> {
  const cursor = readTimeCursor(mark);
  if (!cursor.ok) return cursor;
  const after = cursor.value && { lastAt: cursor.value.at, number: cursor.value.number };
  const reader = { memberId: scope.actor.memberId, name: scope.actor.name };
  const [found, counts] = await Promise.all([
    readList(deps.db, scope, reader, { list, text: text.trim(), after, limit: limit + 1 }),
    countInbox(deps.db, scope, reader),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map((row) => toRow(row, scope.actor.memberId)),
    counts,
    mayWrite: can({ role: scope.role, keyScopes: null }, "handoff:write"),
    nextCursor: last && found.length > limit ? writeTimeCursor(last.lastAt, last.number) : null,
  });
}

const Completeness = z.array(SectionState).catch([]);
const Addressee = z.enum(ADDRESSEES).catch("next-session");

function toRow(row: HandoffListRow, me: string | null): HandoffRow {
  const {
    completeness,
    lastAt,
    person,
    authorKind,
    author,
    claimedAt,
    acknowledgedAt,
    addressedTo,
    addresseeId,
    ...columns
  } = row;
  const sections = Completeness.parse(completeness);
  return {
    ...columns,
    addressedTo: Addressee.parse(addressedTo),
    isForYou: me !== null && addresseeId === me,
    status: statusOf({ claimedAt, acknowledgedAt }),
    person: person ?? "",
    editedBy: authorKind === "system" ? null : author,
    told: sections.filter((section) => section.state !== "missing").length,
    of: sections.length,
    lastAt: lastAt.toISOString(),
  };
}
