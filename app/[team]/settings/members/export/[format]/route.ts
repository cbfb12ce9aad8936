import { listFile } from "@/app/_lib/list-file";

type Context = { params: Promise<{ team: string; format: string }> };

/** The members of the team, as `csv`, `json` or `markdown`. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { format, team } = await params;
  return listFile(format, (api, page) => api.exchange.members({ team, format: page.format }));
}
