import type { Everything } from "@/server/core/search/everything-view";
import { ListKeys } from "../memory/list-keys";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { FilterBar, SegmentedControl } from "../ui/filters";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Sheet } from "../ui/sheet";
import { EmptyState, ErrorState } from "../ui/states";
import { HitRow } from "./hit-row";
import { type SearchPlace, searchHref } from "./place";
import { SearchField } from "./search-field";
import { FIELD_HELP, KIND_WORDS } from "./words";

/** What a search answered: finds, or a sentence that says what is wrong with it. */
export type SearchAnswer =
  | { readonly found: Everything }
  | { readonly fault: string; readonly mayRetry: boolean }
  | null;

type SearchScreenProps = {
  base: Base;
  names: { team: string; project: string };
  place: Required<SearchPlace>;
  answer: SearchAnswer;
};

/** One box over everything that the project knows. */
export function SearchScreen({ base, names, place, answer }: SearchScreenProps) {
  const found = answer && "found" in answer ? answer.found : null;
  return (
    <>
      <PageHead
        title="Search"
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
      >
        <FilterBar>
          <SearchField base={base} query={place.query} />
        </FilterBar>
        {found && found.kinds.length > 0 ? <Kinds {...{ base, place, found }} /> : null}
      </PageHead>
      <Sheet>
        {answer === null ? <Help /> : null}
        {answer && "fault" in answer ? (
          <>
            <ErrorState retryHref={answer.mayRetry ? searchHref(base, place) : undefined}>{answer.fault}</ErrorState>
            <Help />
          </>
        ) : null}
        {found ? <Hits {...{ base, place, found }} /> : null}
      </Sheet>
    </>
  );
}

type FoundProps = { base: Base; place: Required<SearchPlace>; found: Everything };

function Kinds({ base, place, found: { kinds } }: FoundProps) {
  const { query, exact } = place;
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const counted = (count: number, isMore: boolean) => `${formatExact(count)}${isMore ? "+" : ""}`;
  const all = kinds.some(({ isMore }) => isMore);
  return (
    <FilterBar>
      <SegmentedControl
        label="Kind"
        current={place.kind ?? "all"}
        segments={[
          { key: "all", label: "All", href: searchHref(base, { query, exact }), count: counted(total, all) },
          ...kinds.map(({ kind, count, isMore }) => ({
            key: kind,
            label: KIND_WORDS[kind].many,
            href: searchHref(base, { query, exact, kind }),
            count: counted(count, isMore),
          })),
        ]}
      />
    </FilterBar>
  );
}

function Hits({ base, place, found }: FoundProps) {
  const { hits, nextCursor, timeZone, isBounded } = found;
  return (
    <>
      <Understood {...{ base, place, found }} />
      {hits.length === 0 ? (
        <Nothing {...{ base, place, found }} />
      ) : (
        <>
          <ListKeys label="Results">
            <ul>
              {hits.map((hit) => (
                <HitRow key={hit.id} base={base} hit={hit} timeZone={timeZone} />
              ))}
            </ul>
          </ListKeys>
          <LoadMore
            nextHref={nextCursor && searchHref(base, { ...place, cursor: nextCursor })}
            shown={hits.length}
            noun={hits.length === 1 ? "result on this page" : "results on this page"}
          />
          {isBounded ? (
            <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3 max-md:px-3.5">
              More match than are ranked: the newest 400 records and 400 events were looked at. Add a word or a field to
              see others.
            </p>
          ) : null}
        </>
      )}
    </>
  );
}

const MEANING_FAULTS: Readonly<Record<NonNullable<Everything["meaningFault"]>, string>> = {
  "no-pgvector": "An embedding model is set up, but this Postgres has no pgvector: the search goes by words only.",
  "no-answer": "The embedding model does not answer at the moment: the search went by words only.",
};

/** How the search was read, where that is not what was typed. */
function Understood({ base, place, found }: FoundProps) {
  const { corrected, matched, hits, isComplete, byMeaning, meaningFault } = found;
  const { query, kind } = place;
  const isLoose = matched === "some" && hits.length > 0;
  const isNear = byMeaning && hits.length > 0;
  if (corrected === null && !isLoose && !isNear && isComplete && meaningFault === null) return null;
  return (
    <div className="grid gap-1 border-b border-line px-4 py-2.5 text-ink-2 max-md:px-3.5" role="status">
      {corrected === null ? null : (
        <p>
          Showing results for <strong>{corrected}</strong>.{" "}
          <Link href={searchHref(base, { query, kind, exact: true })}>Search for “{query}” as it is</Link>
        </p>
      )}
      {isLoose ? <p className="text-xs text-ink-3">Few texts have all words, so those that have some follow.</p> : null}
      {isNear ? (
        <p className="text-xs text-ink-3">Some results may have none of the words: their meaning is near.</p>
      ) : null}
      {meaningFault === null ? null : <p className="text-xs text-ink-3">{MEANING_FAULTS[meaningFault]}</p>}
      {isComplete ? null : (
        <Notice>The newest sessions are being read. What they hold appears here within a moment.</Notice>
      )}
    </div>
  );
}

function Nothing({ base, place, found }: FoundProps) {
  if (place.cursor !== null) {
    return (
      <EmptyState action={<Button href={searchHref(base, { ...place, cursor: null })}>First page</Button>}>
        There is nothing behind this page.
      </EmptyState>
    );
  }
  if (place.kind !== null && found.kinds.length > 0) {
    return (
      <EmptyState action={<Button href={searchHref(base, { ...place, kind: null })}>All kinds</Button>}>
        {`No ${KIND_WORDS[place.kind].one.toLowerCase()} matches, but others do.`}
      </EmptyState>
    );
  }
  return (
    <>
      <EmptyState>
        Nothing of this project matches. Use fewer or other words, or take a field such as kind: out of the search.
      </EmptyState>
      <Help />
    </>
  );
}

/** What can be searched, and how to narrow it. */
function Help() {
  return (
    <div className="grid gap-3 p-4 max-md:px-3.5">
      <p className="max-w-[68ch] text-pretty text-ink-2">
        Looks through decisions, failures, constraints, preferences, handoffs, summaries, documents, files, comments and
        the texts of all sessions, also what was pruned or compacted away. Slips in spelling are corrected, and words
        that mean the same are found too.
      </p>
      <dl className="grid max-w-[720px] grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-ink-2 max-md:grid-cols-1">
        {FIELD_HELP.map(({ example, means }) => (
          <div key={example} className="contents">
            <dt className="font-mono text-xs leading-[1.7] text-ink">{example}</dt>
            <dd className="max-md:mb-1.5">{means}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
