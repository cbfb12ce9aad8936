import fc from "fast-check";
import { TOOL_CLASSES } from "../../events/kinds";
import type { PrunePolicy } from "../../prune/model";
import { POLICIES } from "../../prune/policy";
import type { PolicyBodyInput } from "../body";
import { NUMBER_FIELDS, SWITCHES } from "../fields";
import { withNumber, withoutEntry, withSwitch } from "../numbers";
import { checkBody } from "../read";

/** The policy of a body that a test knows to be right. */
export function policyOf(body: PolicyBodyInput): PrunePolicy {
  const checked = checkBody(body, 1);
  if (!checked.ok) throw new Error(checked.problems.map(({ message }) => message).join(" "));
  return checked.value.policy;
}

/** A preset with a few numbers, switches and patterns changed, all within bounds. */
export const aPolicy: fc.Arbitrary<PrunePolicy> = fc
  .record({
    preset: fc.constantFrom(...Object.values(POLICIES)),
    numbers: fc.array(
      fc.record({
        field: fc.constantFrom(...NUMBER_FIELDS.filter(({ unit }) => unit !== "share")),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 6 },
    ),
    off: fc.subarray(SWITCHES.map(({ path }) => path)),
    on: fc.subarray(SWITCHES.map(({ path }) => path)),
    uncut: fc.subarray([...TOOL_CLASSES]),
    patterns: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}\/\*\*$/), { maxLength: 3 }),
    phrases: fc.uniqueArray(fc.stringMatching(/^[a-z]{4,12}$/), { maxLength: 3 }),
  })
  .map(({ preset, numbers, off, on, uncut, patterns, phrases }) => {
    let policy: PrunePolicy = preset;
    for (const path of on) policy = withSwitch(policy, path, true);
    for (const toolClass of uncut)
      policy = withoutEntry(withoutEntry(policy, `callTail.${toolClass}.turns`), `referenceAfterTurns.${toolClass}`);
    for (const { field, part } of numbers) {
      if (field.path.startsWith("batching.adaptive")) continue;
      policy = withNumber(policy, field.path, Math.round(field.min + part * (field.max - field.min)));
    }
    for (const path of off) policy = withSwitch(policy, path, false);
    const own = patterns.map((pattern) => ({ pattern, category: "project" as const, reason: "Ours." }));
    return { ...policy, protectedPaths: [...policy.protectedPaths, ...own], pinPhrases: phrases };
  });
