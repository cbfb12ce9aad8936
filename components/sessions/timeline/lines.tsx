import { memo } from "react";
import { formatTime } from "../../ui/format";
import { MarkLine } from "./mark-line";
import type { TimelineItem } from "./outline-items";

type LineProps = { item: Exclude<TimelineItem, { kind: "event" }>; rowIndex: number; timeZone: string };

/** A line that is no event: the heading of a turn, the end of a history, a mark. */
export const Line = memo(function Line({ item, rowIndex, timeZone }: LineProps) {
  if (item.kind === "history-end") return <HistoryEnd rowIndex={rowIndex} />;
  if (item.kind === "mark") return <MarkLine mark={item.mark} rowIndex={rowIndex} timeZone={timeZone} />;
  const at = formatTime(new Date(item.atSeconds * 1000).toISOString(), timeZone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned by the virtual list.
    // biome-ignore lint/a11y/useFocusableInteractive: a heading is read, not reached.
    <div
      role="row"
      aria-rowindex={rowIndex}
      className="flex h-full items-center justify-between border-b border-line bg-sunken px-3.5 text-2xs text-ink-2 md:px-4"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      <span role="rowheader">
        <b className="font-semibold">{item.turn === 0 ? "Before the first request" : `Turn ${item.turn}`}</b>
        {item.userTurn > 0 ? ` user turn ${item.userTurn}` : ""}
      </span>
      <span>
        {item.stage ? `${item.stage} · ` : ""}
        {at}
      </span>
    </div>
  );
});

/** A compaction, a clear or a rewind: what stands above is kept here and no longer sent. */
function HistoryEnd({ rowIndex }: { rowIndex: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned by the virtual list.
    // biome-ignore lint/a11y/useFocusableInteractive: a divider is read, not reached.
    <div
      role="row"
      aria-rowindex={rowIndex}
      className="flex h-full items-center gap-3 bg-surface px-3.5 text-2xs text-ink-2 md:px-4"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <span role="cell" className="flex min-w-0 flex-1 items-center gap-3">
        <span aria-hidden className="h-px flex-1 bg-control" />
        Above: history, no longer in context
        <span aria-hidden className="h-px flex-1 bg-control" />
      </span>
    </div>
  );
}
