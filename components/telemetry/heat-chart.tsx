import type { HeatMap } from "@/server/core/telemetry/insight-views";
import { ChartFrame } from "../charts/chart-frame";
import { HeatGrid } from "./heat-grid";
import { HOURS, heatTable, hourName, inOrder, WEEKDAYS } from "./heat-model";
import { exportHref } from "./links";
import { type Place, pictureOf, TOKENS_ESTIMATED } from "./place";

const TITLE = "Noise by hour and weekday";

/** When noise enters: the hours of a week in the project's zone, all weeks of the range together. */
export function HeatChart({ place, shown }: { place: Place; shown: HeatMap }) {
  const { cells, filter, range, timeZone } = shown;
  const ordered = inOrder(cells);
  return (
    <ChartFrame
      id="hours"
      title={TITLE}
      subtitle={`Tokens of proven noise, hours in ${timeZone}`}
      table={heatTable(TITLE, cells)}
      drawing={{
        kind: "heat",
        key: "proven",
        colour: "noise",
        rowNames: WEEKDAYS,
        columnNames: HOURS.map((hour) => hourName(hour).slice(0, 2)),
        places: ordered.map(({ weekday, hour }) => ({ row: weekday - 1, column: hour })),
      }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, "heatMap", filter)}
      empty={cells.length === 0 ? { sentence: "Nothing was recorded in this range. Choose a longer one." } : undefined}
    >
      <HeatGrid
        base={place.base}
        cells={ordered}
        filter={filter}
        range={{ from: range.from, to: range.to }}
        labelledBy="hours"
      />
    </ChartFrame>
  );
}
