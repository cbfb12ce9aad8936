import { z } from "zod";
import type { ProjectScope } from "@/server/core/access/scope";
import { fail, ok, type Result } from "@/server/core/result";
import { telemetryLine } from "@/server/core/runs/telemetry-line";
import type { TelemetryText } from "@/server/core/runs/views";
import { listTelemetry, type TelemetryRow } from "@/server/db/runs/read";
import type { Deps } from "../deps";

export interface ReadTelemetry {
  /** ISO times; `to` is exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor: string | null;
  readonly limit: number;
}

const Cursor = z.uuid();

/** Committed runs of the whole project as lines of TELEMETRY.jsonl, in the order in which they were made. */
export async function readTelemetry(
  deps: Deps,
  scope: ProjectScope,
  { from, to, cursor, limit }: ReadTelemetry,
): Promise<Result<TelemetryText>> {
  if (cursor !== null && !Cursor.safeParse(cursor).success) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  const rows = await listTelemetry(deps.db, scope, {
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    afterId: cursor,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return ok({
    fileName: "TELEMETRY.jsonl",
    text: page.map((row) => `${lineOf(row)}\n`).join(""),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  });
}

function lineOf({ id: _, nativeId, createdAt, ...counts }: TelemetryRow): string {
  return telemetryLine({ at: createdAt.toISOString(), sessionId: nativeId, ...counts });
}
