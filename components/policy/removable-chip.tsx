"use client";

import clsx from "clsx";
import type { ReactNode } from "react";

type RemovableChipProps = {
  label: string;
  isNew: boolean;
  denied: string | null;
  onRemove: () => void;
  icon: ReactNode;
};

/** A word of a list with a button that takes it out; without the right to change it, the word alone. */
export function RemovableChip({ label, isNew, denied, onRemove, icon }: RemovableChipProps) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6 items-center rounded-sm text-xs",
        isNew ? "bg-info-soft text-info" : "bg-sunken text-ink-2 shadow-[inset_0_0_0_1px_var(--color-line)]",
        denied === null ? "pl-[7px]" : "px-[7px]",
      )}
    >
      {label}
      {isNew ? <span className="sr-only"> (new)</span> : null}
      {denied === null ? (
        <button
          type="button"
          aria-label={`Remove ${label}`}
          title={`Remove ${label}`}
          onClick={onRemove}
          className="grid size-6 place-items-center rounded-sm hover:text-ink pointer-coarse:size-9 [&_svg.lucide]:size-3"
        >
          {icon}
        </button>
      ) : null}
    </span>
  );
}
