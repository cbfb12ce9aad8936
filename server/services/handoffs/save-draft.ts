import type { z } from "zod";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { SavedDraft } from "../../core/handoffs/views";
import { fail, notFound, ok, type Result } from "../../core/result";
import { upsertDraft } from "../../db/handoffs/drafts";
import { readNewestVersion } from "../../db/handoffs/record";
import type { Deps } from "../deps";
import { memberOf } from "./member";
import { draftText } from "./written-text";

export interface SaveDraft {
  readonly number: number;
  readonly baseVersion: number;
  readonly title: string;
  readonly markdown: string;
}

/** Keeps what a person is writing, for that person alone, and tells whether somebody published meanwhile. */
export async function saveDraft(
  deps: Deps,
  scope: ProjectScope,
  { number, baseVersion, ...text }: SaveDraft,
): Promise<Result<z.infer<typeof SavedDraft>>> {
  const member = memberOf(scope);
  if (!member.ok) return member;
  return deps.db.withTenant(scope, async (tx) => {
    const newest = await readNewestVersion(tx, scope, number);
    if (!newest) return notFound("handoff", recordRef("handoff", number));
    if (baseVersion > newest.version) {
      return fail("bad_request", `${recordRef("handoff", number)} has no version ${baseVersion} yet.`, {
        field: "baseVersion",
      });
    }
    const updatedAt = deps.clock.now();
    const { teamId, projectId } = scope;
    const place = { teamId, projectId, number, memberId: member.value };
    await upsertDraft(tx, place, { ...draftText(text), baseVersion, updatedAt });
    return ok({ savedAt: updatedAt.toISOString(), baseVersion, newestVersion: newest.version });
  });
}
