import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { listOf, readListPlace } from "@/components/sessions/list-place";
import { SessionListScreen } from "@/components/sessions/session-list";
import { toSearchParams } from "@/components/telemetry/search-params";

export const metadata: Metadata = { title: "Sessions" };

type SessionsPageProps = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SessionsPage({ params, searchParams }: SessionsPageProps) {
  const base = await params;
  const place = readListPlace(toSearchParams(await searchParams));
  const { problems, search, cursor } = place;
  const [list, project] = await pageData((api) =>
    Promise.all([api.sessions.list({ ...base, ...listOf(place), cursor }), api.projects.get(base)]),
  );
  return (
    <SessionListScreen
      base={base}
      names={{ team: project.team.name, project: project.name }}
      list={list}
      search={search}
      isLaterPage={cursor !== null}
      problems={problems}
    />
  );
}
