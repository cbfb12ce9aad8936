import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { type ExportChart, exportChart } from "../../core/telemetry/export";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Deps } from "../deps";
import { overview } from "./overview";

export interface CsvFile {
  readonly fileName: string;
  readonly csv: string;
}

/** One chart of the overview as a file; its numbers are the chart's own. */
export async function exportCsv(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly chart: ExportChart; readonly filter: TelemetryFilter },
): Promise<Result<CsvFile>> {
  const shown = await overview(deps, scope, input.filter);
  if (!shown.ok) return shown;
  const { from, to } = shown.value.range;
  return ok({
    fileName: `${scope.projectSlug}-${input.chart}-${from}-to-${to}.csv`,
    csv: exportChart(shown.value, input.chart),
  });
}
