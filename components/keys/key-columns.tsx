import type { KeyView } from "@/server/api/routers/keys/list";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { formatDate, formatExactTime } from "../ui/format";
import { RelativeTime } from "../ui/relative-time";
import type { TableColumn } from "../ui/table";
import { scopeWords } from "./scope-words";

type Options = {
  nowIso: string;
  timeZone: string;
  /** Whose key it is; said only where keys of several people are listed. */
  showPerson: boolean;
  onRevoke: (key: KeyView) => void;
};

export function keyColumns({ nowIso, timeZone, showPerson, onRevoke }: Options): TableColumn<KeyView>[] {
  const person: TableColumn<KeyView> = {
    key: "person",
    head: "Person",
    cell: ({ person: name, isYours }) => <span className="text-ink-2">{isYours ? "you" : name}</span>,
  };
  return [
    { key: "name", head: "Key", rowHeader: true, phone: "main", cell: (key) => <KeyName apiKey={key} /> },
    ...(showPerson ? [person] : []),
    { key: "scopes", head: "May", cell: ({ scopes }) => scopeWords(scopes) },
    {
      key: "projects",
      head: "Projects",
      cell: ({ projects }) => <span className="[overflow-wrap:anywhere]">{projectWords(projects)}</span>,
    },
    {
      key: "created",
      head: "Created",
      align: "end",
      cell: ({ createdAt }) => (
        <time
          dateTime={createdAt}
          title={formatExactTime(createdAt, timeZone)}
          className="whitespace-nowrap text-ink-2"
        >
          {formatDate(createdAt, timeZone)}
        </time>
      ),
    },
    {
      key: "used",
      head: "Last used",
      align: "end",
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <RelativeTime iso={lastUsedAt} nowIso={nowIso} timeZone={timeZone} />
        ) : (
          <span className="text-ink-3">never</span>
        ),
    },
    { key: "ends", head: "Ends", align: "end", cell: (key) => <Ends apiKey={key} timeZone={timeZone} /> },
    {
      key: "revoke",
      head: "Actions",
      hideHead: true,
      align: "end",
      phone: "side",
      cell: (key) =>
        key.state === "active" ? (
          <Button variant="danger" size="sm" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        ) : null,
    },
  ];
}

function KeyName({ apiKey }: { apiKey: KeyView }) {
  const { name, prefix, state } = apiKey;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      <code className="text-xs text-ink-3">{prefix}…</code>
      {state === "active" ? null : <Chip tone={state === "expired" ? "warn" : "neutral"}>{state}</Chip>}
    </span>
  );
}

function Ends({ apiKey, timeZone }: { apiKey: KeyView; timeZone: string }) {
  const at = apiKey.revokedAt ?? apiKey.expiresAt;
  if (!at) return <span className="text-ink-3">when revoked</span>;
  return (
    <time dateTime={at} title={formatExactTime(at, timeZone)} className="whitespace-nowrap">
      {formatDate(at, timeZone)}
    </time>
  );
}

function projectWords(projects: KeyView["projects"]): string {
  if (projects === "all") return "all, later ones too";
  return projects.length === 0 ? "none any more" : projects.map(({ name }) => name).join(", ");
}
