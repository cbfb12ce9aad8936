import { provenShare } from "@/server/core/telemetry/figures";
import type { Overview, SkillRow } from "@/server/core/telemetry/overview-view";
import { BarList } from "../charts/bar-list";
import { type BarListRow, barListTable } from "../charts/bar-list-model";
import { ChartFrame } from "../charts/chart-frame";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { agentLook } from "./agent-look";
import { type Base, evidenceHref } from "./links";

type Props = { overview: Overview; base: Base };

/** Rows that fit beside each other; the table twin and the CSV have all of them. */
const SHOWN = { agents: 7, skills: 7, tools: 8 } as const;

/** An own share this far above the project's is marked. */
const HOT_TIMES = 1.5;

export function AgentsChart({ overview, base }: Props) {
  const { agents, totals, agentOrder, filter } = overview;
  const whole = provenShare(totals);
  const rows = agents.map((row): BarListRow => {
    const share = provenShare(row);
    return {
      key: `${row.agent} ${row.client}`,
      name: row.agent || "unnamed",
      note: row.client,
      href: evidenceHref(base, filter, { agent: [row.agent], client: [row.client] }),
      addedTokens: row.addedTokens,
      noise: row.noise,
      monogram: agentLook(agentOrder, row.agent, row.client),
      cells: {
        share: {
          text: formatPercent(share),
          value: share,
          tone: share > 0.1 && share > whole * HOT_TIMES ? "hot" : "muted",
        },
      },
    };
  });
  const columns = [{ key: "share", head: "Share of own" }];
  return (
    <ChartFrame
      id="agents"
      title="Noise by agent"
      subtitle="Tokens. Pale bar: all that the agent added; hatched: idle"
      table={barListTable("Noise by agent", "Agent", rows, columns)}
      state={rows.length === 0 ? NOTHING : undefined}
    >
      <BarList labelledBy="agents" nameHead="Agent" rows={rows.slice(0, SHOWN.agents)} columns={columns} />
      <More count={rows.length - SHOWN.agents} noun="agents" />
    </ChartFrame>
  );
}

export function SkillsChart({ overview, base }: Props) {
  const { skills, noSkill, filter } = overview;
  const rows = skills.map((row) => skillRow(row, base, filter));
  const under = skills.reduce((sum, row) => sum + row.load.provenTokens + row.under.provenTokens, 0);
  const columns = [
    { key: "loads", head: "Loads", below: true, hideNarrow: true },
    { key: "size", head: "Size", below: true, hideNarrow: true },
    { key: "load", head: "Load", below: true },
    { key: "under", head: "Under", below: true },
  ];
  return (
    <ChartFrame
      id="skills"
      title="Noise by skill"
      subtitle={`${formatTokens(under)} with a skill (its load, and what came under it), ${formatTokens(noSkill.provenTokens)} with none`}
      table={barListTable("Noise by skill", "Skill", rows, columns)}
      state={rows.length === 0 ? { kind: "empty", sentence: "No skill was loaded in this range." } : undefined}
    >
      <BarList
        labelledBy="skills"
        nameHead="Skill"
        rows={rows.slice(0, SHOWN.skills)}
        columns={columns}
        mono
        names="narrow"
      />
      <More count={rows.length - SHOWN.skills} noun="skills" />
    </ChartFrame>
  );
}

function skillRow(row: SkillRow, base: Base, filter: Overview["filter"]): BarListRow {
  const sum = (name: keyof SkillRow["load"]["noise"]) => row.load.noise[name] + row.under.noise[name];
  return {
    key: row.skill,
    name: row.skill,
    href: evidenceHref(base, filter, { skill: [row.skill] }),
    addedTokens: row.load.addedTokens + row.under.addedTokens,
    noise: {
      duplicate: sum("duplicate"),
      "resolved-error": sum("resolved-error"),
      superseded: sum("superseded"),
      idle: sum("idle"),
    },
    cells: {
      loads: { text: formatExact(row.loads), value: row.loads },
      size: { text: formatTokens(row.bodyTokens), value: row.bodyTokens },
      load: { text: formatTokens(row.load.provenTokens), value: row.load.provenTokens },
      under: { text: formatTokens(row.under.provenTokens), value: row.under.provenTokens },
    },
  };
}

export function ToolsChart({ overview, base }: Props) {
  const { tools, noTool, filter } = overview;
  const rows = tools.map(
    (row): BarListRow => ({
      key: row.tool,
      name: row.tool,
      href: evidenceHref(base, filter, { tool: [row.tool] }),
      noise: row.noise,
    }),
  );
  const table = barListTable(
    "Noise by tool",
    "Tool",
    tools.map((row, index) => ({
      ...(rows[index] ?? { key: row.tool, name: row.tool, href: "", noise: {} }),
      addedTokens: row.addedTokens,
    })),
  );
  return (
    <ChartFrame
      id="tools"
      title="Noise by tool"
      subtitle={noTool.provenTokens > 0 ? `Tokens; ${formatTokens(noTool.provenTokens)} came from no tool` : "Tokens"}
      table={table}
      state={rows.length === 0 ? NOTHING : undefined}
    >
      <BarList labelledBy="tools" nameHead="Tool" rows={rows.slice(0, SHOWN.tools)} mono hideHead />
      <More count={rows.length - SHOWN.tools} noun="tools" />
      {noTool.provenTokens > 0 ? (
        <p className="mt-2 text-xs">
          <Link href={evidenceHref(base, filter, { tool: [""] })} prefetch={false}>
            Noise without a tool
          </Link>
        </p>
      ) : null}
    </ChartFrame>
  );
}

const NOTHING = { kind: "empty", sentence: "Nothing was added in this range. Choose a longer one." } as const;

function More({ count, noun }: { count: number; noun: string }) {
  return count > 0 ? (
    <p className="border-t border-line pt-2 text-xs text-ink-3">
      {formatExact(count)} more {noun} in the table.
    </p>
  ) : null;
}
