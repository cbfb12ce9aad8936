"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { InviteView } from "@/server/api/routers/invites/list";
import type { MemberView } from "@/server/api/routers/teams/members";
import { can, type Role } from "@/server/core/access/rights";
import { useTRPCClient } from "../api/trpc";
import { FaultNotice } from "../settings/fault-notice";
import { useChange } from "../settings/use-change";
import { Button } from "../ui/button";
import { type Crumb, PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { Table } from "../ui/table";
import { ConfirmDialog } from "./confirm-dialog";
import { InviteDialog } from "./invite-dialog";
import { InviteList } from "./invite-list";
import { memberColumns } from "./member-columns";
import { ProjectRolesDialog } from "./project-roles-dialog";
import { withArticle } from "./role-words";

type Named = { slug: string; name: string };

type MembersScreenProps = {
  team: Named & { role: Role };
  members: readonly MemberView[];
  /** null for who may not invite. */
  invites: readonly InviteView[] | null;
  projects: readonly Named[];
  crumbs: readonly Crumb[];
  nowIso: string;
};

type Asking = { kind: "leave" } | { kind: "step-down"; member: MemberView; role: Role } | null;

/** Who is in the team, as what; and who is asked to come. */
export function MembersScreen({ team, members, invites, projects, crumbs, nowIso }: MembersScreenProps) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  const [inviting, setInviting] = useState(false);
  const [inProjects, setInProjects] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const mayWrite = can({ role: team.role, keyScopes: null }, "member:write");
  const base = { team: team.slug };
  const chosen = members.find(({ id }) => id === inProjects) ?? null;

  function setRole(member: MemberView, role: Role) {
    if (member.isYou) return setAsking({ kind: "step-down", member, role });
    void run({
      change: () => api.members.setRole.mutate({ ...base, id: member.id, role }),
      said: () => `${member.name} is ${withArticle(role)} now.`,
      undo: ({ before }) => api.members.setRole.mutate({ ...base, id: member.id, role: before }),
    });
  }

  function remove(member: MemberView) {
    void run({
      change: () => api.members.remove.mutate({ ...base, id: member.id }),
      said: ({ keysRevoked }) => `${member.name} is out of the team.${keysSentence(keysRevoked)}`,
      undo: () => api.members.restore.mutate({ ...base, id: member.id }),
    });
  }

  const columns = memberColumns({
    by: mayWrite ? team.role : null,
    nowIso,
    onRole: setRole,
    onRemove: remove,
    onLeave: () => setAsking({ kind: "leave" }),
    onProjects: ({ id }) => setInProjects(id),
  });
  return (
    <>
      <PageHead
        title="Members"
        crumbs={crumbs}
        note={members.length === 1 ? "1 person" : `${members.length} people`}
        actions={
          mayWrite ? (
            <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          ) : undefined
        }
      />
      <Sheet>
        <FaultNotice fault={fault} />
        <Table caption="Members of the team" columns={columns} rows={members} rowKey={({ id }) => id} />
      </Sheet>
      {invites ? <InviteList team={team.slug} invites={invites} nowIso={nowIso} /> : null}
      {inviting ? <InviteDialog team={team} onClose={() => setInviting(false)} /> : null}
      {chosen ? (
        <ProjectRolesDialog team={team.slug} member={chosen} projects={projects} onClose={() => setInProjects(null)} />
      ) : null}
      {asking?.kind === "leave" ? (
        <ConfirmDialog
          title={`Leave ${team.name}`}
          action="Leave team"
          pending={pending}
          onClose={() => setAsking(null)}
          onConfirm={() =>
            void run({
              change: () => api.members.leave.mutate(base),
              said: () => `You left ${team.name}.`,
              onDone: () => window.location.assign("/"),
            }).then(() => setAsking(null))
          }
        >
          <p>Your keys in this team end at once. What you wrote stays, under your name.</p>
          <p className="text-ink-2">To come back, you need an invitation.</p>
        </ConfirmDialog>
      ) : null}
      {asking?.kind === "step-down" ? (
        <ConfirmDialog
          title={`Become ${withArticle(asking.role)}`}
          action={`Become ${asking.role}`}
          pending={pending}
          onClose={() => setAsking(null)}
          onConfirm={() =>
            void run({
              change: () => api.members.setRole.mutate({ ...base, id: asking.member.id, role: asking.role }),
              said: () => `You are ${withArticle(asking.role)} now.`,
            }).then(() => setAsking(null))
          }
        >
          <p>
            You are {withArticle(team.role)} of {team.name}. You cannot give the role back to yourself afterwards.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function keysSentence(keys: number): string {
  if (keys === 0) return "";
  return keys === 1 ? " Their key is revoked." : ` Their ${keys} keys are revoked.`;
}
