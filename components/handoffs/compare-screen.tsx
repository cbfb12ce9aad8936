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
import type { SavedText } from "./editor/conflict-panel";
import { WrittenNote } from "./written-note";

type CompareScreenProps = {
  base: Base;
  names: { team: string; project: string };
  /** The list that the record is in. */
  room: { label: string; href: string };
  /** The record as it is called, and where it is. */
  home: { label: string; href: string };
  /** Newest first. */
  versions: readonly Pick<SavedText, "version" | "author" | "createdAt">[];
  timeZone: string;
  from: SavedText;
  to: SavedText;
  /** Heading of the whole text, which is no section of it. */
  ownHeading?: RegExp;
};

/** Two versions of a note or a summary and what differs between them. */
export function CompareScreen(props: CompareScreenProps) {
  const { base, names, room, home, versions, timeZone, from, to, ownHeading } = props;
  const diff = diffLines(from.markdown, to.markdown);
  const isFirst = versions.length === 1;
  const options = versions.map(({ version, author, createdAt }) => ({
    value: String(version),
    label: `v${version}, ${author.kind === "system" ? "composed" : author.name}, ${formatDateTime(createdAt, timeZone)}`,
  }));
  return (
    <>
      <PageHead
        title={`Versions of ${home.label}`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
          room,
          home,
        ]}
      >
        {isFirst ? null : (
          /* A plain form: the choice stands in the address and works without script. */
          <form action={`${home.href}/versions`}>
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
          <EmptyState>Nobody changed this one yet, so its first version is the only one.</EmptyState>
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
          <WrittenNote base={base} markdown={to.markdown} ownHeading={ownHeading} />
        </section>
      </Sheet>
    </>
  );
}
