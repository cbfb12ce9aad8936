import { recordRef } from "@/server/core/decisions/record-ref";
import type { SummaryList as List, SummaryRow } from "@/server/core/session-summary/views";
import { ListKeys } from "../memory/list-keys";
import type { Base } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { formatExact } from "../ui/format";
import { ListItem } from "../ui/master-detail";
import { Monogram } from "../ui/monogram";
import { clientLetters } from "../ui/monogram-letters";
import { LoadMore } from "../ui/pagination";
import { RelativeTime } from "../ui/relative-time";
import { type SummariesPlace, summariesHref } from "./links";

type SummaryListProps = { base: Base; list: List; place: SummariesPlace; current: number | null };

/** The summaries under a filter, the latest session first. */
export function SummaryList({ base, list, place, current }: SummaryListProps) {
  const { rows, nextCursor, found } = list;
  return (
    <ListKeys label="Session summaries">
      <p className="border-b border-line px-3.5 py-2 text-xs text-ink-3 md:px-4">
        {formatExact(found)} {plural(found, "summary", "summaries")}
      </p>
      <ul>
        {rows.map((row) => (
          <ListItem
            key={row.number}
            href={summariesHref(base, place, row.number)}
            current={row.number === current}
            title={
              <span className="flex items-baseline justify-between gap-3">
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{row.title}</span>
                <span className="shrink-0 text-xs font-normal text-ink-3">
                  <RelativeTime iso={row.lastAt} nowIso={list.asOf} timeZone={list.timeZone} />
                </span>
              </span>
            }
            meta={<Meta row={row} />}
          />
        ))}
      </ul>
      {nextCursor === null && !place.cursor ? null : (
        <LoadMore
          shown={rows.length}
          noun={place.cursor ? "summaries on this page" : "summaries"}
          nextHref={nextCursor === null ? null : summariesHref(base, { ...place, cursor: nextCursor })}
        />
      )}
    </ListKeys>
  );
}

function Meta({ row }: { row: SummaryRow }) {
  const { number, session, client, person, editedBy, worked, failed, remaining, blockers } = row;
  const counts = [
    `${worked} worked`,
    `${failed} failed`,
    ...(remaining > 0 ? [`${remaining} left`] : []),
    ...(blockers > 0 ? [`${blockers} ${plural(blockers, "blocker")}`] : []),
  ];
  const who = [session === null ? "" : `S-${session}`, person, editedBy === null ? "" : `edited by ${editedBy}`];
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        {client === "" ? null : <Monogram letters={clientLetters(client)} name={client} category={-1} />}
        <span className="shrink-0 font-mono whitespace-nowrap text-ink-3">{recordRef("summary", number)}</span>
        <span className="truncate">{who.filter((one) => one !== "").join(", ")}</span>
      </span>
      <span className="shrink-0 text-ink-3">{counts.join(", ")}</span>
    </>
  );
}
