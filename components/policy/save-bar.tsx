"use client";

import { numberField } from "@/server/core/policy/fields";
import { plural } from "../telemetry/words";
import { Button } from "../ui/button";
import { fieldId, useDraft } from "./draft";

type SaveBarProps = { onSave: () => void; onDiscard: () => void };

/** Stays in view while there is something to save; leads to what has to be corrected first. */
export function SaveBar({ onSave, onDiscard }: SaveBarProps) {
  const { changes, problems, saved, typed } = useDraft();
  const isDirty = changes.length > 0 || Object.keys(typed).some((path) => problems.some(({ field }) => field === path));
  if (!isDirty) return null;
  const next = saved.version + 1;
  const [first] = problems;
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-3 z-10 mx-auto mt-3 flex flex-wrap items-center gap-2 rounded-lg bg-raised py-2 pr-2.5 pl-4 shadow-overlay max-md:bottom-[64px] max-md:mx-2"
    >
      <p className="min-w-0 flex-1">
        <b className="font-semibold">
          {changes.length} {plural(changes.length, "change")}
        </b>{" "}
        <span className="text-ink-2">
          in draft v{next}.{" "}
          {saved.version === 0 ? "The built-in policy is in force." : `v${saved.version} is in force.`}
        </span>
        <a href="#policy-preview" className="link ml-2 lg:hidden">
          See the effect
        </a>
        {first ? (
          <button type="button" className="link block text-left text-danger!" onClick={() => showField(first.field)}>
            {problems.length === 1 ? "1 field cannot be saved" : `${problems.length} fields cannot be saved`}
            {numberField(first.field) ? `: ${numberField(first.field)?.label}` : ""}
          </button>
        ) : null}
      </p>
      <div className="flex gap-2">
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
        <Button
          variant="primary"
          onClick={onSave}
          disabledReason={
            first ? "Correct the fields that are marked first." : changes.length === 0 ? "Nothing differs." : null
          }
        >
          Save v{next}
        </Button>
      </div>
    </section>
  );
}

/** Focuses a field, unfolding what hides it; a field without an element leads to its list. */
function showField(field: string): void {
  const parts = field.split(".");
  for (let length = parts.length; length > 0; length--) {
    const element = document.getElementById(fieldId(parts.slice(0, length).join(".")));
    if (!element) continue;
    const folded = element.closest("details");
    if (folded) folded.open = true;
    element.focus();
    element.scrollIntoView({ block: "center" });
    return;
  }
  document.getElementById(parts[0] === "stages" ? "policy-stages" : "policy-protected")?.scrollIntoView();
}
