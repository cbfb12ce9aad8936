"use client";

import type { MemberView } from "@/server/api/routers/teams/members";
import { ROLES, type Role } from "@/server/core/access/rights";
import { mayManage } from "@/server/core/teams/member-rules";
import { ProjectRoleSelect } from "../members/project-role-select";
import { useProjectRole } from "../members/use-project-role";
import { Avatar } from "../ui/monogram";
import { FaultNotice } from "./fault-notice";

type ProjectRolesProps = {
  team: string;
  project: { slug: string; name: string };
  members: readonly MemberView[];
  /** The role in the team of who may change members; null for who only reads. */
  by: Role | null;
};

/** Everybody's role in this project: the team's, or an exception. */
export function ProjectRoles({ team, project, members, by }: ProjectRolesProps) {
  const { setProjectRole, fault } = useProjectRole(team);
  return (
    <>
      <FaultNotice fault={fault} />
      <ul className="grid gap-px">
        {members.map((member) => {
          const override = member.projectRoles.find((known) => known.project === project.slug)?.role ?? null;
          const role = ROLES.find((known) => known === member.role) ?? "viewer";
          return (
            <li
              key={member.id}
              className="flex min-h-10 flex-wrap items-center justify-between gap-2 border-b border-line py-1 last:border-b-0"
            >
              <span className="inline-flex min-w-0 items-center gap-2">
                <Avatar name={member.name} />
                <span className="[overflow-wrap:anywhere]">{member.name}</span>
              </span>
              {by !== null && role !== "owner" && mayManage(by, role) ? (
                <ProjectRoleSelect
                  label={`Role of ${member.name} in ${project.name}`}
                  teamRole={member.role}
                  role={override}
                  onChange={(chosen) => setProjectRole(member, project, chosen)}
                />
              ) : (
                <span className="text-ink-2">{override ? `${override} here` : member.role}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
