import type { HandoffList, HandoffRow } from "@/server/core/handoffs/views";
import { ListKeys } from "../memory/list-keys";
import type { Base } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { formatPercent } from "../ui/format";
import { ListItem } from "../ui/master-detail";
import { Avatar, Monogram } from "../ui/monogram";
import { clientLetters } from "../ui/monogram-letters";
import { LoadMore } from "../ui/pagination";
import { Progress } from "../ui/progress";
import { RelativeTime } from "../ui/relative-time";
import { addresseeWord } from "./handoff-words";
import { type InboxPlace, inboxHref } from "./links";

type InboxProps = { base: Base; list: HandoffList; place: InboxPlace; current: number | null };

/** The notes of one list, the latest first. */
export function HandoffInbox({ base, list, place, current }: InboxProps) {
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
        nextHref={nextCursor === null ? null : inboxHref(base, { ...place, cursor: nextCursor })}
      />
    </ListKeys>
  );
}

type ItemProps = { base: Base; list: HandoffList; place: InboxPlace; row: HandoffRow; isCurrent: boolean };

function Item({ base, list, place, row, isCurrent }: ItemProps) {
  return (
    <ListItem
      href={inboxHref(base, place, row.number)}
      current={isCurrent}
      faded={row.status === "acknowledged"}
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
            <Picture row={row} />
            <span className="truncate">{passedOn(row)}</span>
          </span>
          <span className="flex shrink-0 items-center gap-2">
            <Standing row={row} />
            <Told row={row} />
          </span>
        </>
      }
    />
  );
}

function Picture({ row }: { row: HandoffRow }) {
  if (row.client !== null) return <Monogram letters={clientLetters(row.client)} name={row.client} category={-1} />;
  return row.editedBy === null ? null : <Avatar name={row.editedBy} />;
}

/** `S-12, edited by Ines to you` */
function passedOn(row: HandoffRow): string {
  const session = row.session === null ? "" : `S-${row.session}`;
  const edited = row.editedBy === null ? "" : `${session === "" ? "" : ", "}${row.editedBy}`;
  return `${session}${edited} to ${addresseeWord({ ...row, isYou: row.isForYou })}`.trim();
}

/** Loud only where a person is waited for: somebody's own note that nobody has taken. */
function Standing({ row }: { row: HandoffRow }) {
  if (row.status === "acknowledged") return <span className="text-ink-3">Acknowledged</span>;
  if (row.status === "claimed")
    return <span className="max-w-[120px] truncate text-ink-3">{row.claimedBy} has it</span>;
  return row.isForYou || row.addressedTo === "team" ? <Chip tone="info">Not claimed</Chip> : null;
}

function Told({ row: { told, of } }: { row: HandoffRow }) {
  if (of === 0) return null;
  const share = told / of;
  return (
    <span className="flex items-center gap-1.5">
      <span className="w-10 md:max-[1180px]:hidden">
        <Progress
          label="Completeness"
          value={told}
          max={of}
          valueText={`${told} of ${of} sections`}
          tone={share < 0.7 ? "warn" : "accent"}
        />
      </span>
      <span className="w-9 text-right text-ink-3">{formatPercent(share)}</span>
    </span>
  );
}
