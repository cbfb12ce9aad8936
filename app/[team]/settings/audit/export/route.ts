import { attachment, fileData } from "@/app/[team]/[project]/sessions/file-response";
import { AUDIT_FORMATS, auditFile } from "@/components/settings/audit-file";
import { readAuditPlace } from "@/components/settings/audit-href";

type Context = { params: Promise<{ team: string }> };

const PAGE = 500;
const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/** The audit log under the filter of the address, as `format=csv` or `json`, sent while it is read. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { team } = await params;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { cursor: _cursor, ...filter } = readAuditPlace(query);
  const format = AUDIT_FORMATS.find((known) => known === (query["format"] ?? "csv"));
  if (!format) return new Response(`Use one of the formats ${AUDIT_FORMATS.join(", ")}.\n`, { status: 400 });
  return fileData(async (api) => {
    const read = (cursor: string | null) => api.audit.list({ team, ...filter, cursor, limit: PAGE });
    // What is refused is refused before the file begins.
    const first = await read(null);
    const body = streamOf(auditFile(first, read, format));
    return attachment(body, `${team}-audit.${format}`, TYPES[format]);
  });
}

/** A part is made when the reader has taken the one before it. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
