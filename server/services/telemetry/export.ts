import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import {
  type ExportChart,
  exportBreakdown,
  exportErrorChains,
  exportHeatMap,
  exportOverview,
  exportSkillUse,
  exportSkillVersions,
  exportTargets,
  exportWindowUse,
  type InsightChart,
  OVERVIEW_CHARTS,
} from "../../core/telemetry/export";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import { BREAKDOWN_DIMENSIONS } from "../../core/telemetry/insight-views";
import type { Deps } from "../deps";
import { breakdown } from "./breakdown";
import { errorChains } from "./error-chains";
import { heatMap } from "./heat-map";
import { overview } from "./overview";
import { skillPage } from "./skill-page";
import { skillUse } from "./skill-use";
import { targets } from "./targets";
import { windowUse } from "./window-use";

export interface CsvFile {
  readonly fileName: string;
  readonly csv: string;
}

export interface ExportInput {
  readonly chart: ExportChart;
  readonly filter: TelemetryFilter;
  /** Of `skillVersions`: the skill. */
  readonly name?: string;
}

/** One chart as a file; its numbers are the chart's own. */
export async function exportCsv(deps: Deps, scope: ProjectScope, input: ExportInput): Promise<Result<CsvFile>> {
  const written = await csvOf(deps, scope, input);
  if (!written.ok) return written;
  const { csv, range } = written.value;
  const chart = input.chart.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return ok({ fileName: `${scope.projectSlug}-${chart}-${range.from}-to-${range.to}.csv`, csv });
}

interface Written {
  readonly csv: string;
  readonly range: { readonly from: string; readonly to: string };
}

async function csvOf(deps: Deps, scope: ProjectScope, input: ExportInput): Promise<Result<Written>> {
  const chart = OVERVIEW_CHARTS.find((name) => name === input.chart);
  if (chart) return written(await overview(deps, scope, input.filter), (shown) => exportOverview(shown, chart));
  const by = BREAKDOWN_DIMENSIONS.find((name) => name === input.chart);
  if (by) return written(await breakdown(deps, scope, { by, filter: input.filter }), exportBreakdown);
  const insight = INSIGHTS.get(input.chart);
  if (!insight) throw new Error(`The chart ${input.chart} has no table.`);
  return insight(deps, scope, input);
}

type Write = (deps: Deps, scope: ProjectScope, input: ExportInput) => Promise<Result<Written>>;

const INSIGHTS: ReadonlyMap<ExportChart, Write> = new Map<InsightChart, Write>([
  ["heatMap", async (deps, scope, { filter }) => written(await heatMap(deps, scope, filter), exportHeatMap)],
  ["windowUse", async (deps, scope, { filter }) => written(await windowUse(deps, scope, filter), exportWindowUse)],
  [
    "files",
    async (deps, scope, { filter }) => written(await targets(deps, scope, { kind: "file", filter }), exportTargets),
  ],
  [
    "commands",
    async (deps, scope, { filter }) => written(await targets(deps, scope, { kind: "command", filter }), exportTargets),
  ],
  [
    "errorChains",
    async (deps, scope, { filter }) => written(await errorChains(deps, scope, filter), exportErrorChains),
  ],
  ["skillUse", async (deps, scope, { filter }) => written(await skillUse(deps, scope, filter), exportSkillUse)],
  [
    "skillVersions",
    async (deps, scope, { name, filter }) => {
      if (!name) return fail("bad_request", "Name the skill whose versions you want.", { field: "name" });
      return written(await skillPage(deps, scope, { skill: name, filter }), exportSkillVersions);
    },
  ],
]);

function written<Shown extends Pick<Written, "range">>(
  shown: Result<Shown>,
  write: (shown: Shown) => string,
): Result<Written> {
  return shown.ok ? ok({ csv: write(shown.value), range: shown.value.range }) : shown;
}
