"use client";

import type { RunTotalsView } from "@/server/core/runs/views";
import { Checkbox, Switch } from "../../ui/choice";
import { formatExact } from "../../ui/format";
import { countOf, PASS_LOOK, RUN_PASSES, type RunPass } from "./run-words";

export type RunChoice = { readonly passes: readonly RunPass[]; readonly compact: boolean };

type PassChoiceProps = {
  choice: RunChoice;
  /** Of the plan that is shown; null while it is made. */
  totals: RunTotalsView | null;
  onChange: (choice: RunChoice) => void;
};

/** Which passes a run makes, each with the events that it would change; at least one stays on. */
export function PassChoice({ choice, totals, onChange }: PassChoiceProps) {
  const { passes, compact } = choice;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <legend className="sr-only">What the run does</legend>
      {RUN_PASSES.map((pass) => {
        const isOn = passes.includes(pass);
        const isLast = isOn && passes.length === 1;
        return (
          <Checkbox
            key={pass}
            label={
              <>
                {PASS_LOOK[pass].word}{" "}
                <span className="text-ink-2">
                  {isOn && totals ? formatExact(countOf(totals, pass)) : isOn ? "…" : "off"}
                </span>
              </>
            }
            checked={isOn}
            disabled={isLast}
            title={isLast ? "A run makes at least one pass" : undefined}
            onChange={() => {
              const next = RUN_PASSES.filter((known) => (known === pass ? !isOn : passes.includes(known)));
              onChange({ passes: next, compact });
            }}
          />
        );
      })}
      <Switch
        label={
          <span title="Also replaces finished ranges of turns by one summary each">
            Compact <span className="text-ink-2">finished ranges to summaries</span>
          </span>
        }
        checked={compact}
        onChange={() => onChange({ passes, compact: !compact })}
      />
    </fieldset>
  );
}
