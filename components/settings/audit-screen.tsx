import type { AuditItem, AuditPage } from "@/server/api/routers/audit/list";
import { recordHref } from "../handoffs/link-records";
import { sessionHref } from "../telemetry/links";
import { Link } from "../ui/link";
import { LocalTime } from "../ui/local-time";
import { type Crumb, PageHead } from "../ui/page-head";
import { LoadMore } from "../ui/pagination";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";
import { AuditExport, AuditFilters } from "./audit-filters";
import { type AuditPlace, auditHref, isAuditFiltered } from "./audit-href";
import { auditDetail, auditWords } from "./audit-words";

type AuditScreenProps = {
  team: string;
  page: AuditPage;
  place: AuditPlace;
  crumbs: readonly Crumb[];
  nowIso: string;
};

/** What was done in the team and by whom. */
export function AuditScreen({ team, page, place, crumbs, nowIso }: AuditScreenProps) {
  return (
    <>
      <PageHead title="Audit log" crumbs={crumbs} actions={<AuditExport team={team} place={place} />}>
        <AuditFilters {...{ team, page, place, nowIso }} />
      </PageHead>
      <Sheet>
        <Table
          caption="What was done in the team, newest first"
          columns={columns(team, nowIso)}
          rows={page.items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState>
              {isAuditFiltered(place)
                ? "Nothing of this kind was done. Choose another filter."
                : "Nothing was done in this team yet."}
            </EmptyState>
          }
        />
        {page.items.length > 0 ? (
          <LoadMore
            nextHref={page.nextCursor ? auditHref(team, { ...place, cursor: page.nextCursor }) : null}
            shown={page.items.length}
            noun={page.items.length === 1 ? "entry" : "entries"}
          />
        ) : null}
      </Sheet>
    </>
  );
}

function columns(team: string, nowIso: string): TableColumn<AuditItem>[] {
  return [
    {
      key: "at",
      head: "When",
      phone: "side",
      cell: ({ at }) => <LocalTime iso={at} nowIso={nowIso} look="absolute" />,
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
      cell: ({ action, subject, project }) => (
        <>
          {auditWords(action)} <Subject {...{ team, action, subject, project }} />
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

type SubjectProps = { team: string } & Pick<AuditItem, "action" | "subject" | "project">;

/** A record or a session by its name, a document by its path; an id says nothing to a reader and stays in the file. */
function Subject({ team, action, subject, project }: SubjectProps) {
  if (!project) return null;
  const base = { team, project: project.slug };
  const session = /^S-([1-9]\d{0,8})$/.exec(subject)?.[1];
  const href = session === undefined ? recordHref(base, subject) : sessionHref(base, Number(session));
  if (href) {
    return (
      <Link href={href} className="font-mono text-xs">
        {subject}
      </Link>
    );
  }
  const isPath = action.startsWith("document.");
  return isPath ? <span className="font-mono text-xs [overflow-wrap:anywhere]">{subject}</span> : null;
}
