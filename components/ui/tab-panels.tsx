"use client";

import clsx from "clsx";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { TAB_CLASSES } from "./tabs";

type Panel = { key: string; label: ReactNode; icon?: ReactNode; content: ReactNode };

/** Panels inside a page, one shown at a time; arrow keys move between the tabs. */
export function TabPanels({
  label,
  panels,
  className,
}: {
  label: string;
  panels: readonly Panel[];
  className?: string;
}) {
  return (
    <Tabs.Root defaultValue={panels[0]?.key} className={className}>
      <Tabs.List aria-label={label} className="no-scrollbar flex gap-0.5 overflow-x-auto border-b border-line-strong">
        {panels.map((panel) => (
          <Tabs.Trigger
            key={panel.key}
            value={panel.key}
            className={clsx(
              TAB_CLASSES,
              "text-ink-2 data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_0_var(--color-accent)]",
            )}
          >
            {panel.icon}
            {panel.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {panels.map((panel) => (
        <Tabs.Content key={panel.key} value={panel.key} className="pt-3">
          {panel.content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
