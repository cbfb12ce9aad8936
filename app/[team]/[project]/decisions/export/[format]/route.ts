import { recordsFile } from "@/app/_lib/records-file";
import { readRecordPlace } from "@/components/memory/links";
import { DECISION_SORTS } from "@/server/core/decisions/record-filter";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";

type Context = { params: Promise<{ team: string; project: string; format: string }> };

/** The list under the filter of the address, as `csv`, `json` or `markdown`. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { format, ...base } = await params;
  const place = readRecordPlace(new URL(request.url).searchParams, DECISION_STATUSES, DECISION_SORTS);
  return recordsFile(format, place, (api, page) =>
    api.decisions.export({ ...base, ...page, sort: place.sort ?? undefined }),
  );
}
