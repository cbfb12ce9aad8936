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

/** One composed note a session. It gets a version when it says something new, and none any more once a person edited it. */
export async function recordHandoff(
  sql: TenantSql,
  scope: ProjectScope,
  session: { readonly id: string; readonly number: number; readonly title: string | null },
  composed: HandoffNote | null,
  now: Date,
): Promise<void> {
  if (composed === null) return;
  const note = safeJson(composed);
  await lockSession(sql, scope.teamId, session.id);
  const stored = await lockHandoffOfSession(sql, scope, session.id);
  if (stored?.isEdited) return;
  const title = safeText(titleOf(session, note));
  const isSame = stored !== null && stored.title === title && canonicalJson(stored.note) === canonicalJson(note);
  if (isSame) return;
  const version = {
    number: stored?.number ?? (await takeNumbers(sql, scope, "handoff", 1)),
    version: (stored?.version ?? 0) + 1,
    title,
    note: JSON.stringify(note),
    markdown: safeText(writeHandoff(note)),
  };
  if (stored) await appendHandoff(sql, scope, version, now);
  else await insertHandoff(sql, scope, session.id, version, now);
}
