import { listFile } from "@/app/_lib/list-file";
import { listOf, readListPlace } from "@/components/sessions/list-place";
import { EXPORT_CHARTS } from "@/server/core/telemetry/export";
import { csvAttachment, fileData, refuseProblems } from "../../file-response";

type Context = { params: Promise<{ team: string; project: string; chart: string }> };

/** A chart of the telemetry pages (`name` is the skill of `skillVersions`), or the session list (`list`, with `format`), under the filter. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { team, project, chart: name } = await params;
  const query = new URL(request.url).searchParams;
  const place = readListPlace(query);
  const { filter, problems } = place;
  const refused = refuseProblems(problems);
  if (refused) return refused;
  if (name === "list") {
    return listFile(query.get("format") ?? "csv", (api, page) =>
      api.sessions.export({ team, project, ...listOf(place), ...page }),
    );
  }
  const chart = EXPORT_CHARTS.find((known) => known === name);
  if (!chart) {
    const known = [...EXPORT_CHARTS, "list"].join(", ");
    return new Response(`There is no export ${name}. Use one of ${known}.\n`, { status: 404 });
  }
  const subject = query.get("name") ?? undefined;
  return fileData(async (api) =>
    csvAttachment(await api.telemetry.export({ team, project, chart, filter, name: subject })),
  );
}
