import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { KeysScreen } from "@/components/keys/keys-screen";

export const metadata: Metadata = { title: "API keys" };

type Props = { params: Promise<{ team: string; project: string }> };

export default async function KeysPage({ params }: Props) {
  const { team, project: slug } = await params;
  const [project, projects, keys] = await pageData((api) =>
    Promise.all([api.projects.get({ team, project: slug }), api.projects.list({ team }), api.keys.list({ team })]),
  );
  return (
    <KeysScreen
      team={team}
      project={{ slug, name: project.name }}
      projects={projects.map(({ slug: id, name }) => ({ slug: id, name }))}
      keys={keys}
      crumbs={[
        { label: project.team.name, href: `/${team}` },
        { label: project.name, href: `/${team}/${slug}` },
      ]}
      nowIso={new Date().toISOString()}
      timeZone={project.timeZone}
    />
  );
}
