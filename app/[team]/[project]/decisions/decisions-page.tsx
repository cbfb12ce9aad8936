import { pageData } from "@/app/_lib/api";
import { DecisionsScreen } from "@/components/memory/decisions-screen";
import { readRecordNumber, readRecordPlace } from "@/components/memory/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";

export type RoomParams = { team: string; project: string };
export type RoomQuery = Record<string, string | string[] | undefined>;

/** The list that the address describes, beside the chosen record or, without one, the first of the list. */
export async function DecisionsPage({
  base,
  query,
  number,
}: {
  base: RoomParams;
  query: RoomQuery;
  number: number | null;
}) {
  const place = readRecordPlace(toSearchParams(query), DECISION_STATUSES);
  const shown = await pageData(async (api) => {
    const [list, owner, chosen] = await Promise.all([
      api.decisions.list({
        ...base,
        status: place.status,
        tag: place.tag,
        text: place.search,
        cursor: readRecordNumber(place.cursor ?? ""),
      }),
      api.projects.get(base),
      number === null ? null : api.decisions.get({ ...base, number }),
    ]);
    const firstNumber = number === null ? list.rows[0]?.number : undefined;
    const first = firstNumber === undefined ? null : await api.decisions.get({ ...base, number: firstNumber });
    return { list, owner, chosen, first };
  });
  return (
    <DecisionsScreen
      base={base}
      names={{ team: shown.owner.team.name, project: shown.owner.name }}
      list={shown.list}
      place={place}
      chosen={shown.chosen}
      first={shown.first}
    />
  );
}
