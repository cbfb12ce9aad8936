import clsx from "clsx";
import NextLink from "next/link";
import { Monogram } from "../ui/monogram";
import { ContextBar } from "./context-bar";
import type { ContextSegment } from "./context-bar-model";

export type ThreadTab = {
  key: string;
  name: string;
  href: string;
  /** How full it is, formatted: "74 %". */
  fill: string;
  segments: readonly ContextSegment[];
  windowTokens?: number;
  monogram: { letters?: string; category: number; sub?: boolean };
};

type ThreadTabsProps = {
  threads: readonly ThreadTab[];
  current: string /** After the tabs: "2 ended". */;
  more?: string;
};

/** The windows of a session, one a tab, each with its own context bar. */
export function ThreadTabs({ threads, current, more }: ThreadTabsProps) {
  return (
    <nav aria-label="Threads" className="no-scrollbar flex overflow-x-auto border-b border-line bg-sunken">
      {threads.map((thread) => (
        <NextLink
          key={thread.key}
          href={thread.href}
          scroll={false}
          prefetch={false}
          aria-current={thread.key === current ? "page" : undefined}
          className={clsx(
            "clip-focus flex items-center gap-[9px] border-r border-line px-3.5 py-2",
            thread.key === current ? "bg-surface shadow-[inset_0_2px_0_var(--color-accent)]" : "hover:bg-hover",
          )}
        >
          <Monogram name={thread.name} {...thread.monogram} />
          <span className="block w-[132px]">
            <span className="mb-[3px] flex gap-1.5 whitespace-nowrap">
              <span className="truncate font-medium">{thread.name}</span>
              <span className="text-ink-3">{thread.fill}</span>
            </span>
            <ContextBar segments={thread.segments} windowTokens={thread.windowTokens} size="xs" />
          </span>
        </NextLink>
      ))}
      {more ? <span className="flex items-center px-3.5 text-ink-3 whitespace-nowrap">{more}</span> : null}
    </nav>
  );
}
