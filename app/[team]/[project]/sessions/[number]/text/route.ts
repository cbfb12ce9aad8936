import { attachment, fileData } from "../../file-response";

type Context = { params: Promise<{ team: string; project: string; number: string }> };

/** The whole stored text of one event, as a file and never as a page. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { team, project, number } = await params;
  const ref = new URL(request.url).searchParams.get("event") ?? "";
  return fileData(async (api) => {
    const { text } = await api.sessions.eventText({ team, project, number: Number(number), ref });
    return attachment(text, `S-${number}-event.txt`, "text/plain; charset=utf-8");
  });
}
