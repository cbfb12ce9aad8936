import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import type { RoomParams, RoomQuery } from "@/app/_lib/record-room";
import { readSearchPlace } from "@/components/search/place";
import { type SearchAnswer, SearchScreen } from "@/components/search/search-screen";
import { toSearchParams } from "@/components/telemetry/search-params";
import { refusalAnswer, refusalCode } from "@/server/api/errors";

export const metadata: Metadata = { title: "Search" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  const base = { team, project };
  const place = readSearchPlace(toSearchParams(await searchParams));
  const { query, kind, cursor, exact } = place;
  const { owner, answer } = await pageData(async (api) => {
    const search = async (): Promise<SearchAnswer> =>
      query === "" ? null : { found: await api.search.everything({ ...base, query, kind, cursor, correct: !exact }) };
    const [project, found] = await Promise.all([api.projects.get(base), search().catch(faultOf)]);
    return { owner: project, answer: found };
  });
  return (
    <SearchScreen base={base} names={{ team: owner.team.name, project: owner.name }} place={place} answer={answer} />
  );
}

/** A search that cannot be read is answered on the page; any other refusal has a screen of its own. */
function faultOf(error: unknown): SearchAnswer {
  const code = refusalCode(error);
  const answer = refusalAnswer(error);
  if (answer && (code === "BAD_REQUEST" || code === "SERVICE_UNAVAILABLE")) {
    return { fault: answer.sentence, mayRetry: code === "SERVICE_UNAVAILABLE" };
  }
  throw error;
}
