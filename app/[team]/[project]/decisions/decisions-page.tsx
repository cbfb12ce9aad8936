import { queryValue, type RoomParams, type RoomQuery, readRoom } from "@/app/_lib/record-room";
import { DecisionsScreen } from "@/components/memory/decisions-screen";
import { filterOf, readRecordPlace } from "@/components/memory/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { DECISION_SORTS } from "@/server/core/decisions/record-filter";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";

type Props = { base: RoomParams; query: RoomQuery; number: number | null };

/** The decisions that the address describes, and one of them. */
export async function DecisionsPage({ base, query, number }: Props) {
  const place = readRecordPlace(toSearchParams(query), DECISION_STATUSES, DECISION_SORTS);
  const filter = filterOf(place);
  const { cursor, sort } = place;
  const shown = await readRoom(base, number, {
    list: (api) => api.decisions.list({ ...base, filter, sort: sort ?? undefined, cursor }),
    history: (api) => api.decisions.history({ ...base, filter }),
    get: (api, one) => api.decisions.get({ ...base, number: one }),
  });
  return <DecisionsScreen base={base} place={place} diff={queryValue(query, "diff")} {...shown} />;
}
