import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { PolicyScreen } from "@/components/policy/policy-screen";

export const metadata: Metadata = { title: "Policy" };

type Props = { params: Promise<{ team: string; project: string }> };

export default async function PolicyPage({ params }: Props) {
  const base = await params;
  const [project, policy, { versions, hasMore }] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.policy.get(base), api.policy.versions(base)]),
  );
  return (
    <PolicyScreen
      base={base}
      crumbs={[
        { label: project.team.name, href: `/${base.team}` },
        { label: project.name, href: `/${base.team}/${base.project}` },
      ]}
      policy={policy}
      versions={versions}
      hasMore={hasMore}
      nowIso={new Date().toISOString()}
      timeZone={project.timeZone}
    />
  );
}
