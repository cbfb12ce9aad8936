"use client";

import { Tabs } from "radix-ui";
import { CopyField } from "../ui/copy-field";
import { Monogram } from "../ui/monogram";
import { agentGuides } from "./agent-commands";

const TAB =
  "clip-focus flex h-9 items-center gap-[7px] px-3 whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:h-11 " +
  "data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_0_var(--color-accent)]";

/** One agent a tab, with the commands that bring its sessions in. */
export function AgentTabs({ project }: { project: string }) {
  const guides = agentGuides(project);
  return (
    <Tabs.Root defaultValue="claude-code" className="min-w-0">
      <Tabs.List
        aria-label="Agent"
        className="no-scrollbar flex max-w-[560px] gap-0.5 overflow-x-auto border-b border-line-strong"
      >
        {guides.map(({ key, name }, at) => (
          <Tabs.Trigger key={key} value={key} className={TAB}>
            <Monogram name={key} letters={key === "other" ? "…" : undefined} category={at * 2} />
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {guides.map(({ key, steps, note }) => (
        <Tabs.Content key={key} value={key} className="grid min-w-0 grid-cols-1 gap-1 pt-3">
          {steps.map(({ label, command }) => (
            <div key={command} className="mb-2 grid min-w-0 grid-cols-1 gap-1">
              <p className="font-medium">{label}</p>
              <CopyField command value={command} label={`Copy the command: ${label}`} />
            </div>
          ))}
          <p className="max-w-[560px] text-xs text-ink-3">{note}</p>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
