"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import type { AuditItem, AuditPage } from "@/server/api/routers/audit/list";
import { FilterBar } from "../ui/filters";
import { type Crumb, PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { RelativeTime } from "../ui/relative-time";
import { Select } from "../ui/select";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";
import { type AuditPlace, auditHref } from "./audit-href";
import { auditDetail, auditWords } from "./audit-words";

type AuditScreenProps = {
  team: string;
  page: AuditPage;
  place: AuditPlace;
  crumbs: readonly Crumb[];
  nowIso: string;
};

const ZONE = "UTC";

/** What was done in the team and by whom. */
export function AuditScreen({ team, page, place, crumbs, nowIso }: AuditScreenProps) {
  const router = useRouter();
  const { actor, action } = place;
  const open = (change: Partial<AuditPlace>) => router.push(auditHref(team, { actor, action, ...change }));
  const filtered = actor !== null || action !== null;
  return (
    <>
      <PageHead
        title="Audit log"
        crumbs={crumbs}
        actions={
          // A plain link, since the answer is a file and no page.
          <a
            href={auditHref(team, { actor, action }, "/export")}
            download
            className="inline-flex h-control items-center gap-1.5 rounded-md border border-line-strong bg-surface px-[11px] font-medium hover:border-control hover:bg-hover"
          >
            <Download aria-hidden />
            CSV
          </a>
        }
      >
        <FilterBar>
          <Select
            label="Who"
            hideLabel
            className="w-[190px]"
            value={actor ?? ""}
            onChange={(event) => open({ actor: event.currentTarget.value || null })}
            options={[
              { value: "", label: "Everybody" },
              ...page.people.map(({ id, name, left }) => ({ value: id, label: left ? `${name} (left)` : name })),
              { value: "system", label: "The server" },
            ]}
          />
          <Select
            label="What"
            hideLabel
            className="w-[250px]"
            value={action ?? ""}
            onChange={(event) => open({ action: event.currentTarget.value || null })}
            options={[
              { value: "", label: "Everything" },
              ...page.actions.map((value) => ({ value, label: auditWords(value) })),
            ]}
          />
        </FilterBar>
      </PageHead>
      <Sheet>
        <Table
          caption="What was done in the team, newest first"
          columns={columns(nowIso)}
          rows={page.items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState>
              {filtered
                ? "Nothing of this kind was done. Choose another filter."
                : "Nothing was done in this team yet."}
            </EmptyState>
          }
        />
        {page.items.length > 0 ? (
          <LoadMore
            nextHref={page.nextCursor ? auditHref(team, { actor, action, cursor: page.nextCursor }) : null}
            shown={page.items.length}
            noun="entries"
          />
        ) : null}
      </Sheet>
    </>
  );
}

function columns(nowIso: string): TableColumn<AuditItem>[] {
  return [
    {
      key: "at",
      head: "When",
      phone: "side",
      cell: ({ at }) => <RelativeTime iso={at} nowIso={nowIso} timeZone={ZONE} look="absolute" />,
    },
    {
      key: "who",
      head: "Who",
      rowHeader: true,
      phone: "main",
      cell: ({ actor }) => (
        <span className="[overflow-wrap:anywhere]">
          <span className="font-medium">{actor.name}</span>
          {actor.key ? <span className="text-xs text-ink-3"> by key {actor.key}</span> : null}
        </span>
      ),
    },
    {
      key: "what",
      head: "What",
      phone: "wide",
      cell: ({ action, project }) => (
        <>
          {auditWords(action)}
          {project ? <span className="text-ink-3 md:hidden"> in {project.name}</span> : null}
        </>
      ),
    },
    {
      key: "project",
      head: "Project",
      phone: "hide",
      cell: ({ project }) => project?.name ?? <span className="text-ink-3">–</span>,
    },
    {
      key: "detail",
      head: "Details",
      phone: "wide",
      cell: ({ detail }) => <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">{auditDetail(detail)}</span>,
    },
  ];
}
