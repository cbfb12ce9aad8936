import { pageData } from "@/app/_lib/api";
import { FailuresScreen } from "@/components/memory/failures-screen";
import { readRecordPlace } from "@/components/memory/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { FAILURE_STATUSES } from "@/server/core/failures/next-status";

export type RoomParams = { team: string; project: string };
export type RoomQuery = Record<string, string | string[] | undefined>;

/** The list that the address describes, beside the chosen record or, without one, the first of the list. */
export async function FailuresPage({
  base,
  query,
  number,
}: {
  base: RoomParams;
  query: RoomQuery;
  number: number | null;
}) {
  const place = readRecordPlace(toSearchParams(query), FAILURE_STATUSES);
  const shown = await pageData(async (api) => {
    const [list, owner, chosen] = await Promise.all([
      api.failures.list({ ...base, status: place.status, text: place.search, cursor: place.cursor }),
      api.projects.get(base),
      number === null ? null : api.failures.get({ ...base, number }),
    ]);
    const firstNumber = number === null ? list.rows[0]?.number : undefined;
    const first = firstNumber === undefined ? null : await api.failures.get({ ...base, number: firstNumber });
    return { list, owner, chosen, first };
  });
  return (
    <FailuresScreen
      base={base}
      names={{ team: shown.owner.team.name, project: shown.owner.name }}
      list={shown.list}
      place={place}
      chosen={shown.chosen}
      first={shown.first}
    />
  );
}
