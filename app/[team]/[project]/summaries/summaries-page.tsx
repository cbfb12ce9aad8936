import { pageData } from "@/app/_lib/api";
import { readSummariesPlace } from "@/components/summaries/links";
import { SummariesScreen } from "@/components/summaries/summaries-screen";
import { toSearchParams } from "@/components/telemetry/search-params";

export type RoomParams = { team: string; project: string };
export type RoomQuery = Record<string, string | string[] | undefined>;

/** The list that the address describes, beside the chosen summary or, without one, the first of the list. */
export async function SummariesPage({
  base,
  query,
  number,
}: {
  base: RoomParams;
  query: RoomQuery;
  number: number | null;
}) {
  const place = readSummariesPlace(toSearchParams(query));
  const { search, ...filter } = place;
  const shown = await pageData(async (api) => {
    const [list, owner, chosen] = await Promise.all([
      api.summaries.list({ ...base, ...filter, text: search }),
      api.projects.get(base),
      number === null ? null : api.summaries.get({ ...base, number }),
    ]);
    const firstNumber = number === null ? list.rows[0]?.number : undefined;
    const first = firstNumber === undefined ? null : await api.summaries.get({ ...base, number: firstNumber });
    return { list, owner, chosen, first };
  });
  return (
    <SummariesScreen
      base={base}
      names={{ team: shown.owner.team.name, project: shown.owner.name }}
      list={shown.list}
      place={place}
      chosen={shown.chosen}
      first={shown.first}
    />
  );
}
