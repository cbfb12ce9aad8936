import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { readAuditPlace } from "@/components/settings/audit-href";
import { AuditScreen } from "@/components/settings/audit-screen";

export const metadata: Metadata = { title: "Audit log" };

type Props = {
  params: Promise<{ team: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function AuditPage({ params, searchParams }: Props) {
  const { team: slug } = await params;
  const place = readAuditPlace(await searchParams);
  const [team, page] = await pageData((api) =>
    Promise.all([api.teams.get({ team: slug }), api.audit.list({ team: slug, ...place })]),
  );
  return (
    <AuditScreen
      team={slug}
      page={page}
      place={place}
      crumbs={[{ label: team.name, href: `/${slug}` }]}
      nowIso={new Date().toISOString()}
    />
  );
}
