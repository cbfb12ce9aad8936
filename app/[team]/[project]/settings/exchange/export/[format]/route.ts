import { attachment, fileData } from "@/app/[team]/[project]/sessions/file-response";
import { EXCHANGE_DOWNLOADS } from "@/components/exchange/downloads";
import { streamPages } from "@/server/http/stream-pages";
import { streamZip } from "@/server/http/stream-zip";

type Context = { params: Promise<{ team: string; project: string; format: string }> };

/** The project's memory as canonical files: a ZIP of a folder, or one file. Written while it is read. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { team, project, format: name } = await params;
  const found = EXCHANGE_DOWNLOADS.find((one) => one.name === name);
  if (!found) {
    const known = EXCHANGE_DOWNLOADS.map((one) => one.name).join(", ");
    return new Response(`There is no export ${name}. Use one of ${known}.\n`, { status: 404 });
  }
  const { format, folder, contentType } = found;
  return fileData(async (api) => {
    const read = (cursor: string | null) => api.exchange.export({ team, project, format, cursor });
    const first = await read(null);
    if (folder !== null) return attachment(streamZip(first, read, folder), `${project}-${name}`, contentType);
    const text = (page: typeof first) => ({ ...page, text: page.pieces.map((piece) => piece.text).join("") });
    return attachment(
      streamPages(text(first), async (cursor) => text(await read(cursor))),
      name,
      contentType,
    );
  });
}
