"use client";

import { CHOICE_FIELDS, NUMBER_FIELDS, type PolicySection as PolicySectionName } from "@/server/core/policy/fields";
import { valueWords } from "@/server/core/policy/words";
import type { BatchingPolicy } from "@/server/core/prune/model";
import { FieldMessage } from "../ui/field";
import { ChoiceField, PartSwitch } from "./choice-field";
import { useDraft } from "./draft";
import { NumberField } from "./number-field";
import { ChangedMark, FieldGrid, PolicySection } from "./parts";
import { ThresholdGauge } from "./threshold-gauge";

/** Every number and choice of a section, as the tables have them, but for what its page shows in another way. */
function Fields({ section, except }: { section: PolicySectionName; except: readonly string[] }) {
  const isHere = (field: { path: string; section: PolicySectionName }) =>
    field.section === section && !except.some((path) => field.path === path || field.path.startsWith(`${path}.`));
  return (
    <>
      {NUMBER_FIELDS.filter(isHere).map(({ path }) => (
        <NumberField key={path} path={path} />
      ))}
      {CHOICE_FIELDS.filter(isHere).map(({ path }) => (
        <ChoiceField key={path} path={path} />
      ))}
    </>
  );
}

/** When agents are advised. */
export function ThresholdsSection() {
  const { problemOf } = useDraft();
  const error = problemOf("budget.compactShare") ?? problemOf("budget.checkpointShare");
  return (
    <PolicySection
      id="policy-thresholds"
      title="When to act"
      lead="Share of the window at which agents are advised. Drag, or use the arrow keys."
    >
      <ThresholdGauge />
      <p className="-mt-2 mb-3 flex flex-wrap gap-2 empty:hidden">
        <ChangedMark path="budget.pruneShare" />
        <ChangedMark path="budget.compactShare" />
        <ChangedMark path="budget.checkpointShare" />
      </p>
      <FieldMessage id="policy-thresholds" error={error} />
      <FieldGrid>
        <Fields
          section="thresholds"
          except={["budget.pruneShare", "budget.compactShare", "budget.checkpointShare", "budget.tiers"]}
        />
      </FieldGrid>
      <h3 className="mt-5 mb-2">Tiers of the window</h3>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <NumberField path="budget.tiers.hot" />
        <NumberField path="budget.tiers.warm" />
        <NumberField path="budget.tiers.cold" />
      </div>
    </PolicySection>
  );
}

/** When a plan may change the window. */
export function BatchingSection() {
  const { policy } = useDraft();
  const isAdaptive = policy.batching.adaptive !== null;
  return (
    <PolicySection
      id="policy-batching"
      title="When a plan changes the window"
      lead="Every change rewrites the prompt cache behind it, so a plan waits until it pays."
    >
      <p className="mb-4 max-w-[70ch] border-l-3 border-line-strong pl-3 text-pretty text-ink-2">
        {batchingWords(policy.batching)}
      </p>
      <div className="mb-4">
        <PartSwitch
          path="batching.adaptive"
          hint="A share of what is visible in place of one number for all windows."
        />
      </div>
      <FieldGrid>
        <Fields section="batching" except={isAdaptive ? ["batching.minSavingTokens"] : []} />
      </FieldGrid>
    </PolicySection>
  );
}

/** What the numbers mean together, in sentences. */
function batchingWords({ adaptive, minSavingTokens, cheapSavingTokens, coldGapMs }: BatchingPolicy): string {
  const tokens = (count: number) => valueWords("tokens", count);
  const warm = adaptive
    ? `While the cache is warm, a plan is committed once ${valueWords("share", adaptive.share)} of what is visible can go, but never for less than ${tokens(adaptive.minTokens)}, and always from ${tokens(adaptive.maxTokens)} on.`
    : minSavingTokens === 0
      ? "While the cache is warm, every plan that saves anything is committed at once, whatever the cache costs."
      : `While the cache is warm, a plan is committed once ${tokens(minSavingTokens)} can go.`;
  const cheap = `When a task, stage or wave ends, or after a pause of ${valueWords("milliseconds", coldGapMs)}, a change is cheap: then ${cheapSavingTokens === 0 ? "any saving is" : `${tokens(cheapSavingTokens)} are`} enough.`;
  return `${warm} ${cheap}`;
}

/** What counts as noise, and what stays at hand. */
export function NoiseSection() {
  return (
    <PolicySection
      id="policy-noise"
      title="What counts as noise"
      lead="Duplicates and resolved errors are proven by the session itself and need no number."
    >
      <FieldGrid>
        <Fields section="noise" except={["superseded", "reuse", "blocks"]} />
      </FieldGrid>
      <h3 className="mt-5 mb-2">A read is superseded</h3>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <NumberField path="superseded.coveredShare" />
        <NumberField path="superseded.tokens" />
        <NumberField path="superseded.turns" />
      </div>
      <div className="mt-5 grid gap-3">
        <PartSwitch path="reuse" hint="What was referred to often is likely to be needed again." />
        <FieldGrid>
          <NumberField path="reuse.times" />
          <NumberField path="reuse.waitTurns" />
        </FieldGrid>
        <PartSwitch
          path="blocks"
          hint="Lines that something newer shows are cut from older results. Nothing is lost."
        />
        <FieldGrid>
          <NumberField path="blocks.minTokens" />
          <NumberField path="blocks.minTurns" />
          <NumberField path="blocks.minLines" />
          <NumberField path="blocks.minGainShare" />
        </FieldGrid>
      </div>
    </PolicySection>
  );
}

/** What is left in place of what goes. */
export function SummariesSection() {
  return (
    <PolicySection
      id="policy-summaries"
      title="Summaries and kept meaning"
      lead="What the model still sees of a result that was compressed. A summary without evidence is never written."
    >
      <FieldGrid>
        <Fields section="summaries" except={[]} />
      </FieldGrid>
    </PolicySection>
  );
}
