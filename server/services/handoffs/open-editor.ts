import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { HandoffEditView } from "../../core/handoffs/views";
import { notFound, ok, type Result } from "../../core/result";
import { readDraft } from "../../db/handoffs/drafts";
import { readHandoffVersion, readNewestVersion } from "../../db/handoffs/record";
import type { Deps } from "../deps";
import { memberOf } from "./member";
import { toText } from "./version-views";

/** What an editor opens with: the newest version, and what the person left there unpublished. */
export async function openEditor(deps: Deps, scope: ProjectScope, number: number): Promise<Result<HandoffEditView>> {
  const member = memberOf(scope);
  if (!member.ok) return member;
  const { teamId, projectId, timeZone } = scope;
  const { prisma } = deps.db;
  const [newest, draft] = await Promise.all([
    readNewestVersion(prisma, scope, number),
    readDraft(prisma, { teamId, projectId, number, memberId: member.value }),
  ]);
  if (!newest) return notFound("handoff", recordRef("handoff", number));
  const isOld = draft !== null && draft.baseVersion !== newest.version;
  const base = isOld ? await readHandoffVersion(prisma, scope, number, draft.baseVersion) : null;
  return ok({
    number,
    timeZone,
    newest: toText(newest),
    draft: draft && {
      title: draft.title,
      markdown: draft.markdown,
      baseVersion: draft.baseVersion,
      savedAt: draft.updatedAt.toISOString(),
    },
    base: base && toText(base),
  });
}
