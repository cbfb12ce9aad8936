import { recordRef } from "@/server/core/decisions/record-ref";
import { INBOX_LISTS } from "@/server/core/handoffs/inbox";
import type { HandoffList, HandoffView } from "@/server/core/handoffs/views";
import { fileHrefs } from "../memory/links";
import { ExportMenu } from "../memory/list-menus";
import { RecordSearch } from "../memory/record-search";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { FilterBar, SegmentedControl } from "../ui/filters";
import { MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { HandoffDetail, type Teammate } from "./handoff-detail";
import { HandoffInbox } from "./handoff-inbox";
import { EMPTY_WORDS, LIST_WORDS } from "./handoff-words";
import { type InboxPlace, inboxHref } from "./links";
import { NewHandoff } from "./new-handoff";

type HandoffsScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: HandoffList;
  place: InboxPlace & { search: string };
  teammates: readonly Teammate[];
  chosen: HandoffView | null;
  first: HandoffView | null;
};

/** The inbox of a project: whom notes are for, and the one that was chosen. */
export function HandoffsScreen({ base, names, list, place, teammates, chosen, first }: HandoffsScreenProps) {
  const shown = chosen ?? first;
  const detail = (handoff: HandoffView) => (
    <HandoffDetail key={handoff.number} base={base} handoff={handoff} teammates={teammates} />
  );
  return (
    <>
      <PageHead
        title="Handoffs"
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
        actions={
          <>
            {list.counts.all === 0 ? null : (
              <ExportMenu hrefOf={fileHrefs(base, "handoffs")} heading="All handoff notes" />
            )}
            {list.mayWrite ? <NewHandoff base={base} /> : null}
          </>
        }
      >
        {list.counts.all === 0 && place.search === "" ? null : (
          <FilterBar>
            <SegmentedControl
              label="Inbox"
              current={place.list}
              segments={INBOX_LISTS.map((key) => ({
                key,
                label: LIST_WORDS[key],
                count: list.counts[key],
                href: inboxHref(base, { list: key, search: place.search }),
              }))}
            />
            <RecordSearch
              label="Search handoffs"
              search={place.search}
              hrefWithout={inboxHref(base, { list: place.list })}
            />
          </FilterBar>
        )}
      </PageHead>
      <Sheet>
        {list.rows.length === 0 && !chosen ? (
          <Empty base={base} place={place} />
        ) : (
          <MasterDetail
            backHref={inboxHref(base, place)}
            backLabel="All handoffs"
            detailLabel={shown ? `Handoff note ${recordRef("handoff", shown.number)}` : "Handoff note"}
            list={<HandoffInbox base={base} list={list} place={place} current={shown?.number ?? null} />}
            detail={chosen && detail(chosen)}
            placeholder={first ? detail(first) : null}
          />
        )}
      </Sheet>
    </>
  );
}

function Empty({ base, place }: Pick<HandoffsScreenProps, "base" | "place">) {
  if (place.search !== "") {
    return (
      <EmptyState action={<Button href={inboxHref(base, { list: place.list })}>Show all of the list</Button>}>
        No note of this list holds “{place.search}”.
      </EmptyState>
    );
  }
  const next =
    place.list === "all" ? (
      <Button href={`${projectHref(base)}/sessions`}>Open sessions</Button>
    ) : (
      <Button href={inboxHref(base, { list: "all" })}>Show all notes</Button>
    );
  return <EmptyState action={next}>{EMPTY_WORDS[place.list]}</EmptyState>;
}
