import { attachment, fileData } from "@/app/[team]/[project]/sessions/file-response";
import { LIST_FORMATS, type ListFormat } from "@/server/core/formats/list-file";
import { streamPages } from "@/server/http/stream-pages";
import type { Api } from "./api";

export interface FilePage {
  readonly fileName: string;
  readonly text: string;
  readonly nextCursor: string | null;
}

const CONTENT_TYPES: Readonly<Record<ListFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
};

/** A list as a file, read and sent page by page, however long it is; an unknown format is named with those there are. */
export async function listFile(
  written: string,
  read: (api: Api, page: { format: ListFormat; cursor: string | null }) => Promise<FilePage>,
): Promise<Response> {
  const format = LIST_FORMATS.find((known) => known === written);
  if (!format) {
    return new Response(`There is no export ${written}. Use one of ${LIST_FORMATS.join(", ")}.\n`, { status: 404 });
  }
  return fileData(async (api) => {
    const first = await read(api, { format, cursor: null });
    // The byte order mark tells Excel that the file is UTF-8.
    const mark = format === "csv" ? "\ufeff" : "";
    const pages = streamPages(first, (cursor) => read(api, { format, cursor }), mark);
    return attachment(pages, first.fileName, CONTENT_TYPES[format]);
  });
}
