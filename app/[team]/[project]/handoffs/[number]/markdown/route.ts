import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { attachment, fileData } from "../../../sessions/file-response";

type Context = { params: Promise<{ team: string; project: string; number: string }> };

/** The note as a Markdown file, in the form of the published session handoff note. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { team, project, number: written } = await params;
  return fileData(async (api) => {
    const number = readRecordNumber(written) ?? 0;
    const { markdown } = await api.handoffs.get({ team, project, number });
    return attachment(markdown, `${recordRef("handoff", number)}.md`, "text/markdown; charset=utf-8");
  });
}
