import { STAGES, TOOL_CLASSES } from "../events/kinds";
import type { AgeWindow, PrunePolicy } from "../prune/model";
import { POLICIES } from "../prune/policy";
import type { PolicyBody } from "./body";

type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The patch over the base; what the patch leaves out stays. */
function over<T extends object>(base: T, patch: Patch<T> | undefined): T {
  const told = Object.entries(patch ?? {}).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(told) };
}

/** A record whose nulls take the entry of the base away. */
function overEntries<T>(base: Readonly<Record<string, T>>, patch: Readonly<Record<string, T | null | undefined>> = {}) {
  const merged = { ...base, ...patch };
  const kept: Record<string, T> = {};
  for (const [key, value] of Object.entries(merged)) if (value !== null && value !== undefined) kept[key] = value;
  return kept;
}

/** Settings that a body replaces as they are; null switches a part off. */
const WHOLE = [
  "byAge",
  "staleTo",
  "workingSetTurns",
  "reuse",
  "blocks",
  "idleTurns",
  "currentFileTurns",
  "referencedWithinTurns",
  "restoredTurns",
  "protectedTools",
  "pinPhrases",
] as const satisfies readonly (keyof PolicyBody & keyof PrunePolicy)[];

/** Parts of which a body names only the entries that it changes. */
const PARTS = ["superseded", "spokenOf", "retain", "batching"] as const satisfies readonly (keyof PolicyBody &
  keyof PrunePolicy)[];

/** The policy in full: a saved body over its preset. */
export function applyBody(body: PolicyBody, version: number): PrunePolicy {
  const base = POLICIES[body.preset];
  const { tail, callTail, referenceAfterTurns, stages, budget } = body;
  return {
    ...over<PrunePolicy>(base, Object.fromEntries(WHOLE.map((key) => [key, body[key]]))),
    ...Object.fromEntries(PARTS.map((key) => [key, over<object>(base[key], body[key])])),
    version,
    preset: body.preset,
    protectedPaths: [...base.protectedPaths, ...ownPaths(base, body.protectedPaths ?? [])],
    tail: windowsOver(base.tail, tail),
    callTail: overEntries(base.callTail, callTail),
    referenceAfterTurns: overEntries(base.referenceAfterTurns, referenceAfterTurns),
    budget: { ...over(base.budget, { ...budget, tiers: undefined }), tiers: over(base.budget.tiers, budget?.tiers) },
    stages: stagesOver(base.stages, stages),
  };
}

type PathRow = PrunePolicy["protectedPaths"][number];

/** Rows that the preset does not have already; the same pattern twice would be said twice. */
export function ownPaths(base: Pick<PrunePolicy, "protectedPaths">, paths: readonly PathRow[]): PathRow[] {
  const known = new Set(base.protectedPaths.map(({ pattern }) => pattern));
  return paths.filter(({ pattern }) => {
    const isNew = !known.has(pattern);
    known.add(pattern);
    return isNew;
  });
}

function windowsOver(base: PrunePolicy["tail"], patch: PolicyBody["tail"]): PrunePolicy["tail"] {
  const tail = { ...base };
  for (const toolClass of TOOL_CLASSES) tail[toolClass] = over<AgeWindow>(base[toolClass], patch?.[toolClass]);
  return tail;
}

function stagesOver(base: PrunePolicy["stages"], patch: PolicyBody["stages"]): PrunePolicy["stages"] {
  const stages = { ...base };
  for (const stage of STAGES) stages[stage] = over(base[stage], patch?.[stage]);
  return stages;
}

/** The least body that gives this policy: what equals the preset is left out. */
export function bodyOf(policy: PrunePolicy): PolicyBody {
  const base = POLICIES[policy.preset];
  const own = ownPaths(base, policy.protectedPaths);
  const { tiers, ...budget } = policy.budget;
  const { tiers: baseTiers, ...baseBudget } = base.budget;
  const changedTiers = changed(baseTiers, tiers);
  const changedBudget = changed(baseBudget, budget);
  const body: PolicyBody = {
    preset: policy.preset,
    ...Object.fromEntries(WHOLE.filter((key) => !isSame(base[key], policy[key])).map((key) => [key, policy[key]])),
    ...Object.fromEntries(PARTS.map((key) => [key, changed<object>(base[key], policy[key])])),
    tail: someOf(changedEntries(base.tail, policy.tail, (from, to) => changed(from, to) ?? to)),
    callTail: someOf(changedEntries(base.callTail, policy.callTail, (_, to) => to)),
    referenceAfterTurns: someOf(changedEntries(base.referenceAfterTurns, policy.referenceAfterTurns, (_, to) => to)),
    budget:
      changedBudget || changedTiers ? { ...changedBudget, ...(changedTiers && { tiers: changedTiers }) } : undefined,
    stages: someOf(changedEntries(base.stages, policy.stages, (from, to) => changed(from, to) ?? {})),
    protectedPaths: own.length > 0 ? own.map((row) => ({ ...row })) : undefined,
  };
  return withoutUndefined(body);
}

/** The entries that differ; undefined when none does. */
function changed<T extends object>(base: T, value: T): Partial<T> | undefined {
  const differing = Object.entries(value).filter(([key, own]) => !isSame(Reflect.get(base, key), own));
  // The keys come from the value itself, so the object has a part of its shape.
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Partial<T>);
}

/** By key: what differs, and null for what the base has and the value has not. */
function changedEntries<T, P>(
  base: Readonly<Record<string, T>>,
  value: Readonly<Record<string, T>>,
  patchOf: (from: T, to: T) => P,
): Record<string, P | T | null> {
  const patch: Record<string, P | T | null> = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(value)])) {
    const from = base[key];
    const to = value[key];
    if (isSame(from, to)) continue;
    patch[key] = to === undefined ? null : from === undefined ? to : patchOf(from, to);
  }
  return patch;
}

function someOf<T extends object>(entries: T): T | undefined {
  return Object.keys(entries).length > 0 ? entries : undefined;
}

function withoutUndefined(body: PolicyBody): PolicyBody {
  const told = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return { ...told, preset: body.preset };
}

/** Values are plain data of few entries whose keys stand in one order, so their text decides. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, own]): [string, unknown] => [key, sorted(own)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
