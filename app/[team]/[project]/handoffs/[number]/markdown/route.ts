import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { addresseeLine } from "@/server/core/handoffs/inbox";
import { addressed } from "@/server/core/handoffs/read-note";
import { attachment, fileData } from "../../../sessions/file-response";

type Context = { params: Promise<{ team: string; project: string; number: string }> };

/** The note as a Markdown file, in the form of the published session handoff note. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { team, project, number: written } = await params;
  return fileData(async (api) => {
    const number = readRecordNumber(written) ?? 0;
    const { markdown, addressedTo, addressee } = await api.handoffs.get({ team, project, number });
    const text = addressed(markdown, addresseeLine(addressedTo, addressee?.name ?? null));
    return attachment(text, `${recordRef("handoff", number)}.md`, "text/markdown; charset=utf-8");
  });
}
