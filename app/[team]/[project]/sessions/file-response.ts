import { type Api, serverApi } from "@/app/_lib/api";
import { refusalAnswer } from "@/server/api/errors";
import type { FilterProblem } from "@/server/core/telemetry/filter";

/** A download: never shown by the browser, whatever it contains, and kept by no cache in between. */
export function attachment(body: string | ReadableStream<Uint8Array>, fileName: string, contentType: string): Response {
  const safeName = fileName.replace(/[^\w.-]+/g, "-");
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${safeName}"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, no-store",
    },
  });
}

/** The byte order mark tells Excel that the file is UTF-8. */
export function csvAttachment(file: { fileName: string; csv: string }): Response {
  return attachment(`\ufeff${file.csv}`, file.fileName, "text/csv; charset=utf-8");
}

/** A file under a filter that was not understood would be the wrong file, so the fields are named instead. */
export function refuseProblems(problems: readonly FilterProblem[]): Response | null {
  if (problems.length === 0) return null;
  const lines = problems.map(({ field, value, message }) => `${field}=${value}: ${message}`);
  return new Response(`${lines.join("\n")}\n`, {
    status: 400,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** As a page's data, for a file: a fault answers as a sentence with its status. */
export async function fileData(make: (api: Api) => Promise<Response>): Promise<Response> {
  try {
    return await make(await serverApi());
  } catch (error) {
    const refusal = refusalAnswer(error);
    if (refusal === null) throw error;
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    return new Response(`${refusal.sentence}\n`, { status: refusal.status, headers });
  }
}
