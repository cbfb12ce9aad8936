import { type Api, pageData } from "@/app/_lib/api";
import { queryValue, type RoomParams, type RoomQuery, readRoom } from "@/app/_lib/record-room";
import { DecisionsScreen } from "@/components/memory/decisions-screen";
import { filterOf, readRecordPlace } from "@/components/memory/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { DECISION_SORTS } from "@/server/core/decisions/record-filter";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";

type Props = { base: RoomParams; query: RoomQuery; number: number | null };

/** More of them are one click away. */
const SHOWN_FLAGS = 3;
const SHOWN_CITATIONS = 10;

/** One decision with what its page shows beside it. */
async function readDecision(api: Api, base: RoomParams, number: number) {
  const [decision, flags, citations] = await Promise.all([
    api.decisions.get({ ...base, number }),
    api.decisions.flags({ ...base, number, limit: SHOWN_FLAGS }),
    api.decisions.citedBy({ ...base, number, limit: SHOWN_CITATIONS }),
  ]);
  return { decision, flags, citations };
}

/** The decisions that the address describes, and one of them. */
export async function DecisionsPage({ base, query, number }: Props) {
  const place = readRecordPlace(toSearchParams(query), DECISION_STATUSES, DECISION_SORTS);
  const filter = { ...filterOf(place), due: place.due };
  const { cursor, sort } = place;
  const [shown, attention, flags] = await Promise.all([
    readRoom(base, number, {
      list: (api) => api.decisions.list({ ...base, filter, sort: sort ?? undefined, cursor }),
      history: (api) => api.decisions.history({ ...base, filter }),
      get: async (api, one) => readDecision(api, base, one),
    }),
    pageData((api) => api.decisions.attention(base)),
    pageData((api) => api.decisions.flags({ ...base, limit: SHOWN_FLAGS })),
  ]);
  return <DecisionsScreen {...{ base, place, attention, flags }} diff={queryValue(query, "diff")} {...shown} />;
}
