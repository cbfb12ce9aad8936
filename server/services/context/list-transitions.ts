import { z } from "zod";
import type { ProjectScope } from "@/server/core/access/scope";
import { refOf } from "@/server/core/context/ref";
import type { TransitionList, TransitionRow } from "@/server/core/context/views";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import { listTransitions as readList, type TransitionListRow } from "@/server/db/context/transitions";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { residencyOf } from "../sessions/rows";

export interface ListTransitions {
  readonly number: number;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Who changed what the model sees of which event, why and when; the newest first. */
export async function listTransitions(
  deps: Deps,
  scope: ProjectScope,
  { number, cursor, limit }: ListTransitions,
): Promise<Result<TransitionList>> {
  const after = readCursor(cursor);
  if (!after.ok) return after;
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  const found = await readList(deps.db, scope, id, { after: after.value, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return ok({
    rows: page.map(toRow),
    nextCursor: last && found.length > limit ? `${last.at.toISOString()}~${last.id}` : null,
  });
}

const ACTORS = ["member", "key", "system"] as const;

function toRow({ ref, from, to, actorKind, at, ...row }: TransitionListRow): TransitionRow {
  return {
    ...row,
    ref: refOf(ref),
    from: residencyOf(from),
    to: residencyOf(to),
    actorKind: ACTORS.find((known) => known === actorKind) ?? "system",
    at: at.toISOString(),
  };
}

const Id = z.uuid();

/** Where a page ended: `<ISO time>~<id>`. */
function readCursor(text: string | null): Result<{ at: Date; id: string } | null> {
  if (text === null) return ok(null);
  const [time = "", id = ""] = text.split("~");
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !Id.safeParse(id).success) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  return ok({ at, id });
}
