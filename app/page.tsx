import { redirect } from "next/navigation";
import { pageData } from "./_lib/api";

/** Leads to where the person works: the first team that has a project, else the first, else the making of one. */
export default async function HomePage() {
  const teams = await pageData((api) => api.teams.mine());
  const projects = await pageData((api) => Promise.all(teams.map(({ slug }) => api.projects.list({ team: slug }))));
  const team = teams.find((_, at) => (projects[at]?.length ?? 0) > 0) ?? teams[0];
  redirect(team ? `/${team.slug}` : "/new");
}
