import { cookies } from "next/headers";
import { cache, type ReactNode } from "react";
import { DemoBanner } from "@/components/onboarding/demo-banner";
import { SETUP_DISMISSED_COOKIE } from "@/components/onboarding/dismissed";
import { SetupCard } from "@/components/onboarding/setup-card";
import { TeamShell } from "@/components/setup/team-shell";
import { can, ROLES } from "@/server/core/access/rights";
import { pageData, requireUser } from "./api";
import { LAST_PROJECT_COOKIE, projectToShow } from "./last-project";
import { RememberProject } from "./remember-project";

/** Once a request, for all parts of the frame. */
const readProject = cache((team: string, project: string) => pageData((api) => api.projects.get({ team, project })));
const listProjects = cache((team: string) => pageData((api) => api.projects.list({ team })));

type FrameProps = { team: string; project: string | null; children: ReactNode };

/** The frame around the pages of a team, with the counts of a project where one is open. */
export async function Frame({ team, project, children }: FrameProps) {
  const user = await requireUser();
  const [mine, projects, open] = await Promise.all([
    pageData((api) => api.teams.mine()),
    listProjects(team),
    project === null ? null : readProject(team, project),
  ]);
  const own = mine.find(({ slug }) => slug === team);
  return (
    <TeamShell
      team={{ slug: team, name: own?.name ?? team }}
      teams={mine}
      project={open}
      projects={projects}
      counts={open?.counts}
      user={user}
      role={ROLES.find((role) => role === own?.role) ?? "viewer"}
    >
      {project === null ? null : <RememberProject team={team} project={project} />}
      {children}
    </TeamShell>
  );
}

type ProjectTopProps = { team: string; project: string };

/** Above every page of a project: what the demo is, or what a young project still lacks. */
export async function ProjectTop({ team, project }: ProjectTopProps) {
  const open = await readProject(team, project);
  const base = { team, project };
  if (!open.isDemo) {
    const progress = await pageData((api) => api.setup.progress(base));
    const wasDismissed = (await cookies()).has(SETUP_DISMISSED_COOKIE);
    return <SetupCard base={base} initial={progress} wasDismissed={wasDismissed} />;
  }
  const next = (await listProjects(team)).find(({ isDemo }) => !isDemo);
  const role = ROLES.find((known) => known === open.role) ?? "viewer";
  return (
    <DemoBanner
      base={base}
      mayRemove={can({ role, keyScopes: null }, "project:delete")}
      next={next ? `/${team}/${next.slug}` : `/${team}/new`}
    />
  );
}

/** For pages of the team itself: the frame keeps to the project that was open before. */
export async function TeamFrame({ team, children }: { team: string; children: ReactNode }) {
  const projects = await listProjects(team);
  const project = projectToShow(projects, (await cookies()).get(LAST_PROJECT_COOKIE)?.value);
  return (
    <Frame team={team} project={project?.slug ?? null}>
      {children}
    </Frame>
  );
}
