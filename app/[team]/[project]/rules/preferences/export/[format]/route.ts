import type { RoomParams } from "@/app/_lib/record-room";
import { recordsFile } from "@/app/_lib/records-file";
import { readRecordPlace } from "@/components/memory/links";
import { RULE_STATUSES } from "@/server/core/rules/statuses";
import { RULE_SORTS } from "@/server/core/rules/views";

type Context = { params: Promise<RoomParams & { format: string }> };

/** The list under the filter of the address, as `csv`, `json` or `markdown`. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { format, ...base } = await params;
  const place = readRecordPlace(new URL(request.url).searchParams, RULE_STATUSES, RULE_SORTS);
  return recordsFile(format, place, (api, page) =>
    api.preferences.export({ ...base, ...page, sort: place.sort ?? undefined }),
  );
}
