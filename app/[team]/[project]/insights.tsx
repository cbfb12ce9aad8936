import { type ReactNode, Suspense } from "react";
import { type Api, serverApi } from "@/app/_lib/api";
import { ChartSkeleton } from "@/components/charts/chart-frame";
import { BreakdownChart, BreakdownTabs } from "@/components/telemetry/breakdown-chart";
import { ErrorChainList } from "@/components/telemetry/error-chain-list";
import { Findings } from "@/components/telemetry/findings";
import { HeatChart } from "@/components/telemetry/heat-chart";
import type { Place } from "@/components/telemetry/place";
import { SectionBoundary } from "@/components/telemetry/section-boundary";
import { SkillUseList } from "@/components/telemetry/skill-use-list";
import type { OverviewTabs } from "@/components/telemetry/tabs";
import { TargetList, TargetTabs } from "@/components/telemetry/target-list";
import { type Thresholds, WindowUseChart } from "@/components/telemetry/window-use";
import { SheetCell } from "@/components/ui/sheet";
import { type TelemetryFilter, writeFilter } from "@/server/core/telemetry/filter";

type InsightsProps = {
  place: Place;
  /** As the address has it: each chart resolves the range as the overview does. */
  asked: TelemetryFilter;
  /** With the range that the overview chose, for links. */
  filter: TelemetryFilter;
  tabs: OverviewTabs;
  thresholds: Thresholds;
};

/**
 * The charts under the overview's first ones. Each streams in by itself and fails by itself; a change of the filter or
 * of a chart's tab shows its grey rows at once, while the rest of the page stays as it is.
 */
export function Insights({ place, asked, filter, tabs, thresholds }: InsightsProps) {
  const input = { ...place.base, filter: asked };
  const key = writeFilter(asked).toString();
  const byTabs = <BreakdownTabs place={place} filter={filter} tabs={tabs} />;
  const againTabs = <TargetTabs place={place} filter={filter} tabs={tabs} />;
  return (
    <>
      <Cell
        span={5}
        labelledBy="breakdown"
        what="Noise by client, model and more"
        rows={8}
        tabs={byTabs}
        chartKey={`${key} ${tabs.by}`}
      >
        <Loaded ask={(api) => api.telemetry.breakdown({ ...input, by: tabs.by })}>
          {(shown) => <BreakdownChart place={place} shown={shown} tabs={byTabs} />}
        </Loaded>
      </Cell>
      <Cell span={7} labelledBy="hours" what="Noise by hour and weekday" rows={8} chartKey={key}>
        <Loaded ask={(api) => api.telemetry.heatMap(input)}>
          {(shown) => <HeatChart place={place} shown={shown} />}
        </Loaded>
      </Cell>
      <Cell labelledBy="targets" what="What came again" rows={9} tabs={againTabs} chartKey={`${key} ${tabs.again}`}>
        <Loaded ask={(api) => api.telemetry.targets({ ...input, kind: tabs.again })}>
          {(shown) => (
            <TargetList
              place={place}
              shown={shown}
              title={tabs.again === "file" ? "Files read again" : "Commands run again"}
              kind={tabs.again}
              tabs={againTabs}
            />
          )}
        </Loaded>
      </Cell>
      <Cell labelledBy="error-chains" what="Errors that were resolved" rows={9} chartKey={key}>
        <Loaded ask={(api) => api.telemetry.errorChains(input)}>
          {(shown) => <ErrorChainList place={place} shown={shown} title="Errors that were resolved" />}
        </Loaded>
      </Cell>
      <Cell span={5} labelledBy="window-use" what="How full windows got" rows={8} chartKey={key}>
        <Loaded ask={(api) => api.telemetry.windowUse(input)}>
          {(shown) => <WindowUseChart place={place} shown={shown} thresholds={thresholds} />}
        </Loaded>
      </Cell>
      <Cell span={7} labelledBy="skill-use" what="Skills loaded and rarely used" rows={8} chartKey={key}>
        <Loaded ask={(api) => api.telemetry.skillUse(input)}>
          {(shown) => <SkillUseList place={place} shown={shown} />}
        </Loaded>
      </Cell>
    </>
  );
}

/** What stands out: it looks at most of the charts, so it comes after them. */
export function FoundInRange({ place, asked }: Pick<InsightsProps, "place" | "asked">) {
  return (
    <Section key={writeFilter(asked).toString()} what="Findings" rows={6}>
      <Loaded ask={(api) => api.telemetry.findings({ ...place.base, filter: asked })}>
        {(shown) => <Findings shown={shown} base={place.base} />}
      </Loaded>
    </Section>
  );
}

type CellProps = {
  /** Columns of 12 on a wide screen: the heat map needs 24 px an hour. */
  span?: 5 | 6 | 7;
  labelledBy: string;
  what: string;
  /** Rows of the grey picture: as many as the chart has at most. */
  rows: number;
  /** Views of the chart, which stay while another one loads. */
  tabs?: ReactNode;
  chartKey: string;
  children: ReactNode;
};

function Cell({ span = 6, labelledBy, chartKey, ...section }: CellProps) {
  return (
    <SheetCell span={span} labelledBy={labelledBy} className="@container md:min-h-[342px]">
      <Section key={chartKey} {...section} />
    </SheetCell>
  );
}

/** What streams in by itself and fails by itself. */
function Section({ what, rows, tabs, children }: Pick<CellProps, "what" | "rows" | "tabs" | "children">) {
  return (
    <SectionBoundary what={what}>
      <Suspense fallback={<ChartSkeleton rows={rows} label={`Loading: ${what}`} tabs={tabs} />}>{children}</Suspense>
    </SectionBoundary>
  );
}

type LoadedProps<T> = { ask: (api: Api) => Promise<T>; children: (shown: T) => ReactNode };

async function Loaded<T>({ ask, children }: LoadedProps<T>) {
  return children(await ask(await serverApi()));
}
