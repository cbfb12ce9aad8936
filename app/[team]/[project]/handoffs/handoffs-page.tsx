import { pageData } from "@/app/_lib/api";
import { HandoffsScreen } from "@/components/handoffs/handoffs-screen";
import { readInboxPlace } from "@/components/handoffs/links";
import { toSearchParams } from "@/components/telemetry/search-params";

export type RoomParams = { team: string; project: string };
export type RoomQuery = Record<string, string | string[] | undefined>;

/** The list that the address describes, beside the chosen record or, without one, the first of the list. */
export async function HandoffsPage({
  base,
  query,
  number,
}: {
  base: RoomParams;
  query: RoomQuery;
  number: number | null;
}) {
  const place = readInboxPlace(toSearchParams(query));
  const shown = await pageData(async (api) => {
    const [list, owner, members, chosen] = await Promise.all([
      api.handoffs.list({ ...base, list: place.list, text: place.search, cursor: place.cursor }),
      api.projects.get(base),
      api.teams.members({ team: base.team }),
      number === null ? null : api.handoffs.get({ ...base, number }),
    ]);
    const firstNumber = number === null ? list.rows[0]?.number : undefined;
    const first = firstNumber === undefined ? null : await api.handoffs.get({ ...base, number: firstNumber });
    return { list, owner, members, chosen, first };
  });
  return (
    <HandoffsScreen
      base={base}
      names={{ team: shown.owner.team.name, project: shown.owner.name }}
      list={shown.list}
      place={place}
      teammates={shown.members.map(({ id, name, isYou }) => ({ id, name, isYou }))}
      chosen={shown.chosen}
      first={shown.first}
    />
  );
}
