import { queryValue, type RoomParams, type RoomQuery, readRoom } from "@/app/_lib/record-room";
import { FailuresScreen } from "@/components/memory/failures-screen";
import { filterOf, readRecordPlace } from "@/components/memory/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { FAILURE_SORTS } from "@/server/core/decisions/record-filter";
import { FAILURE_FILTERS } from "@/server/core/failures/states";

type Props = { base: RoomParams; query: RoomQuery; number: number | null };

/** The failures that the address describes, and one of them. */
export async function FailuresPage({ base, query, number }: Props) {
  const place = readRecordPlace(toSearchParams(query), FAILURE_FILTERS, FAILURE_SORTS);
  const filter = filterOf(place);
  const { cursor, sort } = place;
  const shown = await readRoom(base, number, {
    list: (api) => api.failures.list({ ...base, filter, sort: sort ?? undefined, cursor }),
    history: (api) => api.failures.history({ ...base, filter }),
    get: (api, one) => api.failures.get({ ...base, number: one }),
  });
  return <FailuresScreen base={base} place={place} diff={queryValue(query, "diff")} {...shown} />;
}
