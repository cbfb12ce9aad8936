import type { ProjectScope } from "../../core/access/scope";
import { canonicalJson } from "../../core/events/canonical-json";
import { writeHandoff } from "../../core/handoffs/markdown";
import type { HandoffNote } from "../../core/handoffs/note";
import { safeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../../db/client";
import { appendHandoff, insertHandoff, lockHandoffOfSession } from "../../db/handoffs/composed";
import { takeNumbers } from "../../db/memory/numbers";
import { lockSession } from "../../db/sessions/lock-session";
import { safeJson } from "../memory/safe-json";
import { titleOf } from "./note-title";

export interface RecordedHandoff {
  readonly number: number;
  readonly title: string;
  /** A version was written; false when the note says it already, or is a person's by now. */
  readonly isNew: boolean;
}

/**
 * One composed note a session. It gets a version when it says something new, and none any more once a person edited it.
 * Null when there is nothing to tell.
 */
export async function recordHandoff(
  sql: TenantSql,
  scope: ProjectScope,
  session: { readonly id: string; readonly number: number; readonly title: string | null },
  composed: HandoffNote | null,
  now: Date,
): Promise<RecordedHandoff | null> {
  if (composed === null) return null;
  const note = safeJson(composed);
  await lockSession(sql, scope.teamId, session.id);
  const stored = await lockHandoffOfSession(sql, scope, session.id);
  if (stored?.isEdited) return { number: stored.number, title: stored.title, isNew: false };
  const title = safeText(titleOf(session, note));
  if (stored && stored.title === title && canonicalJson(stored.note) === canonicalJson(note)) {
    return { number: stored.number, title, isNew: false };
  }
  const version = {
    number: stored?.number ?? (await takeNumbers(sql, scope, "handoff", 1)),
    version: (stored?.version ?? 0) + 1,
    title,
    note: JSON.stringify(note),
    markdown: safeText(writeHandoff(note)),
  };
  if (stored) await appendHandoff(sql, scope, version, now);
  else await insertHandoff(sql, scope, session.id, version, now);
  return { number: version.number, title, isNew: true };
}
