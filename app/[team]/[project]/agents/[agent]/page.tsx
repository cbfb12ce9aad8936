import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { AgentScreen } from "@/components/telemetry/agent-screen";
import { readName } from "@/components/telemetry/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { parseFilter, withChange } from "@/server/core/telemetry/filter";

type AgentPageProps = {
  params: Promise<{ team: string; project: string; agent: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: AgentPageProps): Promise<Metadata> {
  return { title: readName((await params).agent) ?? "Agent" };
}

/** The path names the agent, so an agent in the query would only contradict it. */
export default async function AgentPage({ params, searchParams }: AgentPageProps) {
  const { team, project: slug, agent: written } = await params;
  const agent = readName(written);
  if (agent === null) notFound();
  const base = { team, project: slug };
  const { filter, problems } = parseFilter(toSearchParams(await searchParams));
  const [page, project] = await pageData((api) =>
    Promise.all([
      api.telemetry.agentPage({ ...base, agent, filter: withChange(filter, { agent: [] }) }),
      api.projects.get(base),
    ]),
  );
  // Nobody of this name was ever seen: another range would show nothing either.
  if (page.firstSeenAt === null) notFound();
  const place = { base, names: { team: project.team.name, project: project.name } };
  return <AgentScreen place={place} page={page} problems={problems} />;
}
