import { filterOf, type ReadPlace } from "@/components/memory/links";
import type { ListFormat } from "@/server/core/formats/list-file";
import type { Api } from "./api";
import { type FilePage, listFile } from "./list-file";

/** A list of records under the filter of its address as a file. */
export async function recordsFile<Status extends string>(
  written: string,
  place: ReadPlace<Status, string>,
  read: (
    api: Api,
    page: { format: ListFormat; cursor: string | null; filter: ReturnType<typeof filterOf<Status>> },
  ) => Promise<FilePage>,
): Promise<Response> {
  const filter = filterOf(place);
  return listFile(written, (api, page) => read(api, { ...page, filter }));
}
