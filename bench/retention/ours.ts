import { estimateTokens } from "@/server/core/events/tokens";
import { bodyOf, render, sourceOf } from "@/server/core/projection/render";
import { validate } from "@/server/core/projection/validate/validate";
import type { AgeWindow, Plan, PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { CUT_MARK } from "@/server/core/prune/passes/compress-stale/repeated-lines";
import { LOOSE_POLICY, SEED_POLICY, STRICT_POLICY } from "@/server/core/prune/policy";
import { renderAbsent } from "@/server/core/prune/projection";
import type { Change, ReplayPolicy } from "@/server/core/replay/measure";
import type { Recording, Unit } from "@/server/core/replay/recording";
import { stewardPolicy } from "@/server/core/replay/steward-policy";
import { textsOf } from "@/server/core/replay/text";

/** Whether what was committed can be sent to a model: each commit is rendered and checked. */
export interface Validity {
  commits: number;
  invalid: number;
  /** The first few faults, for people. */
  readonly faults: string[];
}

export function nothingChecked(): Validity {
  return { commits: 0, invalid: 0, faults: [] };
}

function checking(validity: Validity) {
  return (session: SessionInput, planned: Plan): void => {
    const problems = validate(bodyOf(render(sourceOf(session, planned, "main"), "main", "anthropic")), "anthropic");
    validity.commits++;
    if (problems.length === 0) return;
    validity.invalid++;
    if (validity.faults.length < 3) validity.faults.push(`${problems[0]?.at}: ${problems[0]?.message}`);
  };
}

/** A single commit threshold can be lucky by 0.4 points of recall, so ours is the mean of three. */
const THRESHOLDS = [0.9, 1, 1.1];

export function strict(validity: Validity): ReplayPolicy[] {
  return THRESHOLDS.map((by) => scaled("ours, strict", STRICT_POLICY, by, validity));
}

export function loose(validity: Validity): ReplayPolicy[] {
  return THRESHOLDS.map((by) => scaled("ours, loose", LOOSE_POLICY, by, validity));
}

/** The policy with all its commit thresholds multiplied. */
export function scaled(name: string, policy: PrunePolicy, by: number, validity: Validity): ReplayPolicy {
  const { batching } = policy;
  const { adaptive } = batching;
  const changed: PrunePolicy = {
    ...policy,
    batching: {
      ...batching,
      minSavingTokens: Math.round(batching.minSavingTokens * by),
      cheapSavingTokens: Math.round(batching.cheapSavingTokens * by),
      adaptive: adaptive && {
        share: Math.min(1, adaptive.share * by),
        minTokens: Math.round(adaptive.minTokens * by),
        maxTokens: Math.round(adaptive.maxTokens * by),
      },
    },
  };
  return stewardPolicy(name, changed, { seePlan: checking(validity) });
}

/** The published passes to the letter, each change at once. */
export function seed(validity: Validity): ReplayPolicy {
  return stewardPolicy("the seeds' passes literally, eager", SEED_POLICY, { seePlan: checking(validity) });
}

const NEVER: AgeWindow = { tokens: Number.MAX_SAFE_INTEGER, turns: Number.MAX_SAFE_INTEGER };

/** Of all rules only the lossless one: runs of lines that something newer shows. */
export const BLOCKS_ALONE: PrunePolicy = {
  ...STRICT_POLICY,
  byAge: false,
  tail: Object.fromEntries(Object.keys(STRICT_POLICY.tail).map((name) => [name, NEVER])) as PrunePolicy["tail"], // the same keys, mapped
  superseded: { ...STRICT_POLICY.superseded, ...NEVER },
};

export function blocksAlone(validity: Validity): ReplayPolicy {
  return stewardPolicy("ours, repeated lines alone", BLOCKS_ALONE, {
    passes: ["compress-stale"],
    seePlan: checking(validity),
  });
}

/** Keeps what a policy answered, so that a second replay of the same recording costs no second plan. */
export function remembering(policy: ReplayPolicy): ReplayPolicy {
  const told = new Map<Recording, (readonly Change[])[]>();
  return {
    name: policy.name,
    begin(recording) {
      const known = told.get(recording);
      if (known) return { before: (_request, index) => known[index] ?? [] };
      const run = policy.begin(recording);
      const changes: (readonly Change[])[] = [];
      told.set(recording, changes);
      return {
        before(request, index) {
          const answer = run.before(request, index);
          changes.push(answer);
          return answer;
        },
      };
    },
  };
}

/**
 * The same changes at the same moments, but each kept meaning gives way to the first and last lines of its event, cut to
 * the same length. Cuts of repeated lines stay as they are: nothing is summarized there.
 */
export function headAndTail(policy: ReplayPolicy): ReplayPolicy {
  return {
    name: "strict with head and tail of equal length",
    begin(recording) {
      const run = policy.begin(recording);
      return {
        before: (request, index) =>
          run.before(request, index).map((change) => {
            const unit = recording.units[change.unit];
            return unit && isKeptMeaning(change.text) ? { ...change, text: endsOf(unit, change.text) } : change;
          }),
      };
    },
  };
}

function isKeptMeaning(text: string | null): text is string {
  if (text === null || !text.includes("\n<retained-context>\n")) return false;
  return !text.split("\n").includes(CUT_MARK);
}

/** As many characters as the kept meaning has, half from the start and half from the end, in whole lines where it fits. */
export function endsOf({ event }: Unit, kept: string): string {
  const text = event.kind === "tool_call" ? textsOf(event.text).join("\n") : event.text;
  const room = kept.length - renderAbsent(event.ref, "retained", "", null).length - 1;
  const half = Math.floor(room / 2);
  const head = cutBehind(text, half);
  const tail = cutBefore(text, room - head.length);
  const shown = renderAbsent(event.ref, "retained", `${head}\n${tail}`, null);
  if (estimateTokens(shown) > estimateTokens(kept)) throw new Error(`Head and tail of ${event.ref} are too long.`);
  return shown;
}

/** Up to the last line end that fits; a single line that is longer is cut where the room ends. */
function cutBehind(text: string, room: number): string {
  const part = text.slice(0, Math.max(0, room));
  const end = part.lastIndexOf("\n");
  return end > 0 ? part.slice(0, end) : part;
}

function cutBefore(text: string, room: number): string {
  if (room <= 0) return "";
  const part = text.slice(-room);
  const start = part.indexOf("\n");
  return start >= 0 && start < part.length - 1 ? part.slice(start + 1) : part;
}
