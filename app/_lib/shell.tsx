import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { TeamShell } from "@/components/setup/team-shell";
import { pageData, requireUser } from "./api";
import { LAST_PROJECT_COOKIE, projectToShow } from "./last-project";
import { RememberProject } from "./remember-project";

type FrameProps = { team: string; project: string | null; children: ReactNode };

/** The frame around the pages of a team, with the counts of a project where one is open. */
export async function Frame({ team, project, children }: FrameProps) {
  const user = await requireUser();
  const [mine, projects, open] = await pageData((api) =>
    Promise.all([
      api.teams.mine(),
      api.projects.list({ team }),
      project === null ? null : api.projects.get({ team, project }),
    ]),
  );
  const name = mine.find(({ slug }) => slug === team)?.name ?? team;
  return (
    <TeamShell
      team={{ slug: team, name }}
      teams={mine}
      project={open}
      projects={projects}
      counts={open?.counts}
      user={user}
    >
      {project === null ? null : <RememberProject team={team} project={project} />}
      {children}
    </TeamShell>
  );
}

/** For pages of the team itself: the frame keeps to the project that was open before. */
export async function TeamFrame({ team, children }: { team: string; children: ReactNode }) {
  const projects = await pageData((api) => api.projects.list({ team }));
  const project = projectToShow(projects, (await cookies()).get(LAST_PROJECT_COOKIE)?.value);
  return (
    <Frame team={team} project={project?.slug ?? null}>
      {children}
    </Frame>
  );
}
