import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { readListPlace } from "@/components/sessions/list-place";
import { SessionListScreen } from "@/components/sessions/session-list";
import { toSearchParams } from "@/components/telemetry/search-params";

export const metadata: Metadata = { title: "Sessions" };

type SessionsPageProps = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SessionsPage({ params, searchParams }: SessionsPageProps) {
  const base = await params;
  const { filter, problems, sort, search, cursor } = readListPlace(toSearchParams(await searchParams));
  const [list, project] = await pageData((api) =>
    Promise.all([api.sessions.list({ ...base, filter, sort, search, cursor }), api.projects.get(base)]),
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
