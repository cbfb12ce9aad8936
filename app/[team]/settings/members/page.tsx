import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { MembersScreen } from "@/components/members/members-screen";
import { can, ROLES } from "@/server/core/access/rights";

export const metadata: Metadata = { title: "Members" };

type Props = { params: Promise<{ team: string }> };

export default async function MembersPage({ params }: Props) {
  const { team: slug } = await params;
  const [team, members, projects] = await pageData((api) =>
    Promise.all([api.teams.get({ team: slug }), api.teams.members({ team: slug }), api.projects.list({ team: slug })]),
  );
  const role = ROLES.find((known) => known === team.role) ?? "viewer";
  const mayInvite = can({ role, keyScopes: null }, "member:write");
  const invites = mayInvite ? await pageData((api) => api.invites.list({ team: slug })) : null;
  return (
    <MembersScreen
      team={{ slug, name: team.name, role }}
      members={members}
      invites={invites}
      projects={projects.map((project) => ({ slug: project.slug, name: project.name }))}
      crumbs={[{ label: team.name, href: `/${slug}` }]}
      nowIso={new Date().toISOString()}
    />
  );
}
