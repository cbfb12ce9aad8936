import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffList, HandoffRow, HandoffView } from "@/server/core/handoffs/views";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { formatPercent } from "../ui/format";
import { ListItem, MasterDetail } from "../ui/master-detail";
import { Monogram } from "../ui/monogram";
import { clientLetters } from "../ui/monogram-letters";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Progress } from "../ui/progress";
import { RelativeTime } from "../ui/relative-time";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { HandoffDetail } from "./handoff-detail";
import { addresseeWord } from "./handoff-words";
import { type RecordPlace, roomHref } from "./links";
import { ListKeys } from "./list-keys";

type HandoffsScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: HandoffList;
  place: RecordPlace;
  chosen: HandoffView | null;
  first: HandoffView | null;
};

/** The notes that sessions left, and the one that was chosen. */
export function HandoffsScreen({ base, names, list, place, chosen, first }: HandoffsScreenProps) {
  const shown = chosen ?? first;
  return (
    <>
      <PageHead
        title="Handoffs"
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
      />
      <Sheet>
        {list.rows.length === 0 && !chosen ? (
          <EmptyState action={<Button href={`${projectHref(base)}/sessions`}>Open sessions</Button>}>
            No handoff notes yet. One is composed of every session that did something, as soon as it is analysed.
          </EmptyState>
        ) : (
          <MasterDetail
            backHref={roomHref(base, "handoffs", place)}
            backLabel="All handoffs"
            detailLabel={shown ? `Handoff note ${recordRef("handoff", shown.number)}` : "Handoff note"}
            list={<List base={base} list={list} place={place} current={shown?.number ?? null} />}
            detail={chosen && <HandoffDetail key={chosen.number} base={base} handoff={chosen} />}
            placeholder={first ? <HandoffDetail key={first.number} base={base} handoff={first} /> : null}
          />
        )}
      </Sheet>
    </>
  );
}

type ListProps = { base: Base; list: HandoffList; place: RecordPlace; current: number | null };

function List({ base, list, place, current }: ListProps) {
  const { rows, nextCursor } = list;
  return (
    <ListKeys label="Handoff notes">
      <ul>
        {rows.map((row) => (
          <Item key={row.number} {...{ base, place, row, list }} isCurrent={row.number === current} />
        ))}
      </ul>
      <LoadMore
        shown={rows.length}
        noun={place.cursor ? "notes on this page" : "notes"}
        nextHref={nextCursor === null ? null : roomHref(base, "handoffs", { cursor: nextCursor })}
      />
    </ListKeys>
  );
}

type ItemProps = { base: Base; list: HandoffList; place: RecordPlace; row: HandoffRow; isCurrent: boolean };

function Item({ base, list, place, row, isCurrent }: ItemProps) {
  const share = row.of === 0 ? null : row.told / row.of;
  return (
    <ListItem
      href={roomHref(base, "handoffs", place, row.number)}
      current={isCurrent}
      title={
        <span className="flex items-baseline justify-between gap-3">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{row.title}</span>
          <span className="shrink-0 text-xs font-normal text-ink-3">
            <RelativeTime iso={row.lastAt} nowIso={list.asOf} timeZone={list.timeZone} />
          </span>
        </span>
      }
      meta={
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            {row.client === null ? null : (
              <Monogram letters={clientLetters(row.client)} name={row.client} category={-1} />
            )}
            <span className="truncate">
              {row.session === null ? "" : `S-${row.session} `}to {addresseeWord(row.addressedTo)}
            </span>
          </span>
          {share === null ? null : (
            <span className="flex items-center gap-1.5">
              <span className="w-10">
                <Progress
                  label="Completeness"
                  value={row.told}
                  max={row.of}
                  valueText={`${row.told} of ${row.of} sections`}
                  tone={share < 0.7 ? "warn" : "accent"}
                />
              </span>
              <span className="w-9 text-right text-ink-3">{formatPercent(share)}</span>
            </span>
          )}
        </>
      }
    />
  );
}
