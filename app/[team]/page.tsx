import { redirect } from "next/navigation";
import { pageData } from "@/app/_lib/api";

type Props = { params: Promise<{ team: string }> };

/** Leads to a project that has something to show: one's own with sessions, else the demo, else the first. */
export default async function TeamPage({ params }: Props) {
  const { team } = await params;
  const projects = await pageData((api) => api.projects.list({ team }));
  const own = projects.filter(({ isDemo }) => !isDemo);
  const details = await pageData((api) =>
    Promise.all(own.map(({ slug }) => api.projects.get({ team, project: slug }))),
  );
  const filled = details.find(({ counts }) => counts.sessions > 0);
  const project = filled ?? projects.find(({ isDemo }) => isDemo) ?? own[0];
  redirect(project ? `/${team}/${project.slug}` : `/${team}/new`);
}
