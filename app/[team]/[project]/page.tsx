import type { Metadata } from "next";
import { Suspense } from "react";
import { pageData } from "@/app/_lib/api";
import { OverviewScreen } from "@/components/telemetry/overview-screen";
import { OverviewSkeleton } from "@/components/telemetry/overview-skeleton";
import { toSearchParams } from "@/components/telemetry/search-params";
import { parseFilter } from "@/server/core/telemetry/filter";

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
  const { filter, problems } = parseFilter(toSearchParams(await searchParams));
  const [overview, project, policy] = await pageData((api) =>
    Promise.all([api.telemetry.overview({ ...base, filter }), api.projects.get(base), api.policy.get(base)]),
  );
  const names = { team: project.team.name, project: project.name };
  return <OverviewScreen base={base} names={names} overview={overview} problems={problems} policy={policy} />;
}
