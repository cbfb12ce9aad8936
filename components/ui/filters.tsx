import clsx from "clsx";
import { X } from "lucide-react";
import NextLink from "next/link";
import type { ReactNode } from "react";

/** The line of filters below a page head: the URL made visible. Scrolls sideways on a phone. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    // It is positioned, so that words for screen readers inside it scroll with it and do not widen the page.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in all browsers.
    <div
      role="group"
      aria-label="Filters"
      className="no-scrollbar relative flex items-center gap-2 pb-3 max-md:overflow-x-auto max-md:px-3.5 max-md:pt-0.5 max-md:*:shrink-0 md:flex-wrap"
    >
      {children}
    </div>
  );
}

type FilterChipProps = {
  field: string;
  /** "is", "is not", "over". */
  operator: string;
  value: string;
  /** The URL without this filter. */
  removeHref: string;
  /** The URL (or a Popover around the chip's text) that changes it. */
  editHref?: string;
};

/** One filter: field, operator, value, and a link that takes it away. */
export function FilterChip({ field, operator, value, removeHref, editHref }: FilterChipProps) {
  const text = (
    <>
      <span className="text-ink-3">
        {field} {operator}
      </span>{" "}
      <span className="max-w-[240px] truncate">{value}</span>
    </>
  );
  const part = "clip-focus flex h-full items-center gap-[5px] px-2";
  return (
    <span className="inline-flex h-control items-center overflow-clip rounded-md border border-line-strong bg-surface whitespace-nowrap">
      {editHref ? (
        <NextLink href={editHref} prefetch={false} className={clsx(part, "hover:bg-hover")}>
          {text}
        </NextLink>
      ) : (
        <span className={part}>{text}</span>
      )}
      <NextLink
        href={removeHref}
        scroll={false}
        prefetch={false}
        aria-label={`Remove filter: ${field} ${operator} ${value}`}
        className={clsx(part, "border-l border-line px-1.5! text-ink-3 hover:bg-hover hover:text-ink")}
      >
        <X aria-hidden />
      </NextLink>
    </span>
  );
}

export type Segment = { key: string; label: ReactNode; href: string; count?: string | number; icon?: ReactNode };

type SegmentedControlProps = { label: string; segments: readonly Segment[]; current: string };

/** One of a few views, each a link. */
export function SegmentedControl({ label, segments, current }: SegmentedControlProps) {
  return (
    <nav
      aria-label={label}
      className="inline-flex shrink-0 overflow-clip rounded-md border border-line-strong bg-surface"
    >
      {segments.map((segment) => (
        <NextLink
          key={segment.key}
          href={segment.href}
          scroll={false}
          prefetch={false}
          aria-current={segment.key === current ? "true" : undefined}
          className={clsx(
            "clip-focus inline-flex h-[calc(var(--spacing-control)-2px)] items-center gap-1.5 border-r border-line px-2.5 whitespace-nowrap last:border-r-0",
            segment.key === current
              ? "bg-accent-soft font-medium text-accent-ink shadow-[inset_0_-2px_0_var(--color-accent)]"
              : "text-ink-2 hover:bg-hover",
          )}
        >
          {segment.icon}
          {segment.label}
          {segment.count !== undefined ? <span className="font-normal">{segment.count}</span> : null}
        </NextLink>
      ))}
    </nav>
  );
}
