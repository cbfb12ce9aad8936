import clsx from "clsx";
import NextLink from "next/link";
import type { ReactNode } from "react";

export type TabLink = { key: string; label: ReactNode; href: string; count?: string | number; icon?: ReactNode };

/** Tabs that are pages: each has its URL. For panels inside a page, see `TabPanels`. */
export function LinkTabs({ label, tabs, current }: { label: string; tabs: readonly TabLink[]; current: string }) {
  return (
    <nav aria-label={label} className="no-scrollbar flex gap-0.5 overflow-x-auto border-b border-line-strong">
      {tabs.map((tab) => (
        <NextLink
          key={tab.key}
          href={tab.href}
          aria-current={tab.key === current ? "page" : undefined}
          className={clsx(TAB_CLASSES, tab.key === current ? TAB_CURRENT : "text-ink-2")}
        >
          {tab.icon}
          {tab.label}
          {tab.count !== undefined ? <span className="font-normal text-ink-3">{tab.count}</span> : null}
        </NextLink>
      ))}
    </nav>
  );
}

export const TAB_CLASSES =
  "clip-focus flex h-9 items-center gap-[7px] px-3 whitespace-nowrap hover:bg-hover hover:text-ink pointer-coarse:h-11";
export const TAB_CURRENT = "font-medium text-ink shadow-[inset_0_-2px_0_var(--color-accent)]";
