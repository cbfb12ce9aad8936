import type { BudgetPolicy } from "@/server/core/prune/model";
import type { WindowUse } from "@/server/core/telemetry/insight-views";
import { ChartFrame } from "../charts/chart-frame";
import type { ChartTable } from "../charts/chart-table";
import { ColumnChart } from "../charts/column-chart";
import { formatExact, formatPercent } from "../ui/format";
import { Link } from "../ui/link";
import { exportHref, policyHref, sessionsHref } from "./links";
import { type Place, pictureOf } from "./place";
import { plural, tenthWords } from "./words";

const TITLE = "How full windows got";

export type Thresholds = Pick<BudgetPolicy, "pruneShare" | "compactShare" | "checkpointShare">;

type WindowUseProps = { place: Place; shown: WindowUse; thresholds: Thresholds };

/** Sessions by the tenth of the window that their fullest request reached, with the thresholds of the policy. */
export function WindowUseChart({ place, shown, thresholds }: WindowUseProps) {
  const { tenths, unknown, medianShare, filter } = shown;
  const known = tenths.reduce((sum, { sessions }) => sum + sessions, 0);
  const marks = marksOf(thresholds);
  return (
    <ChartFrame
      id="window-use"
      title={TITLE}
      subtitle={
        medianShare === null
          ? "Sessions by their fullest request, in tenths of the window"
          : `Sessions by their fullest request; half of them got to ${formatPercent(medianShare)} or more`
      }
      table={windowTable(tenths)}
      drawing={{ kind: "columns", parts: [{ key: "sessions", colour: "talk" }], marks }}
      unit="sessions, exact"
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, "windowUse", filter)}
      empty={
        known === 0
          ? {
              sentence:
                "No session's window and fullest request are known here. Clients that report their usage are shown.",
            }
          : undefined
      }
    >
      <ColumnChart
        description="Sessions by the tenth of their window that they reached."
        columns={tenths.map((tenth, index) => ({
          key: tenthWords(index),
          label: tenth.toShare === null ? "over" : formatPercent(tenth.fromShare),
          value: tenth.sessions,
          href: sessionsHref(place.base, { filter, window: index }),
          spoken: `${tenthWords(index)}: ${formatExact(tenth.sessions)} ${plural(tenth.sessions, "session")}`,
        }))}
        marks={marks}
      />
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-xs text-ink-3 *:min-h-6 *:content-center">
        <Link href={sessionsHref(place.base, { filter })} prefetch={false}>
          {formatExact(known)} {plural(known, "session")}
        </Link>
        {unknown > 0 ? <span>{formatExact(unknown)} more whose window is not known</span> : null}
        <Link href={policyHref(place.base)} prefetch={false}>
          Thresholds of the policy
        </Link>
      </p>
    </ChartFrame>
  );
}

function windowTable(tenths: WindowUse["tenths"]): ChartTable {
  return {
    caption: TITLE,
    columns: [
      { key: "tenth", head: "Of the window" },
      { key: "sessions", head: "Sessions", unit: "count" },
    ],
    rows: tenths.map((tenth, index) => [tenthWords(index), tenth.sessions]),
  };
}

/** A tenth is a column, so a share lies after ten times as many of them. */
function marksOf({ pruneShare, compactShare, checkpointShare }: Thresholds) {
  const mark = (word: string, share: number) => ({ after: share * 10, label: `${word} ${formatPercent(share)}` });
  return [mark("Prune", pruneShare), mark("Compact", compactShare), mark("Checkpoint", checkpointShare)];
}
