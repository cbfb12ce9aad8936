import { listFile } from "@/app/_lib/list-file";

type Context = { params: Promise<{ team: string; project: string; format: string }> };

/** Committed prune runs of the project, as `csv`, `json` or `markdown`. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { format, ...base } = await params;
  return listFile(format, (api, page) => api.exchange.list({ ...base, ...page, list: "runs" }));
}
