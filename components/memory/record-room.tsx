import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { RecordFacets } from "@/server/core/decisions/views";
import { localTimeOf, writeLocal } from "@/server/core/telemetry/zone";
import { type Base, projectHref } from "../telemetry/links";
import { RangePicker } from "../telemetry/range-picker";
import { Button } from "../ui/button";
import { FilterBar, FilterChip, SegmentedControl } from "../ui/filters";
import { formatExact } from "../ui/format";
import { MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { AddRecordFilter, type FilterChoice } from "./add-record-filter";
import { fileHrefs, isFiltered, type ReadPlace, type RecordField, type RecordPlace, roomHref } from "./links";
import { ListKeys } from "./list-keys";
import { ExportMenu, SortMenu } from "./list-menus";
import { RecordSearch } from "./record-search";

/** The one frame of the rooms that list records. A room says its words, rows and detail. */

export interface RoomWords {
  readonly room: "decisions" | "failures" | "rules/constraints" | "rules/preferences";
  /** What its records are called, when that is not its address. */
  readonly noun?: string;
  readonly title: string;
  readonly search: string;
  readonly statusLabel: string;
  readonly authorLabel: string;
  readonly newLabel: string;
  /** What the room is for, while it has nothing. */
  readonly empty: string;
}

export type RoomSegment = { readonly value: string; readonly label: string };
export type RoomSort = { readonly value: string; readonly label: string };

export interface RoomList {
  readonly timeZone: string;
  readonly asOf: string;
  readonly total: number;
  readonly facets: RecordFacets;
  readonly nextCursor: string | null;
  readonly mayWrite: boolean;
  readonly rows: readonly unknown[];
}

type RecordRoomProps = {
  base: Base;
  names: { team: string; project: string };
  words: RoomWords;
  segments: readonly RoomSegment[];
  /** The first is the room's own order. */
  sorts: readonly RoomSort[];
  list: RoomList;
  place: ReadPlace<string, string>;
  note?: string;
  /** Ways to the rooms beside it. */
  tabs?: ReactNode;
  /** Filters that only this room has. */
  ownFilters?: ReactNode;
  history: ReactNode;
  rows: ReactNode;
  detailLabel: string;
  /** The record of the address; null shows `first` on wide screens and the list on a phone. */
  chosen: ReactNode | null;
  first: ReactNode | null;
  ratio?: "narrow-list" | "wide-list";
};

export function RecordRoom(props: RecordRoomProps) {
  const { base, names, words, list, place, note, history, chosen, first, detailLabel, ratio, sorts, tabs } = props;
  const { room } = words;
  const isEmpty = list.total === 0;
  const newRecord = list.mayWrite ? (
    <Button variant="primary" icon={<Plus aria-hidden />} href={`${roomHref(base, room)}/new`} collapse>
      {words.newLabel}
    </Button>
  ) : null;
  return (
    <>
      <PageHead
        title={words.title}
        note={isEmpty ? undefined : note}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
        actions={
          <>
            {isEmpty ? null : <ExportMenu hrefOf={fileHrefs(base, room, place)} />}
            {newRecord}
          </>
        }
      >
        {tabs}
        {isEmpty ? null : <Filters {...props} />}
      </PageHead>
      <Sheet>
        {isEmpty && chosen === null ? (
          <EmptyState action={<Button href={`${projectHref(base)}/sessions`}>Open sessions</Button>}>
            {words.empty}
          </EmptyState>
        ) : (
          <>
            {/* On a phone list and record are two screens, and the history belongs to the list. */}
            <div className={chosen === null ? undefined : "max-md:hidden"}>{history}</div>
            <MasterDetail
              ratio={ratio}
              backHref={roomHref(base, room, place)}
              backLabel={`All ${nounOf(words)}`}
              detailLabel={detailLabel}
              list={<ListPane {...props} sorts={sorts} />}
              detail={chosen}
              placeholder={first ?? <EmptyState>Choose one to read it.</EmptyState>}
            />
          </>
        )}
      </Sheet>
    </>
  );
}

function nounOf({ room, noun }: RoomWords): string {
  return noun ?? room;
}

const FIELD_WORDS: Readonly<Record<RecordField, string>> = { tag: "Tag", author: "Author", path: "Path" };

function Filters({ base, words, segments, list, place, ownFilters }: RecordRoomProps) {
  const { room } = words;
  const hrefOf = (change: RecordPlace) => roomHref(base, room, { ...place, cursor: null, ...change });
  const counts = new Map(list.facets.statuses.map(({ value, count }) => [value, count]));
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  const fieldWord = (field: RecordField) => (field === "author" ? words.authorLabel : FIELD_WORDS[field]);
  return (
    <FilterBar>
      <RecordSearch label={words.search} search={place.search} hrefWithout={hrefOf({ search: "" })} />
      <SegmentedControl
        label={words.statusLabel}
        current={place.status ?? "all"}
        segments={[
          { key: "all", label: "All", count: formatExact(sum), href: hrefOf({ status: null }) },
          ...segments
            .filter(({ value }) => (counts.get(value) ?? 0) > 0 || value === place.status)
            .map(({ value, label }) => ({
              key: value,
              label,
              count: counts.has(value) ? formatExact(counts.get(value)) : undefined,
              href: hrefOf({ status: value }),
            })),
        ]}
      />
      {place.from || place.to ? (
        <FilterChip
          field="Days"
          operator="are"
          value={rangeWords(place.from, place.to)}
          removeHref={hrefOf({ from: null, to: null })}
        />
      ) : (
        <RangePicker
          words="All time"
          compared={null}
          from=""
          to={writeLocal(localTimeOf(Date.parse(list.asOf), list.timeZone))}
          timeZone={list.timeZone}
          hrefWithoutRange={hrefOf({ from: null, to: null })}
        />
      )}
      {(["tag", "author", "path"] as const).flatMap((field) =>
        place[field].map((value) => (
          <FilterChip
            key={`${field} ${value}`}
            field={fieldWord(field)}
            operator={field === "path" ? "under" : "is"}
            value={value}
            removeHref={hrefOf({ [field]: place[field].filter((other) => other !== value) })}
          />
        )),
      )}
      {ownFilters}
      <AddRecordFilter
        searchLabel="Find a tag, an author or a path"
        choices={choicesOf(list.facets, place, hrefOf, fieldWord)}
      />
    </FilterBar>
  );
}

function rangeWords(from: string | null, to: string | null): string {
  if (from === to) return from ?? "";
  if (from === null) return `until ${to}`;
  return to === null ? `since ${from}` : `${from} to ${to}`;
}

function choicesOf(
  facets: RecordFacets,
  place: ReadPlace<string, string>,
  hrefOf: (change: RecordPlace) => string,
  fieldWord: (field: RecordField) => string,
): FilterChoice[] {
  const counts = { tag: facets.tags, author: facets.authors, path: facets.paths };
  return (["tag", "author", "path"] as const).flatMap((field) => {
    const values = counts[field].map(({ value, count }) => {
      const isChosen = place[field].includes(value);
      const next = isChosen ? place[field].filter((other) => other !== value) : [...place[field], value];
      return { value, count, isChosen, href: hrefOf({ [field]: next }) };
    });
    return values.length === 0 ? [] : [{ key: field, word: fieldWord(field), values }];
  });
}

function ListPane({ base, words, list, place, rows, sorts }: RecordRoomProps) {
  const { room, title } = words;
  const noun = nounOf(words);
  const { nextCursor } = list;
  if (list.rows.length === 0) {
    return (
      <EmptyState action={<Button href={roomHref(base, room, { sort: place.sort })}>Remove all filters</Button>}>
        {isFiltered(place)
          ? `${howToWiden(place)} There ${list.total === 1 ? "is" : "are"} ${counted(list.total, noun)} in all.`
          : "Nothing on this page."}
      </EmptyState>
    );
  }
  const sort = place.sort ?? sorts[0]?.value ?? "";
  return (
    <ListKeys label={title}>
      <div className="flex items-center justify-between gap-2 border-b border-line px-3.5 py-1 text-xs text-ink-3 md:px-4">
        <span>{countWords(list, place, noun)}</span>
        <SortMenu
          current={sort}
          sorts={sorts.map(({ value, label }, index) => ({
            value,
            label,
            href: roomHref(base, room, { ...place, cursor: null, sort: index === 0 ? null : value }),
          }))}
        />
      </div>
      {rows}
      {/* A list that is whole has its count above. */}
      {nextCursor === null && !place.cursor ? null : (
        <LoadMore
          shown={list.rows.length}
          noun={place.cursor ? `${noun} on this page` : noun}
          nextHref={nextCursor === null ? null : roomHref(base, room, { ...place, cursor: nextCursor })}
        />
      )}
    </ListKeys>
  );
}

/** How many records the whole filter leads to, whatever page of them is shown. */
function countWords({ facets }: RoomList, { status }: ReadPlace<string, string>, noun: string): string {
  const rows = status === null ? facets.statuses : facets.statuses.filter(({ value }) => value === status);
  const count = rows.reduce((sum, facet) => sum + facet.count, 0);
  return count === 0 ? "" : counted(count, noun);
}

function counted(count: number, noun: string): string {
  return `${formatExact(count)} ${count === 1 ? noun.slice(0, -1) : noun}`;
}

/** The filter that most likely is too narrow is named first. */
function howToWiden(place: ReadPlace<string, string>): string {
  if (place.search !== "") return "Nothing matches these words. Search for fewer of them, or for a part of one.";
  if (place.from || place.to) return "Nothing lies in these days. Choose a longer range.";
  if (place.tag.length > 1) return "Nothing has all of these tags. Remove one.";
  return "Nothing matches these filters. Remove one, or choose another status.";
}
