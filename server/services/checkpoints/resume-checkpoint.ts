import type { ProjectScope } from "@/server/core/access/scope";
import { checkpointName } from "@/server/core/checkpoints/name";
import { renderCheckpoint } from "@/server/core/checkpoints/render";
import { CheckpointState } from "@/server/core/checkpoints/state";
import type { ResumedCheckpointView } from "@/server/core/checkpoints/views";
import type { NamedNotice } from "@/server/core/decisions/notice";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import { toldOf } from "@/server/core/rules/told";
import {
  type CheckpointRecordRow,
  lockResumed,
  noteResumed,
  readCheckpoint,
} from "@/server/db/checkpoints/checkpoints";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import { namedNotices } from "../memory/named-notices";
import { rulesInForce } from "../rules/rules-in-force";
import { resumedView } from "./checkpoint-views";

export interface ResumeCheckpoint {
  /** Of the session; null is the latest checkpoint of the project. */
  readonly number: number | null;
  /** Of the session's checkpoints; null is its latest. */
  readonly checkpoint: number | null;
  /** Of the fresh session: a smaller window gets a shorter text. Null is that of the session that was saved. */
  readonly windowTokens: number | null;
}

/**
 * What a fresh session starts from. Notes who resumed, and tells who did so before.
 * Faults: `not_found`; `bad_request` for a checkpoint without its session.
 */
export async function resumeCheckpoint(
  deps: Deps,
  scope: ProjectScope,
  input: ResumeCheckpoint,
): Promise<Result<ResumedCheckpointView>> {
  const { number, checkpoint, windowTokens } = input;
  if (number === null && checkpoint !== null) {
    return fail("bad_request", "Checkpoints are numbered by session: give the session's number as well.", {
      field: "number",
    });
  }
  const policy = await currentPolicy(deps.db.pool, scope.teamId, scope.projectId);
  const found = await deps.db.withTenantSql(scope, async (sql) => {
    const record = await readCheckpoint(sql, scope, { session: number, number: checkpoint });
    if (!record) return null;
    const before = await lockResumed(sql, scope.teamId, record.id);
    await noteResumed(sql, scope.teamId, record.id, { by: safeText(scope.actor.name), at: deps.clock.now() });
    return { record, before, rules: (await rulesInForce(sql, scope)).map(toldOf) };
  });
  if (!found) return missing(input);
  const { record, before, rules } = found;
  const saved = CheckpointState.safeParse(record.state).data ?? null;
  const notices = await namedNotices(deps.db, scope, saved?.decisions.map(({ ref }) => ref ?? "").join(" ") ?? "");
  const state = saved && { ...saved, rules, decisions: withNotices(saved.decisions, notices) };
  const { text, tokens } = textFor(record, state, notices.length > 0, windowTokens, policy.budget);
  return ok({
    name: checkpointName(record.session, record.number),
    session: record.session,
    number: record.number,
    createdAt: record.createdAt.toISOString(),
    isOutdated: record.isOutdated,
    text,
    tokens,
    refs: state?.refs ?? [],
    resumedBefore: before === null ? null : resumedView(before),
  });
}

type Decisions = CheckpointState["decisions"];

/** What was replaced since the state was saved is said where it stands: the agent acts on the line that it reads. */
function withNotices(decisions: Decisions, notices: readonly NamedNotice[]): Decisions {
  return decisions.map((decision) => {
    const notice = notices.find(({ ref }) => ref === decision.ref)?.notice;
    return notice === undefined ? decision : { ...decision, text: `${notice} It said: ${decision.text}` };
  });
}

function missing({ number, checkpoint }: ResumeCheckpoint): Result<ResumedCheckpointView> {
  if (number === null) {
    return fail("not_found", "This project has no checkpoint yet. Save one: steward checkpoint", { field: "number" });
  }
  if (checkpoint !== null) return notFound("checkpoint", checkpointName(number, checkpoint));
  return fail("not_found", `Session ${number} has no checkpoint. Save one: steward checkpoint ${number}`, {
    field: "number",
  });
}

/** As it was saved, unless there is something new to tell or the fresh session's window is too small for it. */
function textFor(
  { session, number, text, tokens }: CheckpointRecordRow,
  state: CheckpointState | null,
  hasNotices: boolean,
  windowTokens: number | null,
  budget: { readonly maxInjectionShare: number },
): { text: string; tokens: number } {
  const isTooLong = windowTokens !== null && tokens > windowTokens * budget.maxInjectionShare;
  if (state === null || (!isTooLong && !hasNotices && state.rules.length === 0)) return { text, tokens };
  const window = windowTokens ?? state.context.windowTokens;
  return renderCheckpoint(state, checkpointName(session, number), window, budget);
}
