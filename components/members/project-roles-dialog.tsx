"use client";

import type { MemberView } from "@/server/api/routers/teams/members";
import { FaultNotice } from "../settings/fault-notice";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { ProjectRoleSelect } from "./project-role-select";
import { withArticle } from "./role-words";
import { useProjectRole } from "./use-project-role";

type Named = { slug: string; name: string };

type ProjectRolesDialogProps = {
  team: string;
  member: MemberView;
  projects: readonly Named[];
  onClose: () => void;
};

/** Where one person's role differs from the one in the team. */
export function ProjectRolesDialog({ team, member, projects, onClose }: ProjectRolesDialogProps) {
  const { setProjectRole, fault } = useProjectRole(team);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Roles of ${member.name}`}
      description={`In the team ${member.name} is ${withArticle(member.role)}. A project can make an exception; it counts for their keys too.`}
      footer={
        <DialogClose>
          <Button variant="primary">Done</Button>
        </DialogClose>
      }
    >
      <FaultNotice fault={fault} />
      {projects.length === 0 ? <p className="text-ink-2">The team has no project yet.</p> : null}
      <ul className="grid gap-2">
        {projects.map((project) => (
          <li key={project.slug} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{project.name}</span>
            <ProjectRoleSelect
              label={`Role of ${member.name} in ${project.name}`}
              teamRole={member.role}
              role={member.projectRoles.find((override) => override.project === project.slug)?.role ?? null}
              onChange={(role) => setProjectRole(member, project, role)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
