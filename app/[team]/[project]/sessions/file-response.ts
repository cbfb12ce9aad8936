import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { type Api, serverApi } from "@/app/_lib/api";

/** A download: never shown by the browser, whatever it contains, and kept by no cache in between. */
export function attachment(body: string, fileName: string, contentType: string): Response {
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

/** As a page's data, for a file: a fault answers as a sentence with its status. */
export async function fileData(make: (api: Api) => Promise<Response>): Promise<Response> {
  try {
    return await make(await serverApi());
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    return new Response(`${error.message}\n`, { status: getHTTPStatusCodeFromError(error), headers });
  }
}
