import type { Metadata } from "next";
import { Suspense } from "react";
import { pageData } from "@/app/_lib/api";
import { OverviewScreen } from "@/components/telemetry/overview-screen";
import { OverviewSkeleton } from "@/components/telemetry/overview-skeleton";
import { toSearchParams } from "@/components/telemetry/search-params";
import { readTabs, tabsQuery } from "@/components/telemetry/tabs";
import { applyBody } from "@/server/core/policy/merge";
import { parseFilter } from "@/server/core/telemetry/filter";
import { FoundInRange, Insights } from "./insights";

export const metadata: Metadata = { title: "Overview" };

type OverviewPageProps = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Who may see the project is the layout's to check, before anything is sent; the figures then stream in. */
export default function OverviewPage(props: OverviewPageProps) {
  return (
    <Suspense fallback={<OverviewSkeleton />}>
      <OverviewFigures {...props} />
    </Suspense>
  );
}

async function OverviewFigures({ params, searchParams }: OverviewPageProps) {
  const base = await params;
  const query = toSearchParams(await searchParams);
  const { filter, problems } = parseFilter(query);
  const tabs = readTabs(query);
  const [overview, project, policy, { versions }] = await pageData((api) =>
    Promise.all([
      api.telemetry.overview({ ...base, filter }),
      api.projects.get(base),
      api.policy.get(base),
      api.policy.versions(base),
    ]),
  );
  const place = { base, names: { team: project.team.name, project: project.name } };
  const { budget } = applyBody(policy.body, policy.version);
  return (
    <OverviewScreen
      place={place}
      overview={overview}
      problems={problems}
      more={tabsQuery(tabs)}
      policy={policy}
      changes={versions.flatMap(({ version, at }) => (at === null ? [] : [{ version, at }]))}
      findings={<FoundInRange place={place} asked={filter} />}
      insights={<Insights place={place} asked={filter} filter={overview.filter} tabs={tabs} thresholds={budget} />}
    />
  );
}
