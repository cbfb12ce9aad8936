import type { ReactNode } from "react";
import { TARGET_KINDS, type TargetKind, type TargetRow, type Targets } from "@/server/core/telemetry/insight-views";
import { BarList } from "../charts/bar-list";
import { type BarListColumn, type BarListRow, barListTable } from "../charts/bar-list-model";
import { ChartFrame } from "../charts/chart-frame";
import { NOISE_PARTS } from "../charts/noise-parts";
import { formatExact, formatMoney, formatTokens } from "../ui/format";
import { More } from "./breakdowns";
import { ChartTabs } from "./chart-tabs";
import { evidenceHref, exportHref, overviewHref } from "./links";
import { type Asked, type Place, pictureOf, TOKENS_ESTIMATED } from "./place";
import { type OverviewTabs, tabsQuery } from "./tabs";

const SHOWN = 8;
const CLASSES = ["duplicate", "superseded"] as const;
const PARTS = NOISE_PARTS.filter(({ key }) => CLASSES.some((name) => name === key));

const COLUMNS: readonly BarListColumn[] = [
  { key: "sessions", head: "Sessions", unit: "count", below: true, hideUpTo: "576px" },
  { key: "events", head: "Times", unit: "count", below: true },
  { key: "carried", head: "Carried", unit: "tokens", below: true },
  { key: "cost", head: "Cost", unit: "usd", below: true, hideUpTo: "480px" },
];

const KIND_TAB: Readonly<Record<TargetKind, string>> = { file: "Files", command: "Commands" };

type TargetTabsProps = { place: Place; filter: Targets["filter"]; tabs: OverviewTabs };

export function TargetTabs({ place, filter, tabs }: TargetTabsProps) {
  return (
    <ChartTabs
      label="What came again"
      current={tabs.again}
      tabs={TARGET_KINDS.map((again) => ({
        key: again,
        label: KIND_TAB[again],
        href: overviewHref(place.base, filter, tabsQuery({ ...tabs, again })),
      }))}
    />
  );
}

type TargetListProps = {
  place: Place;
  shown: Asked & { rows: readonly TargetRow[] };
  title: string;
  /** The server's file; the agent's page asks for both kinds at once. */
  kind: TargetKind;
  tabs?: ReactNode;
};

/** Files or commands that brought the same again, whoever asked for them. */
export function TargetList({ place, shown, title, kind, tabs }: TargetListProps) {
  const rows = shown.rows.map((row) => targetRow(row, shown, place));
  const head = kind === "file" ? "File" : "Command";
  return (
    <ChartFrame
      id="targets"
      title={title}
      subtitle="Tokens of results that were in the window already, or that a newer one replaced"
      table={barListTable(title, head, rows, COLUMNS, CLASSES)}
      drawing={{ kind: "bars", parts: PARTS }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, kind === "file" ? "files" : "commands", shown.filter)}
      tabs={tabs}
      empty={rows.length === 0 ? { sentence: `No ${kind} brought the same twice in this range.` } : undefined}
    >
      <BarList
        labelledBy="targets"
        nameHead={head}
        rows={rows.slice(0, SHOWN)}
        columns={COLUMNS}
        mono
        cut={kind === "file" ? "start" : "end"}
      />
      <More count={rows.length - SHOWN} noun={`${kind}s`} />
    </ChartFrame>
  );
}

/** A row opens the sessions in which the target was noise, and there only what it brought. */
function targetRow(row: TargetRow, { filter }: Asked, { base }: Place): BarListRow {
  return {
    key: row.target,
    name: row.target,
    href: evidenceHref(base, filter, { target: [row.target], pass: [...CLASSES] }),
    noise: { duplicate: row.duplicateTokens, superseded: row.supersededTokens },
    cells: {
      sessions: { text: formatExact(row.sessions), value: row.sessions },
      events: { text: formatExact(row.events), value: row.events },
      carried: { text: formatTokens(row.carriedTokens), value: row.carriedTokens },
      cost: { text: formatMoney(row.costUsd), value: row.costUsd },
    },
  };
}
