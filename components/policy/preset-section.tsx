"use client";

import clsx from "clsx";
import { useId } from "react";
import { PRESETS } from "@/server/core/policy/body";
import { applyBody, bodyOf } from "@/server/core/policy/merge";
import type { PrunePolicy } from "@/server/core/prune/model";
import { settleEarly } from "../ui/early-input";
import { useDraft } from "./draft";
import { ChangedMark, PolicySection } from "./parts";

const WORDS: Readonly<Record<PrunePolicy["preset"], { name: string; meaning: string }>> = {
  strict: {
    name: "Strict",
    meaning: "As little as possible is lost that a later turn quotes. Every project starts with it.",
  },
  loose: {
    name: "Loose",
    meaning: "Half the ages of strict: saves more, and loses a little of what later turns quote.",
  },
  seed: {
    name: "Seed",
    meaning:
      "The published passes taken literally: ten turns for everything, and every change at once. For comparison.",
  },
};

/** Where the numbers come from that the project does not change itself. */
export function PresetSection() {
  const { policy, denied, change } = useDraft();
  const name = useId();
  return (
    <PolicySection
      id="policy-preset"
      title="Preset"
      lead="The numbers to begin with. What you changed stays changed when you choose another."
    >
      <fieldset className="grid gap-1" disabled={denied !== null}>
        <legend className="sr-only">Preset</legend>
        {PRESETS.map((preset) => (
          <label
            key={preset}
            className={clsx(
              "flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus",
              policy.preset === preset ? "border-accent bg-selected" : "border-line hover:bg-hover",
            )}
          >
            <input
              ref={settleEarly}
              type="radio"
              name={name}
              value={preset}
              checked={policy.preset === preset}
              onChange={() => change((current) => applyBody({ ...bodyOf(current), preset }, current.version))}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span>
              <span className="font-medium">{WORDS[preset].name}</span>
              <span className="block text-ink-3">{WORDS[preset].meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <ChangedMark path="preset" className="mt-2 inline-block" />
    </PolicySection>
  );
}
