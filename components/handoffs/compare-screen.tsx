import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffText, HandoffView } from "@/server/core/handoffs/views";
import { diffLines } from "@/server/core/text-diff/diff";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { FilterBar } from "../ui/filters";
import { formatDateTime } from "../ui/format";
import { PageHead } from "../ui/page-head";
import { Select } from "../ui/select";
import { Sheet, SheetCell } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { DiffCount, TextDiffView } from "../ui/text-diff";
import { compareHref, noteHref } from "./links";
import { WrittenNote } from "./written-note";

type CompareScreenProps = {
  base: Base;
  names: { team: string; project: string };
  handoff: HandoffView;
  from: HandoffText;
  to: HandoffText;
};

/** Two versions of a note and what differs between them. */
export function CompareScreen({ base, names, handoff, from, to }: CompareScreenProps) {
  const { number, timeZone } = handoff;
  const ref = recordRef("handoff", number);
  const diff = diffLines(from.markdown, to.markdown);
  const isFirst = handoff.versions.length === 1;
  const options = handoff.versions.map(({ version, author, createdAt }) => ({
    value: String(version),
    label: `v${version}, ${author.kind === "system" ? "composed" : author.name}, ${formatDateTime(createdAt, timeZone)}`,
  }));
  return (
    <>
      <PageHead
        title={`Versions of ${ref}`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
          { label: ref, href: noteHref(base, number) },
        ]}
      >
        {isFirst ? null : (
          /* A plain form: the choice stands in the address and works without script. */
          <form action={compareHref(base, number, from.version, to.version).split("?")[0]}>
            <FilterBar>
              <Select label="From" name="from" defaultValue={String(from.version)} options={options} />
              <Select label="To" name="to" defaultValue={String(to.version)} options={options} />
              <Button type="submit" className="self-end">
                Compare
              </Button>
            </FilterBar>
          </form>
        )}
      </PageHead>
      <Sheet>
        {isFirst ? (
          <EmptyState>Nobody edited this note, so its first version is the only one.</EmptyState>
        ) : (
          <SheetCell label="Changes">
            <div className="mb-3 flex items-baseline gap-3">
              <h2>
                v{from.version} to v{to.version}
              </h2>
              <DiffCount diff={diff} />
            </div>
            {from.title === to.title ? null : (
              <div className="mb-3">
                <TextDiffView diff={diffLines(from.title, to.title)} label="Changes of the title" />
              </div>
            )}
            <TextDiffView
              diff={diff}
              label={`Version ${from.version} beside version ${to.version}`}
              equal="The text of these versions is equal."
            />
          </SheetCell>
        )}
        <section aria-label={`Version ${to.version}`} className="border-t border-line">
          <h2 className="px-3.5 pt-3.5 md:px-4">
            v{to.version}: {to.title}
          </h2>
          <WrittenNote base={base} markdown={to.markdown} />
        </section>
      </Sheet>
    </>
  );
}
