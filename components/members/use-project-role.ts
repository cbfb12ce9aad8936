"use client";

import type { MemberView } from "@/server/api/routers/teams/members";
import { PROJECT_ROLES, type ProjectRole } from "@/server/core/teams/member-rules";
import { useTRPCClient } from "../api/trpc";
import { useChange } from "../settings/use-change";
import { withArticle } from "./role-words";

type Named = { slug: string; name: string };

/** Sets or clears a member's role in one project, with Undo. */
export function useProjectRole(team: string) {
  const api = useTRPCClient();
  const { run, fault } = useChange();

  function setProjectRole(member: MemberView, project: Named, role: ProjectRole | null) {
    const set = (wanted: ProjectRole | null) =>
      api.members.setProjectRole.mutate({ team, project: project.slug, id: member.id, role: wanted });
    void run({
      change: () => set(role),
      said: () => `${member.name} is ${withArticle(role ?? member.role)} in ${project.name} now.`,
      undo: ({ before }) => set(PROJECT_ROLES.find((known) => known === before) ?? null),
    });
  }

  return { setProjectRole, fault };
}
