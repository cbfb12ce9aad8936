import type { FailureView } from "@/server/core/failures/views";
import { ChartFrame } from "../charts/chart-frame";
import { formatDay, formatExact } from "../ui/format";

const TITLE = "Occurrences a week";
const HEIGHT_PX = 64;

/** Whether it is dying out or coming back: the last half year by week, with its table. */
export function FailureTrend({ failure }: { failure: FailureView }) {
  const { weeks, occurrences, timeZone } = failure;
  const [first] = weeks;
  const last = weeks.at(-1);
  const most = Math.max(1, ...weeks.map(({ count }) => count));
  const sum = weeks.reduce((total, { count }) => total + count, 0);
  // Two at most are no trend, and their times stand in the list.
  if (!first || !last || sum < 2) return null;
  const range = `${dayOf(first.week)} to ${dayOf(last.week)}, ${timeZone}`;
  const words = `${formatExact(sum)} of ${formatExact(occurrences)} in the last ${weeks.length} weeks, at most ${formatExact(most)} a week`;
  return (
    <section aria-labelledby="trend" className="border-t border-line pt-3">
      <ChartFrame
        id="trend"
        title={TITLE}
        subtitle={words}
        table={{
          caption: TITLE,
          columns: [
            { key: "week", head: "Week from" },
            { key: "count", head: "Occurrences", unit: "count" },
          ],
          rows: weeks.map(({ week, count }) => [dayOf(week), count]),
        }}
        drawing={{ kind: "columns", parts: [{ key: "count", colour: "noise" }] }}
        unit="occurrences, exact"
        picture={{ range, source: "Context Steward" }}
      >
        <div role="img" aria-label={`${TITLE}: ${words}.`}>
          <div className="flex items-end gap-px border-b border-control" style={{ height: HEIGHT_PX }}>
            {weeks.map(({ week, count }) => (
              <span
                key={week}
                title={`Week from ${dayOf(week)}: ${formatExact(count)}`}
                className="data-fill block flex-1 bg-noise"
                style={{ height: `${(count / most) * 100}%`, minHeight: count > 0 ? 3 : 0 }}
              />
            ))}
          </div>
          <div aria-hidden className="flex justify-between pt-1 text-2xs text-ink-3">
            <span>{dayOf(first.week)}</span>
            <span>this week</span>
          </div>
        </div>
      </ChartFrame>
    </section>
  );
}

function dayOf(week: string): string {
  return formatDay(`${week}T12:00:00Z`, "UTC");
}
