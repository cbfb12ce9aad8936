import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { AgentListScreen } from "@/components/telemetry/room-lists";
import { toSearchParams } from "@/components/telemetry/search-params";
import { parseFilter } from "@/server/core/telemetry/filter";

export const metadata: Metadata = { title: "Agents" };

type AgentsPageProps = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function AgentsPage({ params, searchParams }: AgentsPageProps) {
  const base = await params;
  const { filter, problems } = parseFilter(toSearchParams(await searchParams));
  const [overview, project] = await pageData((api) =>
    Promise.all([api.telemetry.overview({ ...base, filter }), api.projects.get(base)]),
  );
  const place = { base, names: { team: project.team.name, project: project.name } };
  return <AgentListScreen place={place} overview={overview} problems={problems} />;
}
