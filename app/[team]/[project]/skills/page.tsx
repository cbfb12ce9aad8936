import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { SkillListScreen } from "@/components/telemetry/room-lists";
import { toSearchParams } from "@/components/telemetry/search-params";
import { parseFilter } from "@/server/core/telemetry/filter";

export const metadata: Metadata = { title: "Skills" };

type SkillsPageProps = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SkillsPage({ params, searchParams }: SkillsPageProps) {
  const base = await params;
  const { filter, problems } = parseFilter(toSearchParams(await searchParams));
  const [overview, use, project] = await pageData((api) =>
    Promise.all([
      api.telemetry.overview({ ...base, filter }),
      api.telemetry.skillUse({ ...base, filter }),
      api.projects.get(base),
    ]),
  );
  const place = { base, names: { team: project.team.name, project: project.name } };
  return <SkillListScreen place={place} overview={overview} use={use} problems={problems} />;
}
