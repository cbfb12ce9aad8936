import { queryValue, type RoomParams, type RoomQuery, readRoom } from "@/app/_lib/record-room";
import { filterOf, readRecordPlace } from "@/components/memory/links";
import { RulesScreen } from "@/components/rules/rules-screen";
import { toSearchParams } from "@/components/telemetry/search-params";
import { RULE_STATUSES, type RuleKind } from "@/server/core/rules/statuses";
import { RULE_SORTS } from "@/server/core/rules/views";

type Props = { base: RoomParams; kind: RuleKind; query: RoomQuery; number: number | null };

/** The constraints or preferences that the address describes, and one of them. */
export async function RulesPage({ base, kind, query, number }: Props) {
  const place = readRecordPlace(toSearchParams(query), RULE_STATUSES, RULE_SORTS);
  const filter = filterOf(place);
  const { cursor, sort } = place;
  const room = kind === "constraint" ? "constraints" : "preferences";
  const { history: _history, ...shown } = await readRoom(base, number, {
    list: (api) => api[room].list({ ...base, filter, sort: sort ?? undefined, cursor }),
    history: async () => null,
    get: (api, one) => api[room].get({ ...base, number: one }),
  });
  return <RulesScreen {...{ base, kind, place }} diff={queryValue(query, "diff")} {...shown} />;
}
