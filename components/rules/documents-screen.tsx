import { Plus } from "lucide-react";
import type { DocumentKind, DocumentList, DocumentRow, DocumentView } from "@/server/core/rules/document";
import { ListKeys } from "../memory/list-keys";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { SegmentedControl } from "../ui/filters";
import { formatDay, formatExact } from "../ui/format";
import { ListItem, MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { DocumentDetail } from "./document-detail";
import type { DocumentPlace } from "./document-place";
import { documentsHref, RulesTabs } from "./rules-tabs";

const DOCUMENT_KIND_WORDS: Readonly<Record<DocumentKind, string>> = {
  agents: "For agents",
  state: "State",
  plan: "Plan",
  constraints: "Constraints",
  other: "Other",
};

type DocumentsScreenProps = {
  base: Base;
  names: { team: string; project: string };
  place: DocumentPlace;
  list: DocumentList;
  document: DocumentView | null;
  compared: { before: DocumentView; after: DocumentView } | null;
};

/** The documents that govern a project's work, and the one that was chosen. */
export function DocumentsScreen({ base, names, place, list, document, compared }: DocumentsScreenProps) {
  const { isRemoved } = place;
  const of: Record<string, string> = isRemoved ? { removed: "1" } : {};
  return (
    <>
      <PageHead
        title="Documents"
        note="AGENTS.md, STATE.md, PLAN.md and the like, as they were uploaded"
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
        actions={
          list.mayWrite ? (
            <Button variant="primary" icon={<Plus aria-hidden />} href={`${documentsHref(base)}/new`} collapse>
              Upload a document
            </Button>
          ) : null
        }
      >
        <RulesTabs base={base} current="documents" />
        <div className="pb-3 max-md:px-3.5">
          <SegmentedControl
            label="Which documents"
            current={isRemoved ? "removed" : "there"}
            segments={[
              { key: "there", label: "In use", href: documentsHref(base) },
              { key: "removed", label: "Removed", href: documentsHref(base, { removed: "1" }) },
            ]}
          />
        </div>
      </PageHead>
      <Sheet>
        {list.rows.length === 0 && place.path === null ? (
          <EmptyState>
            {isRemoved
              ? "Nothing was removed."
              : "No documents yet. Upload the AGENTS.md, STATE.md, PLAN.md or CONSTRAINTS.md of the project, so that everybody sees what its agents read."}
          </EmptyState>
        ) : (
          <MasterDetail
            backHref={documentsHref(base, of)}
            backLabel="All documents"
            detailLabel={document ? `Document ${document.path}` : "A document"}
            list={<List {...{ base, list, place, of }} current={document?.path ?? null} />}
            detail={
              place.path !== null && document ? <DocumentDetail {...{ base, document, place, compared }} /> : null
            }
            placeholder={
              document ? (
                <DocumentDetail {...{ base, document, place, compared }} />
              ) : (
                <EmptyState>Choose one to read it.</EmptyState>
              )
            }
          />
        )}
      </Sheet>
    </>
  );
}

type ListProps = {
  base: Base;
  list: DocumentList;
  place: DocumentPlace;
  of: Readonly<Record<string, string>>;
  current: string | null;
};

function List({ base, list, place, of, current }: ListProps) {
  const { rows, nextCursor, timeZone } = list;
  return (
    <ListKeys label="Documents">
      <ul>
        {rows.map((row) => (
          <Row key={row.path} {...{ base, row, of, timeZone }} isCurrent={row.path === current} />
        ))}
      </ul>
      {rows.length === 0 ? <EmptyState>Nothing on this page.</EmptyState> : null}
      {nextCursor === null && place.cursor === null ? null : (
        <LoadMore
          shown={rows.length}
          noun="documents on this page"
          nextHref={nextCursor === null ? null : documentsHref(base, { ...of, after: nextCursor })}
        />
      )}
    </ListKeys>
  );
}

type RowProps = {
  base: Base;
  row: DocumentRow;
  of: Readonly<Record<string, string>>;
  timeZone: string;
  isCurrent: boolean;
};

function Row({ base, row, of, timeZone, isCurrent }: RowProps) {
  return (
    <ListItem
      href={documentsHref(base, { ...of, path: row.path })}
      current={isCurrent}
      title={<span className="font-mono text-sm [overflow-wrap:anywhere]">{row.path}</span>}
      faded={row.removedAt !== null}
      meta={
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            <Chip>{DOCUMENT_KIND_WORDS[row.kind]}</Chip>
            <span className="truncate text-ink-3">about {formatExact(row.tokens)} tokens</span>
          </span>
          <span className="flex-none whitespace-nowrap text-ink-3">
            v{row.version}, {formatDay(row.updatedAt, timeZone)}
          </span>
        </>
      }
    />
  );
}
