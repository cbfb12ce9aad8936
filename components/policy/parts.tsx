"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { useDraft } from "./draft";

type PolicySectionProps = {
  id: string;
  title: string;
  /** One sentence on what the numbers below decide. */
  lead?: ReactNode;
  children: ReactNode;
  /** Long tables are folded until somebody wants them. */
  folded?: { summary: ReactNode; open: boolean };
};

/** One part of the policy form. */
export function PolicySection({ id, title, lead, children, folded }: PolicySectionProps) {
  return (
    <section aria-labelledby={id} className="border-b border-line px-3.5 py-4 last:border-b-0 md:px-5">
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {lead ? <p className="mt-0.5 max-w-[70ch] text-pretty text-ink-3">{lead}</p> : null}
      {folded ? (
        <details className="group mt-2.5" open={folded.open}>
          <summary className="link inline-block min-h-6 text-xs">{folded.summary}</summary>
          <div className="mt-3">{children}</div>
        </details>
      ) : (
        <div className="mt-3">{children}</div>
      )}
    </section>
  );
}

/** "was 10 turns", beside what a person has changed. */
export function ChangedMark({ path, className }: { path: string; className?: string }) {
  const change = useDraft().changeOf(path);
  if (!change) return null;
  return (
    <span className={clsx("rounded-sm bg-info-soft px-1.5 py-px text-xs whitespace-nowrap text-info", className)}>
      {change.from === null ? "new" : `was ${change.from}`}
    </span>
  );
}

/** Fields side by side: two a row where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">{children}</div>;
}

/** A wide table that scrolls by itself, reachable by keyboard. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="clip-focus overflow-x-auto"
    >
      {children}
    </section>
  );
}
