import type { ProjectDetail } from "@/server/api/routers/projects/get";
import type { MemberView } from "@/server/api/routers/teams/members";
import { can, ROLES, type Role } from "@/server/core/access/rights";
import { SOURCE_KINDS } from "@/server/core/teams/project-source";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { DeleteProject } from "./delete-project";
import { DeleteSessionForm } from "./delete-session-form";
import { ProjectForm } from "./project-form";
import { ProjectRoles } from "./project-roles";
import { ProjectSources } from "./project-sources";
import { SettingsSection } from "./section";

type ProjectSettingsScreenProps = {
  base: { team: string; project: string };
  project: ProjectDetail;
  /** The role in the team, which decides about members. */
  teamRole: Role;
  members: readonly MemberView[];
  timeZones: readonly string[];
};

/** What belongs to a project as such: name, zone, sources, roles, and its end. */
export function ProjectSettingsScreen({ base, project, teamRole, members, timeZones }: ProjectSettingsScreenProps) {
  const subject = { role: ROLES.find((known) => known === project.role) ?? "viewer", keyScopes: null } as const;
  const mayWrite = can(subject, "project:update");
  const mayManageMembers = can({ role: teamRole, keyScopes: null }, "member:write");
  const sources = project.sources.flatMap(({ kind, value }) => {
    const known = SOURCE_KINDS.find((each) => each === kind);
    return known ? [{ kind: known, value }] : [];
  });
  return (
    <>
      <PageHead
        title="Project"
        crumbs={[
          { label: project.team.name, href: `/${base.team}` },
          { label: project.name, href: `/${base.team}/${base.project}` },
        ]}
      />
      <Sheet>
        <SettingsSection title="Name and time zone">
          <ProjectForm
            base={base}
            project={{ name: project.name, timeZone: project.timeZone }}
            timeZones={timeZones}
            refusal={mayWrite ? null : "An owner or admin changes this."}
          />
        </SettingsSection>
        <SettingsSection title="Sources" hint="Sessions from these remotes and folders come to this project.">
          <ProjectSources base={base} sources={sources} mayWrite={mayWrite} />
        </SettingsSection>
        <SettingsSection
          title="Roles here"
          hint="A project can make an exception from the role in the team, up or down. It counts for the person's keys too."
        >
          <ProjectRoles
            team={base.team}
            project={{ slug: base.project, name: project.name }}
            members={members}
            by={mayManageMembers ? teamRole : null}
          />
        </SettingsSection>
        {can(subject, "session:delete") ? (
          <SettingsSection title="Delete a session" hint="For a session that should never have been uploaded.">
            <DeleteSessionForm base={base} />
          </SettingsSection>
        ) : null}
        {can(subject, "project:delete") ? (
          <SettingsSection
            title={project.isDemo ? "Remove the demo" : "Delete the project"}
            hint={
              project.isDemo
                ? "Its sessions are made up, so nothing is lost. Your own projects stay."
                : "For good, with everything in it. Nothing of it can be brought back."
            }
          >
            <DeleteProject base={base} name={project.name} isDemo={project.isDemo} sessions={project.counts.sessions} />
          </SettingsSection>
        ) : null}
      </Sheet>
    </>
  );
}
