import { recordRef } from "@/server/core/decisions/record-ref";
import type { SummaryList as List, SummaryView } from "@/server/core/session-summary/views";
import { localTimeOf, writeLocal } from "@/server/core/telemetry/zone";
import { AddRecordFilter, type FilterChoice } from "../memory/add-record-filter";
import { fileHrefs } from "../memory/links";
import { ExportMenu } from "../memory/list-menus";
import { RecordSearch } from "../memory/record-search";
import { type Base, projectHref } from "../telemetry/links";
import { RangePicker } from "../telemetry/range-picker";
import { Button } from "../ui/button";
import { FilterBar, FilterChip } from "../ui/filters";
import { MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { SUMMARY_FIELDS, type SummariesPlace, type SummaryField, summariesHref } from "./links";
import { SummaryDetail } from "./summary-detail";
import { SummaryList } from "./summary-list";

type SummariesScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: List;
  place: Required<SummariesPlace>;
  /** The summary of the address; null shows `first` on wide screens and the list on a phone. */
  chosen: SummaryView | null;
  first: SummaryView | null;
};

/** What each session of the project came to. */
export function SummariesScreen({ base, names, list, place, chosen, first }: SummariesScreenProps) {
  const shown = chosen ?? first;
  const detail = (summary: SummaryView) => <SummaryDetail key={summary.number} base={base} summary={summary} />;
  return (
    <>
      <PageHead
        title="Session summaries"
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
        actions={list.total === 0 ? null : <ExportMenu hrefOf={fileHrefs(base, "summaries")} heading="All summaries" />}
      >
        {list.total === 0 ? null : <Filters base={base} list={list} place={place} />}
      </PageHead>
      <Sheet>
        {list.rows.length === 0 && chosen === null ? (
          <Empty base={base} list={list} />
        ) : (
          <MasterDetail
            backHref={summariesHref(base, place)}
            backLabel="All session summaries"
            detailLabel={shown ? `Session summary ${recordRef("summary", shown.number)}` : "Session summary"}
            list={<SummaryList base={base} list={list} place={place} current={shown?.number ?? null} />}
            detail={chosen && detail(chosen)}
            placeholder={first ? detail(first) : <EmptyState>Choose one to read it.</EmptyState>}
          />
        )}
      </Sheet>
    </>
  );
}

const FIELD_WORDS: Readonly<Record<SummaryField, string>> = { person: "Person", agent: "Agent", branch: "Branch" };

function Filters({ base, list, place }: Pick<SummariesScreenProps, "base" | "list" | "place">) {
  const hrefOf = (change: SummariesPlace) => summariesHref(base, { ...place, cursor: null, ...change });
  const { from, to } = place;
  return (
    <FilterBar>
      <RecordSearch label="Search summaries" search={place.search} hrefWithout={hrefOf({ search: "" })} />
      {from || to ? (
        <FilterChip field="Days" operator="are" value={days(from, to)} removeHref={hrefOf({ from: null, to: null })} />
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
      {SUMMARY_FIELDS.map((field) => {
        const value = place[field];
        return value === null ? null : (
          <FilterChip
            key={field}
            field={FIELD_WORDS[field]}
            operator="is"
            value={value}
            removeHref={hrefOf({ [field]: null })}
          />
        );
      })}
      <AddRecordFilter searchLabel="Find a person, an agent or a branch" choices={choicesOf(list, place, hrefOf)} />
    </FilterBar>
  );
}

function days(from: string | null, to: string | null): string {
  if (from === to) return from ?? "";
  if (from === null) return `until ${to}`;
  return to === null ? `since ${from}` : `${from} to ${to}`;
}

function choicesOf(
  { facets }: List,
  place: Required<SummariesPlace>,
  hrefOf: (change: SummariesPlace) => string,
): FilterChoice[] {
  const counts = { person: facets.people, agent: facets.agents, branch: facets.branches };
  return SUMMARY_FIELDS.filter((field) => counts[field].length > 0).map((field) => ({
    key: field,
    word: FIELD_WORDS[field],
    values: counts[field].map(({ value, count }) => {
      const isChosen = place[field] === value;
      return { value, count, isChosen, href: hrefOf({ [field]: isChosen ? null : value }) };
    }),
  }));
}

function Empty({ base, list }: Pick<SummariesScreenProps, "base" | "list">) {
  if (list.total > 0) {
    return (
      <EmptyState action={<Button href={summariesHref(base)}>Remove all filters</Button>}>
        No summary matches. There {list.total === 1 ? "is" : "are"} {list.total} in all.
      </EmptyState>
    );
  }
  return (
    <EmptyState action={<Button href={`${projectHref(base)}/sessions`}>Open sessions</Button>}>
      Each session with work in it gets a summary here: what worked, what failed and why, and what is left. None has
      been analysed yet.
    </EmptyState>
  );
}
