import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { timeZones } from "@/app/_lib/time-zones";
import { ProjectSettingsScreen } from "@/components/settings/project-settings-screen";
import { ROLES } from "@/server/core/access/rights";

export const metadata: Metadata = { title: "Project settings" };

type Props = { params: Promise<{ team: string; project: string }> };

export default async function ProjectSettingsPage({ params }: Props) {
  const base = await params;
  const { team } = base;
  const [project, inTeam, members] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.teams.get({ team }), api.teams.members({ team })]),
  );
  return (
    <ProjectSettingsScreen
      base={base}
      project={project}
      teamRole={ROLES.find((known) => known === inTeam.role) ?? "viewer"}
      members={members}
      timeZones={timeZones()}
    />
  );
}
