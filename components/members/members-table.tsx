import type { MemberView } from "@/server/api/routers/teams/members";
import { Chip } from "../ui/chip";
import { formatDate, formatExactTime } from "../ui/format";
import { Avatar } from "../ui/monogram";
import { Table, type TableColumn } from "../ui/table";

const ZONE = "UTC";

const COLUMNS: readonly TableColumn<MemberView>[] = [
  {
    key: "name",
    head: "Name",
    rowHeader: true,
    phone: "main",
    cell: ({ name, isYou }) => (
      <span className="inline-flex min-w-0 items-center gap-2">
        <Avatar name={name} />
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        {isYou ? <span className="text-xs text-ink-3">you</span> : null}
      </span>
    ),
  },
  { key: "email", head: "E-mail", phone: "wide", cell: ({ email }) => <span className="text-ink-2">{email}</span> },
  {
    key: "role",
    head: "Role",
    phone: "side",
    cell: ({ role, projectRoles }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <Chip>{role}</Chip>
        {projectRoles.map((override) => (
          <Chip key={override.project} title={`In ${override.name} the role is ${override.role}.`}>
            {override.role} in {override.name}
          </Chip>
        ))}
      </span>
    ),
  },
  {
    key: "joined",
    head: "Joined",
    align: "end",
    cell: ({ joinedAt }) => (
      <time dateTime={joinedAt} title={formatExactTime(joinedAt, ZONE)} className="whitespace-nowrap text-ink-2">
        {formatDate(joinedAt, ZONE)}
      </time>
    ),
  },
];

/** Who is in the team; reading only. */
export function MembersTable({ members }: { members: readonly MemberView[] }) {
  return <Table caption="Members of the team" columns={COLUMNS} rows={members} rowKey={({ id }) => id} />;
}
