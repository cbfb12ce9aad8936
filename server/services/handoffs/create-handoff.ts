import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { blankNote } from "../../core/handoffs/blank";
import { localMinute } from "../../core/handoffs/compose";
import { writeHandoff } from "../../core/handoffs/markdown";
import type { HandoffNote } from "../../core/handoffs/note";
import { readNote } from "../../core/handoffs/read-note";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { findSessionHead, lockForAnalysis } from "../../db/analysis/session";
import { readCheckpointSession, readRecorded } from "../../db/checkpoints/session-records";
import { lockHandoffOfSession } from "../../db/handoffs/composed";
import { insertWrittenHandoff } from "../../db/handoffs/write";
import { takeNumber } from "../../db/memory/numbers";
import { readSessionId } from "../../db/sessions/session";
import { loadSession } from "../analysis/analyse-session";
import { toSessionInput } from "../analysis/session-input";
import { recordAudit, recordAuditSql } from "../audit/record";
import { composeNote } from "../checkpoints/compose-note";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { memberOf } from "./member";
import { recordHandoff } from "./record-handoff";
import { writtenText } from "./written-text";

export interface CreateHandoff {
  /** The session to compose it from; null for a note that somebody writes from scratch. */
  readonly session: number | null;
  /** Required without a session. */
  readonly title: string;
  /** Empty begins with the note's head alone. */
  readonly markdown: string;
}

/** `isNew` is false when the session had its note already: there is one composed note a session. */
export interface CreatedHandoff {
  readonly number: number;
  readonly isNew: boolean;
  /** The note says something that it did not say before. */
  readonly isChanged: boolean;
}

/** Starts a note: blank, or composed from what a session did, as far as it is uploaded; no analysis has to have run. */
export async function createHandoff(
  deps: Deps,
  scope: ProjectScope,
  input: CreateHandoff,
): Promise<Result<CreatedHandoff>> {
  // What is composed from a session is nobody's own text, so an agent may ask for it.
  if (input.session !== null) return createFromSession(deps, scope, input.session);
  const member = memberOf(scope);
  return member.ok ? createBlank(deps, scope, input, member.value) : member;
}

async function createBlank(
  deps: Deps,
  scope: ProjectScope,
  input: CreateHandoff,
  memberId: string,
): Promise<Result<CreatedHandoff>> {
  const at = localMinute(deps.clock.now().getTime(), scope.timeZone);
  const blank = blankNote({ session: null, at, client: "", agent: scope.actor.name, memberId });
  const text = writtenText({ title: input.title, markdown: input.markdown || writeHandoff(blank) });
  if (!text.ok) return text;
  const note = safeJson(readNote(text.value.markdown, blank));
  return store(deps, scope, { ...text.value, note, ...authorOf(scope.actor) });
}

async function createFromSession(deps: Deps, scope: ProjectScope, session: number): Promise<Result<CreatedHandoff>> {
  const sessionId = await readSessionId(deps.db, scope, session);
  if (!sessionId) return notFound("session", session);
  const { pool } = deps.db;
  const key = { teamId: scope.teamId, sessionId };
  const [head, row] = await Promise.all([findSessionHead(pool, key), readCheckpointSession(pool, key)]);
  if (!head || !row) return notFound("session", session);
  const input = toSessionInput(await loadSession(deps, key, head));
  const recorded = await readRecorded(pool, key);
  const composed = composeNote(input, { number: session, row, recorded, scope });
  return deps.db.withTenantSql(scope, async (sql) => {
    const locked = await lockForAnalysis(sql, key);
    const known = await lockHandoffOfSession(sql, scope, sessionId);
    // What was uploaded meanwhile may stand in the note already; the analysis of that upload goes on with it.
    const isOutdated = locked?.ingestRevision !== head.ingestRevision;
    if (known && (isOutdated || composed === null)) return ok({ number: known.number, isNew: false, isChanged: false });
    const place = { id: sessionId, number: session, title: row.title };
    const written = await recordHandoff(sql, scope, place, composed, deps.clock.now());
    if (written === null) {
      const message = `Session ${session} has nothing to hand over: no prompt, no change and no todo. Write a blank note.`;
      return fail("bad_request", message, { field: "session" });
    }
    const { number, title, isNew: isChanged } = written;
    if (known === null) await recordAuditSql(deps, sql, scope, created(scope, number, title));
    return ok({ number, isNew: known === null, isChanged });
  });
}

function created({ projectId }: ProjectScope, number: number, title: string) {
  const detail = { title: safeText(title) };
  return { action: "handoff.created", subject: recordRef("handoff", number), projectId, detail };
}

interface FirstVersion {
  readonly title: SafeText;
  readonly note: HandoffNote;
  readonly markdown: SafeText;
  readonly authorKind: "member" | "key" | "system";
  readonly author: SafeText;
}

async function store(deps: Deps, scope: ProjectScope, first: FirstVersion): Promise<Result<CreatedHandoff>> {
  return deps.db.withTenant(scope, async (tx) => {
    const number = await takeNumber(tx, scope, "handoff");
    await insertWrittenHandoff(tx, scope, { number, version: 1, ...first, now: deps.clock.now() });
    await recordAudit(deps, tx, scope, created(scope, number, first.title));
    return ok({ number, isNew: true, isChanged: true });
  });
}
