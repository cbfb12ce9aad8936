import type { ProjectScope } from "@/server/core/access/scope";
import { composeCheckpoint } from "@/server/core/checkpoints/compose";
import { checkpointName } from "@/server/core/checkpoints/name";
import { renderCheckpoint } from "@/server/core/checkpoints/render";
import type { CheckpointState, CheckpointTrigger } from "@/server/core/checkpoints/state";
import type { SavedCheckpointView } from "@/server/core/checkpoints/views";
import { localMinute } from "@/server/core/handoffs/compose";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import {
  type CheckpointRecordRow,
  insertCheckpoint,
  nextCheckpointNumber,
  readCheckpoint,
} from "@/server/db/checkpoints/checkpoints";
import { readCheckpointSession, readRecorded } from "@/server/db/checkpoints/session-records";
import { type SessionBudget, sessionBudget } from "../budget/session-budget";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { toCheckpointView } from "./checkpoint-views";
import { composeNote } from "./compose-note";

export interface CreateCheckpoint {
  /** Of the session. */
  readonly number: number;
  readonly note: string;
  readonly trigger: CheckpointTrigger;
  /** A state that nothing has happened after, saved with the same note or none, is not saved again. */
  readonly once?: boolean;
}

/**
 * Saves the state of a session, from which a fresh one can go on: a new, numbered, immutable checkpoint each time, unless
 * it is asked for once.
 * Faults: `not_found` for the session, `bad_request` for one that holds nothing to save.
 */
export async function createCheckpoint(
  deps: Deps,
  scope: ProjectScope,
  input: CreateCheckpoint,
): Promise<Result<SavedCheckpointView>> {
  const found = await sessionBudget(deps, scope, input.number);
  if (!found.ok) return found;
  const state = await stateOf(deps, scope, found.value, input.note);
  if (!state.ok) return state;
  const now = deps.clock.now();
  const { head, policy, window } = found.value;
  const savedView = (saved: CheckpointRecordRow, leftOut: number, isNew: boolean): SavedCheckpointView => {
    const view = toCheckpointView(saved, { timeZone: scope.timeZone, asOf: now });
    return { ...view, leftOut, message: messageOf(saved.text), isNew };
  };
  return deps.db.withTenantSql(scope, async (sql) => {
    const number = await nextCheckpointNumber(sql, scope.teamId, head.id);
    if (input.once) {
      // Under the lock of the session: of two who end it at one moment the second finds what the first has saved.
      const last = await readCheckpoint(sql, scope, { session: head.number, number: null });
      if (last && isSame(last, state.value.note)) return ok(savedView(last, 0, false));
    }
    const name = checkpointName(head.number, number);
    const { text, tokens, leftOut } = renderCheckpoint(state.value, name, window.windowTokens, policy.budget);
    await insertCheckpoint(sql, scope.teamId, {
      id: deps.ids.next(),
      sessionId: head.id,
      number,
      trigger: input.trigger,
      ...actorOf(scope),
      note: safeText(state.value.note),
      stage: state.value.stage,
      policyVersion: policy.version,
      ingestRevision: head.ingestRevision,
      state: JSON.stringify(state.value),
      text: safeText(text),
      tokens,
      contextTokens: state.value.context.tokens,
      createdAt: now,
    });
    const saved = await readCheckpoint(sql, scope, { session: head.number, number });
    if (!saved) throw new Error(`Checkpoint ${name} was not stored.`);
    return ok(savedView(saved, leftOut, true));
  });
}

function isSame({ isOutdated, note }: CheckpointRecordRow, wanted: string): boolean {
  return !isOutdated && (wanted === "" || note === safeText(wanted));
}

async function stateOf(
  deps: Deps,
  scope: ProjectScope,
  { head, session, plan, usage, window }: SessionBudget,
  note: string,
): Promise<Result<CheckpointState>> {
  const key = { teamId: scope.teamId, sessionId: head.id };
  const row = await readCheckpointSession(deps.db.pool, key);
  if (!row) return notFound("session", head.number);
  const recorded = await readRecorded(deps.db.pool, key);
  const facts = composeNote(session, { number: head.number, row, recorded, scope });
  if (facts === null) {
    return fail(
      "bad_request",
      `Session ${head.number} has nothing to save yet: no prompt, no change and no todo. Upload its events first.`,
      { field: "number" },
    );
  }
  const { windowTokens } = window;
  const state = composeCheckpoint(session, plan, facts, {
    session: { number: head.number, title: row.title, client: head.client },
    savedAt: localMinute(deps.clock.now().getTime(), scope.timeZone),
    note: note.trim(),
    head: row.head,
    cwd: row.cwd,
    context: { tokens: usage.tokens, windowTokens, isExact: usage.source === "reported" },
  });
  return ok(safeJson(state));
}

function actorOf({ actor }: ProjectScope) {
  const { authorKind, author } = authorOf(actor);
  return { actorKind: authorKind, actor: author };
}

/** What is said of a saved state: the lines at the top of its text, in the published form. */
function messageOf(text: string): string {
  const lines = text.split("\n");
  const line = (start: string) => lines.find((one) => one.startsWith(start)) ?? "";
  return ["Checkpoint saved.", line("Task: "), line("Resume with: ")].join("\n");
}
