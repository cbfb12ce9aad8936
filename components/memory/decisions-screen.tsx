import { CalendarClock, ListChecks } from "lucide-react";
import type { Attention, Citations, DecisionFlags } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";
import type {
  DecisionList,
  DecisionRow,
  DecisionView,
  DecisionHistory as History,
} from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { FilterChip } from "../ui/filters";
import { formatDay, formatExact } from "../ui/format";
import { ListItem } from "../ui/master-detail";
import { DecisionDetail } from "./decision-detail";
import { DecisionHistory } from "./decision-history";
import { type ReadPlace, type RecordPlace, roomHref } from "./links";
import { LookAtThese } from "./look-at-these";
import { Author } from "./record-parts";
import { RecordRoom, type RoomSort, type RoomWords } from "./record-room";
import { DecisionChip, statusWord } from "./status-chip";

const WORDS: RoomWords = {
  room: "decisions",
  title: "Decisions",
  search: "Search decisions",
  statusLabel: "Status",
  authorLabel: "Author",
  newLabel: "New decision",
  empty:
    "No decisions yet. Answered questions, approved plans and recorded decisions become drafts here when a session is analysed.",
};

const SORTS: readonly RoomSort[] = [
  { value: "newest", label: "Newest number" },
  { value: "oldest", label: "Oldest number" },
  { value: "decided", label: "Day decided" },
  { value: "changed", label: "Last change" },
];

type ShownDecision = { decision: DecisionView; flags: DecisionFlags; citations: Citations };

type DecisionsScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: DecisionList;
  history: History;
  place: ReadPlace<string, string>;
  attention: Attention;
  flags: DecisionFlags;
  chosen: ShownDecision | null;
  first: ShownDecision | null;
  diff: string | null;
};

/** The project's decisions and the one that was chosen. */
export function DecisionsScreen(props: DecisionsScreenProps) {
  const { base, names, list, history, place, attention, flags, chosen, first, diff } = props;
  const shown = (chosen ?? first)?.decision ?? null;
  const current = shown?.number ?? null;
  const detailOf = (one: ShownDecision | null) =>
    one && <DecisionDetail key={one.decision.number} base={base} {...one} diff={diff} />;
  return (
    <RecordRoom
      {...{ base, names, list, place }}
      words={WORDS}
      segments={DECISION_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
      sorts={SORTS}
      note={`${formatExact(list.total)} in the project`}
      ownFilters={<DueFilter {...{ base, place, attention }} />}
      history={
        <>
          <ToReview base={base} drafts={attention.drafts} all={draftsIn(list)} />
          <LookAtThese
            base={base}
            flags={flags}
            label="Look at these decisions"
            head="h2"
            className="border-b border-line px-3.5 py-2 md:px-4"
          />
          <DecisionHistory {...{ base, history, place, current }} />
        </>
      }
      rows={
        <ul>
          {list.rows.map((row) => (
            <Item
              key={row.number}
              {...{ base, place, row }}
              timeZone={list.timeZone}
              isCurrent={row.number === current}
            />
          ))}
        </ul>
      }
      detailLabel={shown ? `Decision ${recordRef("decision", shown.number)}` : "Decision"}
      chosen={detailOf(chosen)}
      first={detailOf(first)}
    />
  );
}

function draftsIn({ facets }: DecisionList): number {
  return facets.statuses.find(({ value }) => value === "draft")?.count ?? 0;
}

/** The way to the drafts that wait, with how many there are; equal ones are reviewed as one. */
function ToReview({ base, drafts, all }: { base: Base; drafts: number; all: number }) {
  if (drafts === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 border-b border-line px-3.5 py-2 text-sm md:px-4">
      <span>{drafts === 1 ? "One draft waits" : `${formatExact(drafts)} drafts wait`} for a person.</span>
      {all > drafts ? <span className="text-xs text-ink-3">Equal ones count as one.</span> : null}
      <Button size="sm" href={`${roomHref(base, "decisions")}/review`} icon={<ListChecks aria-hidden />}>
        Review drafts
      </Button>
    </p>
  );
}

type DueFilterProps = { base: Base; place: ReadPlace<string, string>; attention: Attention };

function DueFilter({ base, place, attention }: DueFilterProps) {
  const hrefOf = (due: boolean) => roomHref(base, "decisions", { ...place, cursor: null, due });
  if (place.due) return <FilterChip field="Review" operator="is" value="due" removeHref={hrefOf(false)} />;
  if (attention.due === 0) return null;
  return (
    <Button variant="ghost" href={hrefOf(true)} icon={<CalendarClock aria-hidden />}>
      Review due {formatExact(attention.due)}
    </Button>
  );
}

type ItemProps = { base: Base; place: RecordPlace; row: DecisionRow; timeZone: string; isCurrent: boolean };

function Item({ base, place, row, timeZone, isCurrent }: ItemProps) {
  const isOver = row.status === "rejected" || row.status === "superseded" || row.status === "deprecated";
  return (
    <ListItem
      href={roomHref(base, "decisions", place, row.number)}
      current={isCurrent}
      refName={recordRef("decision", row.number)}
      title={row.title}
      faded={isOver}
      meta={
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            <DecisionChip status={row.status} />
            {row.status === "accepted" && row.notice !== null ? (
              <span className="truncate text-ink-3" title={row.notice}>
                {row.notice.startsWith("Amended") ? "amended in part" : "to be superseded"}
              </span>
            ) : null}
            {row.sessions > 1 ? (
              <span className="truncate text-ink-3">in {formatExact(row.sessions)} sessions</span>
            ) : null}
          </span>
          <span className="flex shrink-0 items-center gap-1.5">
            <Author author={row.author} nameless />
            {formatDay(row.decidedOn ?? row.updatedAt, timeZone)}
          </span>
        </>
      }
    />
  );
}
