"use client";

import clsx from "clsx";
import NextLink from "next/link";
import { useEffect, useRef } from "react";
import type { Base } from "../telemetry/links";
import { SESSION_VIEWS, type SessionView, VIEW_WORD, viewHref } from "./session-view";

type ViewTabsProps = {
  base: Base;
  number: number;
  current: SessionView;
  /** What stays in the address whatever part is shown: the list that the person came from. */
  query?: Readonly<Record<string, string>>;
};

/** The parts of a session page, each an address of its own. On a phone the line scrolls sideways. */
export function ViewTabs({ base, number, current, query }: ViewTabsProps) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = line.current?.querySelector<HTMLElement>(`[data-view="${current}"]`);
    if (tab && line.current)
      line.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - line.current.clientWidth / 2;
  }, [current]);
  return (
    <nav
      ref={line}
      aria-label="Session"
      className="no-scrollbar relative flex overflow-x-auto border-b border-line-strong px-1.5 md:px-2"
    >
      {SESSION_VIEWS.map((view) => (
        <NextLink
          key={view}
          data-view={view}
          href={viewHref(base, number, view, query)}
          scroll={false}
          prefetch={false}
          aria-current={view === current ? "page" : undefined}
          className={clsx(
            "clip-focus flex h-10 shrink-0 items-center px-2.5 whitespace-nowrap pointer-coarse:h-11",
            view === current
              ? "font-medium shadow-[inset_0_-2px_0_var(--color-accent)]"
              : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {VIEW_WORD[view]}
        </NextLink>
      ))}
    </nav>
  );
}
