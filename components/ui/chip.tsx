import clsx from "clsx";
import type { ReactNode } from "react";

const TONES = {
  neutral: "bg-sunken text-ink-2 shadow-[inset_0_0_0_1px_var(--color-line)]",
  ok: "bg-ok-soft text-accent-ink",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

export const CHIP_CLASSES =
  "inline-flex h-5 shrink-0 items-center gap-[5px] rounded-sm px-[7px] text-xs font-medium whitespace-nowrap [&_svg.lucide]:size-3";

type ChipProps = {
  tone?: keyof typeof TONES;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
  title?: string;
};

/** A state in a word, with an icon where it has a colour. Only what needs a person gets a filled one. */
export function Chip({ tone = "neutral", icon, children, className, title }: ChipProps) {
  return (
    <span className={clsx(CHIP_CLASSES, TONES[tone], className)} title={title}>
      {icon}
      {children}
    </span>
  );
}

/** A name that a machine gave: a path, a label. */
export function Tag({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className="inline-block max-w-full truncate rounded-sm border border-line px-[5px] py-px align-bottom font-mono text-2xs text-ink-2"
    >
      {children}
    </span>
  );
}

/** A key on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-[18px] rounded-sm border border-b-2 border-line-strong bg-surface px-1 text-center text-2xs leading-4 text-ink-2">
      {children}
    </kbd>
  );
}
