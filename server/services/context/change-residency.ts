import type { ProjectScope } from "@/server/core/access/scope";
import { type Answer, okAnswer, rejectedAnswer, unavailableAnswer } from "@/server/core/context/answer";
import type { Asker, Judgement, PlannedTransition } from "@/server/core/context/archive";
import type { PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { notFound, ok, type Result } from "@/server/core/result";
import { findSessionHead, type SessionHead } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { insertTransitions, latestTransitionAt } from "@/server/db/context/transitions";
import { readSessionId } from "@/server/db/sessions/session";
import { loadSession } from "../analysis/analyse-session";
import { currentPolicy } from "../analysis/current-policy";
import { toSessionInput } from "../analysis/session-input";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { type LockedWork, writeToSession } from "./write-to-session";

/** A person in the browser may do more than an agent with that person's key. */
export function askerOf(scope: ProjectScope): Asker {
  return scope.actor.kind === "member" ? "person" : "agent";
}

export interface OpenedSession {
  readonly head: SessionHead;
  readonly session: SessionInput;
  readonly policy: PrunePolicy;
}

/** The session as the pipeline reads it, with the policy in force; null when it is gone. */
export async function openSession(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  sessionId: string,
): Promise<OpenedSession | null> {
  const key = { teamId: scope.teamId, sessionId };
  const head = await findSessionHead(sql, key);
  if (!head) return null;
  const policy = await currentPolicy(sql, scope.teamId, head.projectId);
  const loaded = await loadSession({ clock: deps.clock, db: { pool: sql } }, key, head);
  return { head, policy, session: toSessionInput(loaded) };
}

type Transition = "archive" | "restore";

export interface ResidencyChange<Op extends Transition> {
  readonly operation: Op;
  readonly targetCount: number;
  judge(session: SessionInput, policy: PrunePolicy): Judgement;
  /** What the answer says when it is done. */
  message(judgement: Extract<Judgement, { ok: true }>): string;
}

/** A session is read without its lock so often; after that it is judged behind the lock, where nothing can come between. */
const FREE_ATTEMPTS = 2;

/**
 * Judges a change of residencies and stores it: all of it or nothing. The session is read and judged without holding its
 * lock, since that takes long for a long one; behind the lock it is only checked that nothing was changed meanwhile.
 */
export async function changeResidency<Op extends Transition>(
  deps: Deps,
  scope: ProjectScope,
  number: number,
  change: ResidencyChange<Op>,
): Promise<Result<Answer<Op>>> {
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  const attempt = new Attempt(deps, scope, { id, number }, change);
  for (let attempts = 0; attempts < FREE_ATTEMPTS; attempts++) {
    const answer = await attempt.free();
    if (!answer.ok) return answer;
    if (answer.value !== "outdated") return ok(answer.value);
  }
  return attempt.locked();
}

class Attempt<Op extends Transition> {
  constructor(
    private readonly deps: Deps,
    private readonly scope: ProjectScope,
    private readonly place: { readonly id: string; readonly number: number },
    private readonly change: ResidencyChange<Op>,
  ) {}

  async free(): Promise<Result<Answer<Op> | "outdated">> {
    const opened = await this.judge(this.deps.db.pool);
    if ("status" in opened) return ok(opened);
    const { head, judgement } = opened;
    if (!judgement.ok) return ok(this.reject(judgement));
    if (judgement.transitions.length === 0) return ok(this.answer(judgement));
    return writeToSession<Op, "outdated">(this.deps, this.scope, this.place, this.change.operation, async (locked) => {
      if (locked.ingestRevision !== head.ingestRevision) return "outdated";
      return this.store(locked, judgement);
    });
  }

  locked(): Promise<Result<Answer<Op>>> {
    return writeToSession<Op>(this.deps, this.scope, this.place, this.change.operation, async (locked) => {
      const opened = await this.judge(locked.sql);
      if ("status" in opened) return opened;
      return opened.judgement.ok ? this.store(locked, opened.judgement) : this.reject(opened.judgement);
    });
  }

  /** Fails closed: a session that cannot be read or judged is not changed. */
  private async judge(sql: TenantSql): Promise<{ head: SessionHead; judgement: Judgement } | Answer<Op>> {
    const { deps, scope, place, change } = this;
    try {
      const opened = await openSession(deps, sql, scope, place.id);
      if (!opened) throw new Error(`Session ${place.id} is gone.`);
      return { head: opened.head, judgement: change.judge(opened.session, opened.policy) };
    } catch (error) {
      deps.log.error({ sessionId: place.id, error: String(error) }, "a session could not be read for a transition");
      const message = `Session ${place.number} could not be read, so nothing was changed. Try later, and do not loop.`;
      return unavailableAnswer(change.operation, "session_unreadable", message);
    }
  }

  private async store({ sql, key, now }: LockedWork, judgement: Extract<Judgement, { ok: true }>): Promise<Answer<Op>> {
    if (judgement.transitions.length > 0) await this.insert(sql, key, now, judgement.transitions);
    return this.answer(judgement);
  }

  /** The newest transition of an event is its standing, so a clock that lags behind must not undo this one. */
  private async insert(
    sql: TenantSql,
    key: LockedWork["key"],
    now: Date,
    transitions: readonly PlannedTransition[],
  ): Promise<void> {
    const latest = await latestTransitionAt(sql, key);
    const at = new Date(Math.max(now.getTime(), (latest?.getTime() ?? 0) + 1));
    const { authorKind, author } = authorOf(this.scope.actor);
    const rows = transitions.map((row) => ({ ...row, id: this.deps.ids.next() }));
    await insertTransitions(sql, key, { actorKind: authorKind, actor: author, at }, rows);
  }

  private answer(judgement: Extract<Judgement, { ok: true }>): Answer<Op> {
    const changed = judgement.transitions.map(({ entryId }) => entryId);
    return okAnswer(this.change.operation, changed, this.change.message(judgement), judgement.availability);
  }

  private reject({ rejected }: Extract<Judgement, { ok: false }>): Answer<Op> {
    return rejectedAnswer(this.change.operation, rejected, this.change.targetCount);
  }
}
