import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { SettingsSection } from "@/components/settings/section";
import { TeamForm } from "@/components/settings/team-form";
import { plural } from "@/components/telemetry/words";
import { Button } from "@/components/ui/button";
import { formatExact } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { Sheet } from "@/components/ui/sheet";
import { can, ROLES } from "@/server/core/access/rights";

export const metadata: Metadata = { title: "Team" };

type Props = { params: Promise<{ team: string }> };

export default async function TeamSettingsPage({ params }: Props) {
  const { team: slug } = await params;
  const [team, projects] = await pageData((api) =>
    Promise.all([api.teams.get({ team: slug }), api.projects.list({ team: slug })]),
  );
  const subject = { role: ROLES.find((known) => known === team.role) ?? "viewer", keyScopes: null } as const;
  const removals = can(subject, "project:delete") ? await pageData((api) => api.projects.removals({ team: slug })) : [];
  return (
    <>
      <PageHead title="Team" crumbs={[{ label: team.name, href: `/${slug}` }]} />
      <Sheet>
        <SettingsSection title="Name and address" hint="As members and links see the team.">
          <TeamForm
            team={{ slug, name: team.name }}
            refusal={can(subject, "team:update") ? null : "Only an owner changes the team."}
          />
        </SettingsSection>
        <SettingsSection title="Projects" hint="Each has its own time zone, sources, policy and roles.">
          <ul className="grid gap-1.5">
            {projects.map((project) => (
              <li key={project.slug} className="flex flex-wrap items-baseline justify-between gap-2">
                <Link href={`/${slug}/${project.slug}/settings/project`}>{project.name}</Link>
                <span className="text-xs text-ink-3">{project.isDemo ? "demo" : project.timeZone}</span>
              </li>
            ))}
            {removals.map((removal) => (
              <li key={removal.slug} className="flex flex-wrap items-baseline justify-between gap-2 text-ink-3">
                <span>{removal.name}</span>
                <span className="text-xs" role="status">
                  being deleted, {formatExact(removal.sessionsLeft)}{" "}
                  {plural(removal.sessionsLeft, "session", "sessions")} left
                </span>
              </li>
            ))}
          </ul>
          {projects.length + removals.length === 0 ? <p className="text-ink-2">No project yet.</p> : null}
          {can(subject, "project:create") ? (
            <Button href={`/${slug}/new`} className="justify-self-start">
              New project
            </Button>
          ) : null}
        </SettingsSection>
      </Sheet>
    </>
  );
}
