import { z } from "zod";
import type { PrunePolicy } from "../prune/model";
import { fail, ok, type Result } from "../result";
import { PolicyBody } from "./body";
import { checkPolicy, type PolicyProblem } from "./check";
import { applyBody, bodyOf } from "./merge";

/** A body that was read: the policy in full, and the least body that gives it. */
export interface ReadPolicy {
  readonly policy: PrunePolicy;
  readonly body: PolicyBody;
}

/** The body of a policy, or everything that is wrong with it. */
export function checkBody(
  raw: unknown,
  version: number,
):
  | { readonly ok: true; readonly value: ReadPolicy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] } {
  const parsed = PolicyBody.safeParse(raw);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.flatMap(toProblems) };
  const policy = applyBody(parsed.data, version);
  const problems = checkPolicy(policy);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { policy, body: bodyOf(policy) } };
}

/** As `checkBody`, as a Result: the fault names the first field and says how many more there are. */
export function parseBody(raw: unknown, version: number): Result<ReadPolicy> {
  const checked = checkBody(raw, version);
  if (checked.ok) return ok(checked.value);
  const [first, ...more] = checked.problems;
  if (!first) return fail("bad_request", "The policy cannot be read. Send a preset and what it changes.");
  const rest =
    more.length === 0
      ? ""
      : ` ${more.length} more: ${more
          .map(({ field }) => field)
          .slice(0, 5)
          .join(", ")}.`;
  return fail("bad_request", first.message + rest, { field: first.field });
}

function toProblems(issue: z.core.$ZodIssue): PolicyProblem[] {
  const place = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const field = place === "" ? key : `${place}.${key}`;
      return { field, message: `${field} is no setting of the policy. Remove it, or look at its name.` };
    });
  }
  const field = place === "" ? "body" : place;
  return [{ field, message: `${field}: ${issue.message}.` }];
}

/** A stored policy as it counts, and why it does not count as it was saved. */
export interface SavedPolicy extends ReadPolicy {
  /** Null when it counts as saved; else the sentence of what cannot be read. */
  readonly problem: string | null;
}

const Row = z.object({
  pattern: z.string().min(1),
  reason: z.string().catch("Protected by a policy that cannot be read."),
});
const Category = z.enum(["core", "safety", "project"]).catch("project");

/**
 * A stored body over its preset. One that this version cannot read counts as the strict preset, with what it protects
 * as far as that can be read: it fails closed.
 */
export function readSavedPolicy(version: number, body: unknown): SavedPolicy {
  const checked = checkBody(body, version);
  if (checked.ok) return { ...checked.value, problem: null };
  const problem = checked.problems[0]?.message ?? "The saved policy cannot be read.";
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(body);
  const kept: PolicyBody = {
    preset: "strict",
    protectedPaths: each(stored["protectedPaths"], Row.extend({ category: Category })),
    protectedTools: each(stored["protectedTools"], Row),
  };
  const policy = applyBody(kept, version);
  const phrases = each(stored["pinPhrases"], z.string().min(1));
  const pinPhrases = [...new Set([...policy.pinPhrases, ...phrases])];
  const whole = { ...policy, pinPhrases };
  return { policy: whole, body: bodyOf(whole), problem };
}

/** The entries of a list that can be read by themselves. */
function each<T>(list: unknown, entry: z.ZodType<T>): T[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const parsed = entry.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
