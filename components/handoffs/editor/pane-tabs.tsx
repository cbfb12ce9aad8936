"use client";

import clsx from "clsx";
import type { KeyboardEvent } from "react";

const PANES = [
  { key: "write", label: "Write" },
  { key: "preview", label: "Preview" },
] as const;
export type Pane = (typeof PANES)[number]["key"];

/** At phone width one pane at a time. */
export function PaneTabs({ pane, onChoose }: { pane: Pane; onChoose: (pane: Pane) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = pane === "write" ? "preview" : "write";
    onChoose(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Editor" className="flex border-b border-line md:hidden" onKeyDown={onKeyDown}>
      {PANES.map(({ key, label }) => (
        <button
          key={key}
          id={`tab-${key}`}
          type="button"
          role="tab"
          aria-selected={pane === key}
          aria-controls={`pane-${key}`}
          tabIndex={pane === key ? 0 : -1}
          onClick={() => onChoose(key)}
          className={clsx(
            "clip-focus min-h-11 flex-1 font-medium",
            pane === key ? "text-accent-ink shadow-[inset_0_-2px_0_var(--color-accent)]" : "text-ink-2",
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
