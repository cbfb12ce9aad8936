import { redirect } from "next/navigation";
import { pageData } from "./_lib/api";

/** Leads to where the person works: the first team, or the making of one. */
export default async function HomePage() {
  const [team] = await pageData((api) => api.teams.mine());
  redirect(team ? `/${team.slug}` : "/new");
}
