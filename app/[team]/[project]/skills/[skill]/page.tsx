import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { readName } from "@/components/telemetry/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { SkillScreen } from "@/components/telemetry/skill-screen";
import { parseFilter, withChange } from "@/server/core/telemetry/filter";
import type { SkillPage as Shown } from "@/server/core/telemetry/insight-views";

type SkillPageProps = {
  params: Promise<{ team: string; project: string; skill: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: SkillPageProps): Promise<Metadata> {
  return { title: readName((await params).skill) ?? "Skill" };
}

/** The path names the skill, so a skill in the query would only contradict it. */
export default async function SkillPage({ params, searchParams }: SkillPageProps) {
  const { team, project: slug, skill: written } = await params;
  const skill = readName(written);
  if (skill === null) notFound();
  const base = { team, project: slug };
  const { filter, problems } = parseFilter(toSearchParams(await searchParams));
  const [page, project] = await pageData((api) =>
    Promise.all([
      api.telemetry.skillPage({ ...base, skill, filter: withChange(filter, { skill: [] }) }),
      api.projects.get(base),
    ]),
  );
  if (isUnknown(page)) notFound();
  const place = { base, names: { team: project.team.name, project: project.name } };
  return <SkillScreen place={place} page={page} problems={problems} />;
}

/** Never loaded and in no catalogue: another range would show nothing either. */
function isUnknown({ versions, path, row }: Shown): boolean {
  return versions.length === 0 && path === null && row.loads === 0 && row.under.addedTokens === 0;
}
