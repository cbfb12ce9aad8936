import type { ReactNode } from "react";
import { provenShare } from "@/server/core/telemetry/figures";
import {
  BREAKDOWN_DIMENSIONS,
  type Breakdown,
  type BreakdownDimension,
  type BreakdownRow,
} from "@/server/core/telemetry/insight-views";
import { BarList } from "../charts/bar-list";
import { type BarListColumn, type BarListRow, barListTable } from "../charts/bar-list-model";
import { ChartFrame } from "../charts/chart-frame";
import { NOISE_PARTS } from "../charts/noise-parts";
import { formatExact } from "../ui/format";
import { More, NOTHING, shareCell } from "./breakdowns";
import { ChartTabs } from "./chart-tabs";
import { evidenceHref, exportHref, overviewHref } from "./links";
import { type Place, pictureOf, TOKENS_ESTIMATED } from "./place";
import { type OverviewTabs, tabsQuery } from "./tabs";
import { about, DIMENSION_WORD, plural, valueWord } from "./words";

const SHOWN = 7;

const COLUMNS: readonly BarListColumn[] = [{ key: "share", head: "Share of own", unit: "share" }];

const MANY: Readonly<Record<BreakdownDimension, string>> = {
  client: "clients",
  model: "models",
  person: "people",
  branch: "branches",
  stage: "stages",
  kind: "kinds",
};

type BreakdownTabsProps = { place: Place; filter: Breakdown["filter"]; tabs: OverviewTabs };

/** Stands above the chart while another dimension loads, so that the next one can be chosen already. */
export function BreakdownTabs({ place, filter, tabs }: BreakdownTabsProps) {
  return (
    <ChartTabs
      label="Noise by"
      current={tabs.by}
      tabs={BREAKDOWN_DIMENSIONS.map((by) => ({
        key: by,
        label: DIMENSION_WORD[by],
        href: overviewHref(place.base, filter, tabsQuery({ ...tabs, by })),
      }))}
    />
  );
}

/** Noise by what has no chart of its own: one dimension at a time. */
export function BreakdownChart({ place, shown, tabs }: { place: Place; shown: Breakdown; tabs?: ReactNode }) {
  const { by, rows: values, rest, filter } = shown;
  const whole = provenShare(sumOf(rest ? [...values, rest] : values));
  const rows = values.map((row) => valueRow(row, shown, place, whole));
  const behind = rest ? [{ ...restRow(rest), cells: { share: shareCell(provenShare(rest), whole) } }] : [];
  const title = `Noise by ${DIMENSION_WORD[by].toLowerCase()}`;
  return (
    <ChartFrame
      id="breakdown"
      title={title}
      subtitle={`${formatExact(values.length + (rest?.values ?? 0))} ${plural(values.length + (rest?.values ?? 0), by, MANY[by])}; pale bar: all that was added`}
      table={barListTable(title, DIMENSION_WORD[by], [...rows, ...behind], COLUMNS)}
      drawing={{ kind: "bars", parts: NOISE_PARTS, track: "added" }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, by, filter)}
      tabs={tabs}
      empty={rows.length === 0 ? NOTHING : undefined}
    >
      <BarList
        labelledBy="breakdown"
        nameHead={DIMENSION_WORD[by]}
        rows={rows.slice(0, SHOWN)}
        columns={COLUMNS}
        mono={by === "branch" || by === "model"}
      />
      <More count={values.length - SHOWN} noun={MANY[by]} />
      {rest && values.length <= SHOWN ? (
        <p className="border-t border-line pt-2 text-xs text-ink-3">
          {formatExact(rest.values)} more with {about(rest.provenTokens)} noise.
        </p>
      ) : null}
    </ChartFrame>
  );
}

function valueRow(row: BreakdownRow, { by, filter }: Breakdown, { base }: Place, whole: number): BarListRow {
  return {
    key: row.value || "(none)",
    name: row.value === "" ? `no ${by}` : valueWord(by, row.value),
    href: evidenceHref(base, filter, changeOf(by, row.value)),
    addedTokens: row.addedTokens,
    noise: row.noise,
    cells: { share: shareCell(provenShare(row), whole) },
  };
}

/** Values of kind and stage are words of ours; the schema of the filter checks them when the change is made. */
function changeOf(by: BreakdownDimension, value: string) {
  return { [by]: [value] };
}

function restRow(rest: NonNullable<Breakdown["rest"]>): BarListRow {
  return {
    key: "(rest)",
    name: `${formatExact(rest.values)} others`,
    href: "",
    addedTokens: rest.addedTokens,
    noise: rest.noise,
  };
}

function sumOf(rows: readonly { addedTokens: number; provenTokens: number }[]) {
  return {
    addedTokens: rows.reduce((sum, row) => sum + row.addedTokens, 0),
    provenTokens: rows.reduce((sum, row) => sum + row.provenTokens, 0),
  };
}
