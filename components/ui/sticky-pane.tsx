"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

type StickyPaneProps = {
  /** Names the region: "Decision DEC-043". */
  label: string;
  /** The screen width from which the pane stands beside a list, and so stays in view. */
  from: "tablet" | "desktop";
  children: ReactNode;
};

const STAYS = {
  tablet:
    "min-[901px]:sticky min-[901px]:top-(--head) min-[901px]:max-h-[calc(100dvh-var(--head))] min-[901px]:overflow-y-auto",
  desktop: "lg:sticky lg:top-(--head) lg:max-h-[calc(100dvh-var(--head))] lg:overflow-y-auto",
};

/** A pane that stays below the page's head and scrolls by itself while the list beside it scrolls with the page. */
export function StickyPane({ label, from, children }: StickyPaneProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const head = document.querySelector("[data-page-head]");
    if (!head) return;
    // Filters wrap to more lines on narrower screens, so only the browser knows how much the head covers.
    const observer = new ResizeObserver(() => {
      ref.current?.style.setProperty("--head", `${Math.ceil(head.getBoundingClientRect().height)}px`);
    });
    observer.observe(head);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={clsx("clip-focus [--head:112px] print:static print:max-h-none print:overflow-visible", STAYS[from])}
    >
      {children}
    </section>
  );
}
