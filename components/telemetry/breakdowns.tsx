import { provenShare } from "@/server/core/telemetry/figures";
import type { Overview, SkillRow } from "@/server/core/telemetry/overview-view";
import { BarList } from "../charts/bar-list";
import { type BarListCell, type BarListColumn, type BarListRow, barListTable } from "../charts/bar-list-model";
import { ChartFrame } from "../charts/chart-frame";
import { NOISE_PARTS } from "../charts/noise-parts";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { agentLook } from "./agent-look";
import { agentHref, evidenceHref, exportHref, skillHref } from "./links";
import { type Asked, type Place, pictureOf, TOKENS_ESTIMATED } from "./place";
import { about } from "./words";

/** Rows that fit beside each other; the table twin and the CSV have all of them. */
const SHOWN = { agents: 7, skills: 7, tools: 8 } as const;

/** An own share this far above the project's is marked. */
const HOT_TIMES = 1.5;

const SHARE_COLUMN: BarListColumn = { key: "share", head: "Share of own", unit: "share" };

/** How much of what something added is noise; marked where that is far above the whole. */
export function shareCell(share: number, whole: number): BarListCell {
  const isHot = share > 0.1 && share > whole * HOT_TIMES;
  return { text: formatPercent(share), value: share, tone: isHot ? "hot" : "muted" };
}

type AgentsProps = {
  place: Place;
  shown: Asked &
    Pick<Overview, "agents" | "agentOrder"> & {
      /** What an agent's own share is compared with. */
      totals: Pick<Overview["totals"], "addedTokens" | "provenTokens">;
    };
  /** Rows before the rest is only in the table; all of them when left out. */
  most?: number;
};

export function AgentsChart({ place, shown, most = SHOWN.agents }: AgentsProps) {
  const { base } = place;
  const { agents, totals, agentOrder, filter } = shown;
  const whole = provenShare(totals);
  const rows = agents.map(
    (row): BarListRow => ({
      key: `${row.agent} ${row.client}`,
      name: row.agent || "unnamed",
      note: row.client,
      href: agentHref(base, row.agent, filter, { client: [row.client] }),
      barHref: evidenceHref(base, filter, { agent: [row.agent], client: [row.client] }),
      addedTokens: row.addedTokens,
      noise: row.noise,
      monogram: agentLook(agentOrder, row.agent, row.client),
      cells: { share: shareCell(provenShare(row), whole) },
    }),
  );
  return (
    <ChartFrame
      id="agents"
      title="Noise by agent"
      subtitle="Tokens. Pale bar: all that the agent added; hatched: idle"
      table={barListTable("Noise by agent", "Agent", rows, [SHARE_COLUMN])}
      drawing={{ kind: "bars", parts: NOISE_PARTS, track: "added" }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(base, "agents", filter)}
      empty={rows.length === 0 ? NOTHING : undefined}
    >
      <BarList labelledBy="agents" nameHead="Agent" rows={rows.slice(0, most)} columns={[SHARE_COLUMN]} />
      <More count={rows.length - most} noun="agents" />
    </ChartFrame>
  );
}

const SKILL_COLUMNS: readonly BarListColumn[] = [
  { key: "loads", head: "Loads", unit: "count", below: true, hideUpTo: "480px" },
  { key: "size", head: "One load", unit: "tokens", below: true, hideUpTo: "480px" },
  { key: "load", head: "In loads", unit: "tokens", below: true },
  { key: "under", head: "Under it", unit: "tokens", below: true },
];

type SkillsProps = {
  place: Place;
  shown: Asked & Pick<Overview, "skills"> & Partial<Pick<Overview, "noSkill">>;
  most?: number;
};

export function SkillsChart({ place, shown, most = SHOWN.skills }: SkillsProps) {
  const { skills, noSkill, filter } = shown;
  const rows = skills.map((row) => skillRow(row, place, filter));
  const under = skills.reduce((sum, row) => sum + row.load.provenTokens + row.under.provenTokens, 0);
  return (
    <ChartFrame
      id="skills"
      title="Noise by skill"
      subtitle={`${about(under)} with a skill (its load, and what came under it)${noSkill ? `, ${about(noSkill.provenTokens)} with none` : ""}`}
      table={barListTable("Noise by skill", "Skill", rows, SKILL_COLUMNS)}
      drawing={{ kind: "bars", parts: NOISE_PARTS, track: "added" }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, "skills", filter)}
      empty={rows.length === 0 ? { sentence: "No skill was loaded in this range." } : undefined}
    >
      <BarList
        labelledBy="skills"
        nameHead="Skill"
        rows={rows.slice(0, most)}
        columns={SKILL_COLUMNS}
        mono
        names="narrow"
      />
      <More count={rows.length - most} noun="skills" />
    </ChartFrame>
  );
}

function skillRow(row: SkillRow, { base }: Place, filter: Overview["filter"]): BarListRow {
  const sum = (name: keyof SkillRow["load"]["noise"]) => row.load.noise[name] + row.under.noise[name];
  return {
    key: row.skill,
    name: row.skill,
    href: skillHref(base, row.skill, filter),
    barHref: evidenceHref(base, filter, { skill: [row.skill] }),
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

type ToolsProps = { place: Place; shown: Asked & Pick<Overview, "tools"> & Partial<Pick<Overview, "noTool">> };

export function ToolsChart({ place, shown }: ToolsProps) {
  const { base } = place;
  const { tools, noTool, filter } = shown;
  const rows = tools.map(
    (row): BarListRow => ({
      key: row.tool,
      name: row.tool,
      href: evidenceHref(base, filter, { tool: [row.tool] }),
      noise: row.noise,
    }),
  );
  const withAdded = rows.map((row, index) => ({ ...row, addedTokens: tools[index]?.addedTokens }));
  const without = noTool?.provenTokens ?? 0;
  return (
    <ChartFrame
      id="tools"
      title="Noise by tool"
      subtitle={without > 0 ? `Tokens; ${about(without)} came from no tool` : "Tokens"}
      table={barListTable("Noise by tool", "Tool", withAdded)}
      drawing={{ kind: "bars", parts: NOISE_PARTS }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(base, "tools", filter)}
      empty={rows.length === 0 ? NOTHING : undefined}
    >
      <BarList labelledBy="tools" nameHead="Tool" rows={rows.slice(0, SHOWN.tools)} mono hideHead />
      <More count={rows.length - SHOWN.tools} noun="tools" />
      {without > 0 ? (
        <p className="mt-2 text-xs">
          <Link href={evidenceHref(base, filter, { tool: [""] })} prefetch={false}>
            Noise without a tool
          </Link>
        </p>
      ) : null}
    </ChartFrame>
  );
}

export const NOTHING = { sentence: "Nothing was added in this range. Choose a longer one." } as const;

/** Says how many rows only the table twin has. */
export function More({ count, noun }: { count: number; noun: string }) {
  return count > 0 ? (
    <p className="border-t border-line pt-2 text-xs text-ink-3">
      {formatExact(count)} more {noun} in the table.
    </p>
  ) : null;
}
