"use client";

import { Tabs } from "radix-ui";
import { Paste } from "../connect/paste";
import { type Base, projectHref } from "../telemetry/links";
import { CopyField } from "../ui/copy-field";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { type AgentGuide, agentGuides } from "./agent-commands";
import { useOrigin } from "./use-origin";

const TAB =
  "clip-focus flex h-9 items-center gap-[7px] px-3 whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:h-11 " +
  "data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_0_var(--color-accent)]";

/** One agent a tab: the block that connects it, and the commands that bring in what it has written before. */
export function AgentTabs({ base }: { base: Base }) {
  const guides = agentGuides(base.project);
  return (
    <Tabs.Root defaultValue="claude-code" className="min-w-0 max-w-[680px]">
      <Tabs.List aria-label="Agent" className="no-scrollbar flex gap-0.5 overflow-x-auto border-b border-line-strong">
        {guides.map(({ key, name }, at) => (
          <Tabs.Trigger key={key} value={key} className={TAB}>
            <Monogram name={key} letters={key === "other" ? "…" : undefined} category={at * 2} />
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {guides.map((guide) => (
        <Tabs.Content key={guide.key} value={guide.key} className="grid min-w-0 grid-cols-1 gap-5 pt-4">
          <FromNowOn base={base} guide={guide} />
          <FromBefore guide={guide} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function FromNowOn({ base, guide: { client } }: { base: Base; guide: AgentGuide }) {
  const origin = useOrigin();
  const page = `${projectHref(base)}/settings/connect`;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <p className="font-medium">Paste into a terminal on the machine of the agent</p>
      <Paste origin={origin} client={client} />
      <p className="text-pretty text-ink-2">
        <Link href={client === null ? page : `${page}?client=${client}`}>
          {client === null ? "Pick your agent" : "What it writes, and what to do then"}
        </Link>
        {client === null ? ": Gemini CLI, Cursor, Copilot CLI, Cline, Roo Code, pi, OpenHands, Aider." : null}
      </p>
    </div>
  );
}

function FromBefore({ guide: { steps, note } }: { guide: AgentGuide }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {steps.map(({ label, command }) => (
        <div key={command} className="grid min-w-0 grid-cols-1 gap-1">
          <p className="font-medium">{label}</p>
          <CopyField command value={command} label={`Copy the command: ${label}`} />
        </div>
      ))}
      <p className="text-xs text-pretty text-ink-3">{note}</p>
    </div>
  );
}
