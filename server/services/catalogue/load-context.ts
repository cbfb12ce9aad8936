import type { ProjectScope } from "../../core/access/scope";
import { capInjection, type InjectionItem, SMALLEST_WINDOW_TOKENS } from "../../core/budget/injection";
import { windowOf } from "../../core/budget/windows";
import { STAGES, type Stage } from "../../core/events/kinds";
import { estimateTokens } from "../../core/events/tokens";
import { composeLoad, type LoadDecision } from "../../core/filter/compose-load";
import type { CatalogueItemView, LoadItem, LoadRule, LoadView } from "../../core/filter/views";
import type { PrunePolicy } from "../../core/prune/model";
import { notFound, ok, type Result } from "../../core/result";
import { toldOf } from "../../core/rules/told";
import { type LoadSession, readHeldItems, readLoadSession, readSessionStage } from "../../db/catalogue/session-window";
import type { TenantSql } from "../../db/client";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import { rulesInForce } from "../rules/rules-in-force";
import { readItems } from "./catalogue-items";

export interface LoadContext {
  readonly number: number | null;
  readonly stage: Stage | null;
  /** Null takes what is known of the session. */
  readonly windowTokens: number | null;
}

/** What an agent loads at its stage, what waits and why, and how many tokens that defers. */
export async function loadContext(deps: Deps, scope: ProjectScope, input: LoadContext): Promise<Result<LoadView>> {
  const { pool } = deps.db;
  const session = input.number === null ? null : await readLoadSession(pool, scope, input.number);
  if (input.number !== null && !session) return notFound("session", input.number);
  const policy = await currentPolicy(pool, scope.teamId, scope.projectId);
  const stage = await stageOf(pool, scope.teamId, session, input.stage);
  const window = windowFor(session, input.windowTokens);
  const isHeld = await heldBy(pool, scope.teamId, session);
  const rules = await rulesFor(pool, scope, policy, window.tokens);
  const items = await readItems(pool, scope);
  const load = composeLoad(items, stage.stage, policy, window.tokens, isHeld, rules.usedTokens);
  const toLoadItem = ({ entry, rule, why }: LoadDecision<CatalogueItemView>): LoadItem => {
    const { kind, name, path, category, tokens, version } = entry;
    return { kind, name, path, category, tokens, version, rule, why, inWindow: isHeld(entry) };
  };
  return ok({
    ...stage,
    window,
    policyVersion: policy.version,
    limitTokens: load.limitTokens,
    rules: rules.injected.map(({ ref, text, tokens }) => ({ ref, text, tokens })),
    rulesOffered: [...rules.offered, ...rules.unlisted].map(({ ref }) => ref),
    now: load.now.map(toLoadItem),
    waits: load.waits.map(toLoadItem),
    tokens: {
      now: load.tokensNow,
      rules: rules.usedTokens,
      held: load.tokensHeld,
      deferred: load.tokensDeferred,
      offered: load.tokensOffered,
    },
  });
}

/** Constraints and preferences that hold; the ones that came first when there is no room for all. */
async function rulesFor(sql: TenantSql, scope: ProjectScope, policy: PrunePolicy, windowTokens: number) {
  const rules = (await rulesInForce(sql, scope)).map((rule): LoadRule & InjectionItem => {
    const text = toldOf(rule);
    return { ref: rule.ref, text, tokens: estimateTokens(`${text}\n`), reference: rule.ref };
  });
  return capInjection(rules, windowTokens, policy.budget);
}

/** Asked, told by the client, inferred by the analysis, else the first stage that work begins with. */
async function stageOf(
  sql: TenantSql,
  teamId: string,
  session: LoadSession | null,
  asked: Stage | null,
): Promise<Pick<LoadView, "stage" | "stageSource">> {
  if (asked) return { stage: asked, stageSource: "asked" };
  const known = (name: string | null | undefined) => STAGES.find((stage) => stage === name);
  const judged = session && (await readSessionStage(sql, teamId, session.id));
  const last = known(judged?.stage);
  if (last) return { stage: last, stageSource: judged?.told ? "told" : "inferred" };
  const told = known(session?.stageTold ? session.stage : null);
  return told ? { stage: told, stageSource: "told" } : { stage: "discuss", stageSource: "default" };
}

/** A window whose size nobody knows is taken as small, so that the limit holds in any. */
function windowFor(session: LoadSession | null, asked: number | null): LoadView["window"] {
  const { windowTokens, windowSource } = windowOf({
    told: asked ?? session?.windowTokens ?? null,
    model: session?.model ?? null,
    seenTokens: session?.peakContextTokens ?? null,
  });
  return windowTokens === null || windowSource === null
    ? { tokens: SMALLEST_WINDOW_TOKENS, source: "assumed" }
    : { tokens: windowTokens, source: windowSource };
}

async function heldBy(
  sql: TenantSql,
  teamId: string,
  session: LoadSession | null,
): Promise<(item: CatalogueItemView) => boolean> {
  if (!session) return () => false;
  const held = await readHeldItems(sql, teamId, session.id);
  const skills = new Set(held.flatMap(({ kind, skill }) => (kind === "skill_load" && skill !== null ? [skill] : [])));
  const rules = held.flatMap(({ kind, path }) => (kind === "rule_injection" && path !== null ? [path] : []));
  return ({ kind, name }) =>
    kind === "skill" ? skills.has(name) : rules.some((path) => path === name || path.endsWith(`/${name}`));
}
