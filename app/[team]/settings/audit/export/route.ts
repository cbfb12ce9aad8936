import { csvAttachment, fileData } from "@/app/[team]/[project]/sessions/file-response";
import { readAuditPlace } from "@/components/settings/audit-href";

type Context = { params: Promise<{ team: string }> };

/** The audit log under the filter of the address, as a file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { team } = await params;
  const { actor, action } = readAuditPlace(Object.fromEntries(new URL(request.url).searchParams));
  return fileData(async (api) => csvAttachment(await api.audit.export({ team, actor, action })));
}
