import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { blankNote } from "../../core/handoffs/blank";
import { localMinute } from "../../core/handoffs/compose";
import { HandoffNote } from "../../core/handoffs/note";
import { readNote } from "../../core/handoffs/read-note";
import type { Published } from "../../core/handoffs/views";
import type { SafeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import { deleteDraft, upsertDraft } from "../../db/handoffs/drafts";
import { type HandoffVersionRow, readNewestVersion } from "../../db/handoffs/record";
import { appendWrittenVersion } from "../../db/handoffs/write";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { memberOf } from "./member";
import { toText } from "./version-views";
import { writtenText } from "./written-text";

export interface PublishHandoff {
  readonly number: number;
  /** The version that the person began from. */
  readonly expectedVersion: number;
  readonly title: string;
  readonly markdown: string;
}

/**
 * Makes what a person wrote the newest version. When somebody published meanwhile, that version is answered and the
 * text stays as the person's draft: nothing is lost, and nobody is written over unseen.
 */
export async function publishHandoff(
  deps: Deps,
  scope: ProjectScope,
  input: PublishHandoff,
): Promise<Result<Published>> {
  const { number, expectedVersion } = input;
  const member = memberOf(scope);
  if (!member.ok) return member;
  const text = writtenText(input);
  if (!text.ok) return text;
  const { teamId, projectId } = scope;
  const place = { teamId, projectId, number, memberId: member.value };
  return deps.db.withTenant(scope, async (tx) => {
    const now = deps.clock.now();
    const newest = await readNewestVersion(tx, scope, number);
    if (!newest) return notFound("handoff", recordRef("handoff", number));
    const conflict = async (theirs: HandoffVersionRow) => {
      await upsertDraft(tx, place, { ...text.value, baseVersion: expectedVersion, updatedAt: now });
      return ok<Published>({ outcome: "conflict", number, newest: toText(theirs) });
    };
    if (newest.version !== expectedVersion) return conflict(newest);
    if (newest.title === text.value.title && newest.markdown === text.value.markdown) return unchanged(newest.version);

    if (!(await append(deps, scope, tx, { number, newest, text: text.value, now }))) {
      return conflict((await readNewestVersion(tx, scope, number)) ?? newest);
    }
    await deleteDraft(tx, place);
    const version = expectedVersion + 1;
    const detail = { version, title: text.value.title };
    const subject = recordRef("handoff", number);
    await recordAudit(deps, tx, scope, { action: "handoff.published", subject, projectId, detail });
    return ok<Published>({ outcome: "published", number, version });
  });
}

function unchanged(version: number): Result<Published> {
  const message = `Version ${version} says the same already. Change something, or discard the draft.`;
  return fail("bad_request", message, { field: "markdown" });
}

interface Next {
  readonly number: number;
  readonly newest: HandoffVersionRow;
  readonly text: { readonly title: SafeText; readonly markdown: SafeText };
  readonly now: Date;
}

async function append(deps: Deps, scope: ProjectScope, tx: TenantTx, next: Next): Promise<boolean> {
  const { number, newest, text, now } = next;
  const at = localMinute(deps.clock.now().getTime(), scope.timeZone);
  const known = HandoffNote.safeParse(newest.note).data;
  const before = known ?? blankNote({ session: null, at, client: "", agent: scope.actor.name });
  return appendWrittenVersion(tx, scope, {
    number,
    version: newest.version + 1,
    ...text,
    note: safeJson(readNote(text.markdown, before)),
    ...authorOf(scope.actor),
    now,
  });
}
