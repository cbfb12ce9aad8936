import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { blankNote } from "../../core/handoffs/blank";
import { localMinute } from "../../core/handoffs/compose";
import { writeHandoff } from "../../core/handoffs/markdown";
import type { HandoffNote } from "../../core/handoffs/note";
import { readNote } from "../../core/handoffs/read-note";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { readCheckpointSession, readRecorded } from "../../db/checkpoints/session-records";
import { readHandoff, readHandoffNumber } from "../../db/handoffs/record";
import { insertWrittenHandoff } from "../../db/handoffs/write";
import { takeNumber } from "../../db/memory/numbers";
import { lockSessionTx } from "../../db/sessions/lock-session";
import { readSessionId } from "../../db/sessions/session";
import { recordAudit } from "../audit/record";
import { sessionBudget } from "../budget/session-budget";
import { composeNote } from "../checkpoints/compose-note";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { memberOf } from "./member";
import { titleOf } from "./note-title";
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
}

/** Starts a note: blank, or composed from what a session did. */
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
  return store(deps, scope, null, { ...text.value, note, ...authorOf(scope.actor) });
}

async function createFromSession(deps: Deps, scope: ProjectScope, session: number): Promise<Result<CreatedHandoff>> {
  const sessionId = await readSessionId(deps.db, scope, session);
  if (!sessionId) return notFound("session", session);
  const known = await readHandoff(deps.db, scope, { sessionId });
  if (known) return ok({ number: known.number, isNew: false });
  const found = await sessionBudget(deps, scope, session);
  if (!found.ok) return found;
  const key = { teamId: scope.teamId, sessionId };
  const row = await readCheckpointSession(deps.db.pool, key);
  if (!row) return notFound("session", session);
  const recorded = await readRecorded(deps.db.pool, key);
  const composed = composeNote(found.value.session, { number: session, row, recorded, scope });
  if (composed === null) {
    const message = `Session ${session} has nothing to hand over: no prompt, no change and no todo. Write a blank note.`;
    return fail("bad_request", message, { field: "session" });
  }
  const note = safeJson(composed);
  return store(deps, scope, sessionId, {
    title: safeText(titleOf({ title: row.title, number: session }, note)),
    note,
    markdown: safeText(writeHandoff(note)),
    // The analysis composes the same note and goes on with it until a person edits it.
    authorKind: "system",
    author: safeText("analysis"),
  });
}

interface FirstVersion {
  readonly title: SafeText;
  readonly note: HandoffNote;
  readonly markdown: SafeText;
  readonly authorKind: "member" | "key" | "system";
  readonly author: SafeText;
}

async function store(
  deps: Deps,
  scope: ProjectScope,
  sessionId: string | null,
  first: FirstVersion,
): Promise<Result<CreatedHandoff>> {
  return deps.db.withTenant(scope, async (tx) => {
    if (sessionId !== null) {
      // Somebody else, or the analysis, may have made the session's note since it was looked for.
      await lockSessionTx(tx, scope.teamId, sessionId);
      const known = await readHandoffNumber(tx, scope, sessionId);
      if (known !== null) return ok({ number: known, isNew: false });
    }
    const number = await takeNumber(tx, scope, "handoff");
    await insertWrittenHandoff(tx, scope, sessionId, { number, version: 1, ...first, now: deps.clock.now() });
    await recordAudit(deps, tx, scope, {
      action: "handoff.created",
      subject: recordRef("handoff", number),
      projectId: scope.projectId,
      detail: { title: first.title },
    });
    return ok({ number, isNew: true });
  });
}
