import { recordRef } from "@/server/core/decisions/record-ref";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";
import type { DecisionList, DecisionRow, DecisionView } from "@/server/core/decisions/views";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { FilterBar, FilterChip, SegmentedControl } from "../ui/filters";
import { formatDay, formatExact } from "../ui/format";
import { ListItem, MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { DecisionDetail } from "./decision-detail";
import { type RecordPlace, roomHref } from "./links";
import { ListKeys } from "./list-keys";
import { Author } from "./record-parts";
import { RecordSearch } from "./record-search";
import { DecisionChip, statusWord } from "./status-chip";

type DecisionsScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: DecisionList;
  place: RecordPlace;
  /** The record of the address; null shows `first` on wide screens and the list on a phone. */
  chosen: DecisionView | null;
  first: DecisionView | null;
};

/** The project's decisions and the one that was chosen. */
export function DecisionsScreen({ base, names, list, place, chosen, first }: DecisionsScreenProps) {
  const total = list.counts.reduce((sum, { count }) => sum + count, 0);
  const shown = chosen ?? first;
  return (
    <>
      <PageHead
        title="Decisions"
        note={total === 0 ? undefined : `${formatExact(total)} in the project`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
      >
        {total === 0 ? null : <Filters base={base} list={list} place={place} total={total} />}
      </PageHead>
      <Sheet>
        {total === 0 ? (
          <EmptyState action={<Button href={`${projectHref(base)}/sessions`}>Open sessions</Button>}>
            No decisions yet. Answered questions, approved plans and recorded decisions become drafts here when a
            session is analysed.
          </EmptyState>
        ) : (
          <MasterDetail
            backHref={roomHref(base, "decisions", place)}
            backLabel="All decisions"
            detailLabel={shown ? `Decision ${recordRef("decision", shown.number)}` : "Decision"}
            list={<List base={base} list={list} place={place} current={shown?.number ?? null} />}
            detail={chosen && <DecisionDetail key={chosen.number} base={base} decision={chosen} />}
            placeholder={first ? <DecisionDetail key={first.number} base={base} decision={first} /> : <NothingChosen />}
          />
        )}
      </Sheet>
    </>
  );
}

type PartProps = { base: Base; list: DecisionList; place: RecordPlace };

function Filters({ base, list, place, total }: PartProps & { total: number }) {
  const hrefOf = (change: RecordPlace) => roomHref(base, "decisions", { ...place, cursor: null, ...change });
  const counts = new Map(list.counts.map(({ status, count }) => [status, count]));
  const statuses = DECISION_STATUSES.filter((status) => (counts.get(status) ?? 0) > 0 || status === place.status);
  return (
    <FilterBar>
      <RecordSearch label="Search decisions" search={place.search ?? ""} hrefWithout={hrefOf({ search: "" })} />
      <SegmentedControl
        label="Status"
        current={place.status ?? "all"}
        segments={[
          { key: "all", label: "All", count: formatExact(total), href: hrefOf({ status: null }) },
          ...statuses.map((status) => ({
            key: status,
            label: statusWord(status),
            count: formatExact(counts.get(status) ?? 0),
            href: hrefOf({ status }),
          })),
        ]}
      />
      {place.tag ? (
        <FilterChip field="Tag" operator="is" value={place.tag} removeHref={hrefOf({ tag: null })} />
      ) : (
        <Tags tags={list.tags.slice(0, MAX_TAGS)} hrefOf={(tag) => hrefOf({ tag })} />
      )}
    </FilterBar>
  );
}

const MAX_TAGS = 4;

/** The most used tags; the others are reached by search. */
function Tags({ tags, hrefOf }: { tags: readonly string[]; hrefOf: (tag: string) => string }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex items-center gap-0.5">
      <span className="text-xs text-ink-3">Tags</span>
      {tags.map((tag) => (
        <Button key={tag} size="sm" variant="ghost" href={hrefOf(tag)}>
          {tag}
        </Button>
      ))}
    </span>
  );
}

function List({ base, list, place, current }: PartProps & { current: number | null }) {
  if (list.rows.length === 0) {
    return (
      <EmptyState action={<Button href={roomHref(base, "decisions")}>Remove all filters</Button>}>
        No decision matches. Search for fewer words, or choose another status.
      </EmptyState>
    );
  }
  const { nextCursor } = list;
  return (
    <ListKeys label="Decisions">
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
      <LoadMore
        shown={list.rows.length}
        noun={place.cursor ? "decisions on this page" : "decisions"}
        nextHref={nextCursor === null ? null : roomHref(base, "decisions", { ...place, cursor: nextCursor })}
      />
    </ListKeys>
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
            {row.sessions > 1 ? (
              <span className="truncate text-ink-3">in {formatExact(row.sessions)} sessions</span>
            ) : null}
          </span>
          <span className="flex items-center gap-1.5">
            <Author author={row.author} nameless />
            {formatDay(row.decidedOn ?? row.updatedAt, timeZone)}
          </span>
        </>
      }
    />
  );
}

function NothingChosen() {
  return <EmptyState>Choose a decision to read it.</EmptyState>;
}
