import { Ellipsis } from "lucide-react";
import type { MemberView } from "@/server/api/routers/teams/members";
import { ROLES, type Role } from "@/server/core/access/rights";
import { mayManage } from "@/server/core/teams/member-rules";
import { IconButton } from "../ui/button";
import { Chip } from "../ui/chip";
import { LocalTime } from "../ui/local-time";
import { Menu, type MenuItem } from "../ui/menu";
import { Avatar } from "../ui/monogram";
import type { TableColumn } from "../ui/table";
import { RoleSelect } from "./role-select";

type Options = {
  /** The role of who may change members; null for who only reads. */
  by: Role | null;
  nowIso: string;
  onRole: (member: MemberView, role: Role) => void;
  onProjects: (member: MemberView) => void;
  onRemove: (member: MemberView) => void;
  onLeave: () => void;
};

export function memberColumns(options: Options): TableColumn<MemberView>[] {
  const { nowIso } = options;
  return [
    { key: "name", head: "Name", rowHeader: true, phone: "main", cell: (member) => <MemberName member={member} /> },
    { key: "email", head: "E-mail", phone: "wide", cell: ({ email }) => <Email email={email} /> },
    { key: "role", head: "Role", phone: "wide", cell: (member) => <RoleCell member={member} options={options} /> },
    {
      key: "active",
      head: "Last active",
      align: "end",
      cell: ({ lastActiveAt }) =>
        lastActiveAt ? <LocalTime iso={lastActiveAt} nowIso={nowIso} /> : <span className="text-ink-3">never</span>,
    },
    {
      key: "joined",
      head: "Joined",
      align: "end",
      cell: ({ joinedAt }) => (
        <span className="text-ink-2">
          <LocalTime iso={joinedAt} nowIso={nowIso} look="date" />
        </span>
      ),
    },
    {
      key: "actions",
      head: "Actions",
      hideHead: true,
      align: "end",
      phone: "side",
      cell: (member) => <Actions member={member} options={options} />,
    },
  ];
}

function MemberName({ member: { name, isYou } }: { member: MemberView }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Avatar name={name} />
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      {isYou ? <span className="text-xs text-ink-3">you</span> : null}
    </span>
  );
}

function Email({ email }: { email: string }) {
  return <span className="text-ink-2 [overflow-wrap:anywhere]">{email}</span>;
}

function roleOf({ role }: MemberView): Role {
  return ROLES.find((known) => known === role) ?? "viewer";
}

function RoleCell({ member, options: { by, onRole } }: { member: MemberView; options: Options }) {
  const role = roleOf(member);
  const editable = by !== null && (member.isYou || mayManage(by, role));
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {editable ? (
        <RoleSelect name={member.name} role={role} by={by} onChange={(chosen) => onRole(member, chosen)} />
      ) : (
        <Chip>{member.role}</Chip>
      )}
      {member.projectRoles.map((override) => (
        <Chip key={override.project}>
          {override.role} in {override.name}
        </Chip>
      ))}
    </span>
  );
}

function Actions({ member, options }: { member: MemberView; options: Options }) {
  const items = actionsFor(member, options);
  if (items.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`Actions for ${member.name}`} icon={<Ellipsis aria-hidden />} />}
      groups={[{ key: "member", items }]}
    />
  );
}

function actionsFor(member: MemberView, { by, onProjects, onRemove, onLeave }: Options): MenuItem[] {
  const manages = by !== null && mayManage(by, roleOf(member));
  const items: MenuItem[] = [];
  if (manages && member.role !== "owner") {
    items.push({ key: "projects", label: "Roles in single projects", onSelect: () => onProjects(member) });
  }
  if (member.isYou) items.push({ key: "leave", label: "Leave team", danger: true, onSelect: onLeave });
  else if (manages) {
    items.push({ key: "remove", label: "Remove from team", danger: true, onSelect: () => onRemove(member) });
  }
  return items;
}
