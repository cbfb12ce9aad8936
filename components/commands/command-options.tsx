"use client";

import clsx from "clsx";
import { useEffect, useRef } from "react";
import type { BarOption } from "./options";

type CommandOptionsProps = {
  id: string;
  options: readonly BarOption[];
  active: number;
  /** An answer stands below and keeps its place while the next phrase is written. */
  isAboveAnswer: boolean;
  onChoose: (option: BarOption) => void;
};

export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`;
}

const GROUPS = ["Recent", "Commands", "Values"] as const;

/** What may follow, under its headings. */
export function CommandOptions({ id, options, active, isAboveAnswer, onChoose }: CommandOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Commands"
      tabIndex={-1}
      className={clsx(
        "overflow-y-auto p-1.5",
        isAboveAnswer ? "max-h-[32dvh] shrink-0 border-b border-line" : "min-h-0",
        options.length === 0 && "hidden",
      )}
    >
      {GROUPS.map((name) => {
        const own = options.map((option, at) => ({ option, at })).filter(({ option }) => option.group === name);
        if (own.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-ink-3">
              {name}
            </p>
            {own.map(({ option, at }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are the field's (combobox).
              <div
                key={`${name} ${option.text}`}
                id={optionId(id, at)}
                role="option"
                aria-selected={at === active}
                onClick={() => onChoose(option)}
                className={clsx(
                  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 hover:bg-hover max-md:flex-col max-md:items-start max-md:gap-0 pointer-coarse:min-h-11",
                  at === active && "bg-selected shadow-[inset_3px_0_0_var(--color-accent)]",
                )}
              >
                <code className="min-w-0 truncate md:max-w-[60%] md:flex-none">{option.label}</code>
                <span className="min-w-0 text-xs text-ink-3 md:flex-1 md:truncate md:text-right">{option.detail}</span>
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
