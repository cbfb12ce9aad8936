import { TOOL_CLASSES } from "../events/kinds";
import type { PrunePolicy } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import type { ChoiceField, PolicySwitch } from "./fields";

/** What stands at a path such as `budget.tiers.hot`; undefined when there is nothing. */
function valueAt(policy: object, path: string): unknown {
  let place: unknown = policy;
  for (const key of path.split(".")) {
    if (typeof place !== "object" || place === null) return undefined;
    place = Reflect.get(place, key);
  }
  return place;
}

/** The number at a path of the table of fields; null when its part of the policy is off or has no such entry. */
export function numberAt(policy: PrunePolicy, path: string): number | null {
  const value = valueAt(policy, path);
  return typeof value === "number" ? value : null;
}

/**
 * A policy with another number at a path of the table of fields. A path whose part is off changes nothing; of the
 * records by tool class it adds the entry.
 */
export function withNumber(policy: PrunePolicy, path: string, value: number): PrunePolicy {
  const whole = withEntry(policy, path);
  return numberAt(whole, path) === null ? policy : replaced(whole, path.split("."), value);
}

/** A missing entry of a tool class is there first: the window of strict, or as its results have it. */
function withEntry(policy: PrunePolicy, path: string): PrunePolicy {
  const [, record, name] = ENTRY.exec(path) ?? [];
  const toolClass = TOOL_CLASSES.find((known) => known === name);
  if (toolClass === undefined || numberAt(policy, path) !== null) return policy;
  if (record === "callTail") {
    const window = STRICT_POLICY.callTail[toolClass] ?? policy.tail[toolClass];
    return { ...policy, callTail: { ...policy.callTail, [toolClass]: window } };
  }
  return { ...policy, referenceAfterTurns: { ...policy.referenceAfterTurns, [toolClass]: 1 } };
}

/** What is chosen at a path of the table of choices. */
export function choiceAt(policy: PrunePolicy, path: string): string | boolean | null {
  const value = valueAt(policy, path);
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

/** A policy with another of the options of a choice. */
export function withChoice(policy: PrunePolicy, field: ChoiceField, value: string | boolean): PrunePolicy {
  const isOption = field.options.some((option) => option.value === value);
  return isOption ? replaced(policy, field.path.split("."), value) : policy;
}

/** The new value is of the kind of the old one (a number, or an option of the choice), so the shape stays. */
function replaced<T extends object>(
  place: T,
  [key = "", ...rest]: readonly string[],
  value: number | string | boolean,
): T {
  const inner: unknown = Reflect.get(place, key);
  const next = rest.length === 0 || typeof inner !== "object" || inner === null ? value : replaced(inner, rest, value);
  return { ...place, [key]: next };
}

/** Switches a part that may be off: on takes the numbers of strict, which has all of them. */
export function withSwitch(policy: PrunePolicy, path: PolicySwitch, isOn: boolean): PrunePolicy {
  if (path === "reuse") return { ...policy, reuse: isOn ? STRICT_POLICY.reuse : null };
  if (path === "blocks") return { ...policy, blocks: isOn ? STRICT_POLICY.blocks : null };
  return { ...policy, batching: { ...policy.batching, adaptive: isOn ? STRICT_POLICY.batching.adaptive : null } };
}

export function isSwitchedOn(policy: PrunePolicy, path: PolicySwitch): boolean {
  const part = valueAt(policy, path);
  return part !== null && part !== undefined;
}

const ENTRY = /^(callTail|referenceAfterTurns)\.(\w+)/;

/** Whether a number may be missing: arguments that are never cut, kept meaning that stays for good. */
export function mayBeMissing(path: string): boolean {
  return ENTRY.test(path);
}

/** Takes the entry of a tool class away: its arguments are never cut, or its kept meaning stays for good. */
export function withoutEntry(policy: PrunePolicy, path: string): PrunePolicy {
  const [, record, name] = ENTRY.exec(path) ?? [];
  const others = <T>(entries: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name));
  if (record === "callTail") return { ...policy, callTail: others(policy.callTail) };
  return record === undefined ? policy : { ...policy, referenceAfterTurns: others(policy.referenceAfterTurns) };
}
