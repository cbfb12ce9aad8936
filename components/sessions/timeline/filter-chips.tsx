"use client";

import { X } from "lucide-react";
import { changeTo, FIELD_WORD, FILTER_FIELDS, valueWord } from "./filter-fields";
import type { TimelineState } from "./read-state";

type FilterChipsProps = { state: TimelineState; onChange: (change: Partial<TimelineState>) => void };

/** One chip a chosen field; a press takes it away. It changes the address in the browser alone, so it is a button. */
export function FilterChips({ state, onChange }: FilterChipsProps) {
  return FILTER_FIELDS.map((field) => {
    const value = state[field];
    if (value === null) return null;
    const words = valueWord(field, value);
    return (
      <span
        key={field}
        className="inline-flex h-control items-center overflow-clip rounded-md border border-line-strong bg-surface whitespace-nowrap"
      >
        <span className="flex items-center gap-[5px] px-2">
          <span className="text-ink-3">{FIELD_WORD[field]} is</span>
          <span className="max-w-[180px] truncate" title={words}>
            {words}
          </span>
        </span>
        <button
          type="button"
          aria-label={`Remove filter: ${FIELD_WORD[field]} is ${words}`}
          onClick={() => onChange(changeTo(field, null))}
          className="clip-focus flex h-full min-w-6 items-center border-l border-line px-1.5 text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden />
        </button>
      </span>
    );
  });
}
