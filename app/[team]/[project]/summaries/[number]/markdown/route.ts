import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { attachment, fileData } from "../../../sessions/file-response";

type Context = { params: Promise<{ team: string; project: string; number: string }> };

/** The summary as a Markdown file, in the form of SESSION_SUMMARY.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { team, project, number: written } = await params;
  return fileData(async (api) => {
    const number = readRecordNumber(written) ?? 0;
    const { markdown } = await api.summaries.get({ team, project, number });
    return attachment(markdown, `${recordRef("summary", number)}.md`, "text/markdown; charset=utf-8");
  });
}
