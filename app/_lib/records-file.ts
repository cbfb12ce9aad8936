import { attachment, fileData } from "@/app/[team]/[project]/sessions/file-response";
import { filterOf, type ReadPlace } from "@/components/memory/links";
import { RECORD_FILE_FORMATS, type RecordFileFormat } from "@/server/core/decisions/record-filter";
import type { Api } from "./api";

/** A list of records as a file; an unknown format is named with those there are. */
export async function recordsFile<Status extends string>(
  written: string,
  place: ReadPlace<Status, string>,
  read: (
    api: Api,
    format: RecordFileFormat,
    filter: ReturnType<typeof filterOf<Status>>,
  ) => Promise<{ fileName: string; text: string }>,
): Promise<Response> {
  const format = RECORD_FILE_FORMATS.find((known) => known === written);
  if (!format)
    return new Response(`There is no export ${written}. Use one of ${RECORD_FILE_FORMATS.join(", ")}.\n`, {
      status: 404,
    });
  return fileData(async (api) => {
    const { fileName, text } = await read(api, format, filterOf(place));
    // The byte order mark tells Excel that the file is UTF-8.
    return format === "csv"
      ? attachment(`\ufeff${text}`, fileName, "text/csv; charset=utf-8")
      : attachment(text, fileName, "text/markdown; charset=utf-8");
  });
}
