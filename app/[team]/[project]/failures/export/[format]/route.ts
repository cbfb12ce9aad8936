import { recordsFile } from "@/app/_lib/records-file";
import { readRecordPlace } from "@/components/memory/links";
import { FAILURE_SORTS } from "@/server/core/decisions/record-filter";
import { FAILURE_FILTERS } from "@/server/core/failures/states";

type Context = { params: Promise<{ team: string; project: string; format: string }> };

/** The list under the filter of the address, as `csv`, `json` or `markdown`. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { format, ...base } = await params;
  const place = readRecordPlace(new URL(request.url).searchParams, FAILURE_FILTERS, FAILURE_SORTS);
  return recordsFile(format, place, (api, page) =>
    api.failures.export({ ...base, ...page, sort: place.sort ?? undefined }),
  );
}
