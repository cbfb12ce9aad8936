import type { ProjectScope } from "../../core/access/scope";
import { largeResultMessage } from "../../core/events/large-result";
import { LARGE_RESULT_TOKENS } from "../../core/events/limits";
import { duringMarkdown } from "../../core/protocol/during-markdown";
import { judgeTold, type ToldUsage } from "../../core/protocol/told-usage";
import type { DuringView } from "../../core/protocol/views";
import { fail, ok, type Result } from "../../core/result";
import { currentPolicy } from "../analysis/current-policy";
import { getStatus } from "../budget/get-status";
import type { Deps } from "../deps";

export interface DuringSession {
  /** A session that is uploaded; or else what the client says of its window. */
  readonly number: number | null;
  readonly told: ToldUsage | null;
  /** Results that just came in. */
  readonly results: readonly { readonly id: string; readonly tokens: number }[];
}

/**
 * What the answer of an upload tells, for clients that do not upload or that ask in between: usage, advice, when to look
 * again, and which results are too large to keep. Asking changes nothing.
 */
export async function duringSession(
  deps: Deps,
  scope: ProjectScope,
  { number, told, results }: DuringSession,
): Promise<Result<DuringView>> {
  const flags = results
    .filter(({ tokens }) => tokens > LARGE_RESULT_TOKENS)
    .map(({ id, tokens }) => ({ id, tokens, message: largeResultMessage(tokens) }));
  if (number !== null) return ofSession(deps, scope, number, flags);
  if (told === null) {
    return fail("bad_request", "Name the session by its number, or tell contextTokens of your window.", {
      field: "number",
    });
  }
  const policy = await currentPolicy(deps.db.pool, scope.teamId, scope.projectId);
  const view = { ...judgeTold(told, policy.budget), session: null, reclaimableTokens: null, relief: [], flags };
  return ok(withMarkdown({ source: "told", ...view }));
}

async function ofSession(
  deps: Deps,
  scope: ProjectScope,
  number: number,
  flags: DuringView["flags"],
): Promise<Result<DuringView>> {
  const found = await getStatus(deps, scope, { number });
  if (!found.ok) return found;
  const { window, usage, advice, check, relief } = found.value;
  return ok(
    withMarkdown({
      source: "session",
      session: number,
      window,
      usage: { tokens: usage.tokens, share: usage.share },
      reclaimableTokens: usage.reclaimableTokens,
      advice,
      check,
      relief: relief.map(({ step, why, tokens, command }) => ({ step, why, tokens, command })),
      flags,
    }),
  );
}

function withMarkdown(view: Omit<DuringView, "markdown">): DuringView {
  return { ...view, markdown: duringMarkdown(view) };
}
