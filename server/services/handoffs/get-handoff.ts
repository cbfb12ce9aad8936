import { z } from "zod";
import { can, type Right } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { checkpointName } from "../../core/checkpoints/name";
import { recordRef } from "../../core/decisions/record-ref";
import { shortener } from "../../core/events/short-path";
import { ADDRESSEES, addresseeLine, statusOf } from "../../core/handoffs/inbox";
import { HandoffNote } from "../../core/handoffs/note";
import { handoffPrompt } from "../../core/handoffs/prompt";
import { addressed } from "../../core/handoffs/read-note";
import { shortNote } from "../../core/handoffs/short-note";
import type { HandoffView } from "../../core/handoffs/views";
import { notFound, ok, type Result } from "../../core/result";
import { type HandoffRecordRow, readHandoff, readHandoffVersions } from "../../db/handoffs/record";
import type { Deps } from "../deps";
import { namedNotices } from "../memory/named-notices";
import { toVersionView } from "./version-views";

/**
 * A note with its Markdown, its prompt form and its versions. The note's lists show paths relative to the session's
 * folder; the Markdown is as it was written.
 */
export async function getHandoff(deps: Deps, scope: ProjectScope, number: number): Promise<Result<HandoffView>> {
  const record = await readHandoff(deps.db, scope, { number });
  return record ? ok(await toHandoffView(deps, scope, record)) : notFound("handoff", recordRef("handoff", number));
}

const Addressee = z.enum(ADDRESSEES).catch("next-session");

export async function toHandoffView(deps: Deps, scope: ProjectScope, record: HandoffRecordRow): Promise<HandoffView> {
  const [versions, notices] = await Promise.all([
    readHandoffVersions(deps.db.prisma, scope, record.number),
    namedNotices(deps.db, scope, record.markdown),
  ]);
  const { number, version, title, session, markdown } = record;
  const note = HandoffNote.safeParse(record.note).data;
  return {
    number,
    version,
    title,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    status: statusOf(record),
    addressedTo: Addressee.parse(record.addressedTo),
    addressee:
      record.addresseeId === null
        ? null
        : { memberId: record.addresseeId, name: record.addressee ?? "a former member" },
    claimed: hand(record.claimedById, record.claimedBy, record.claimedAt),
    acknowledged: hand(record.acknowledgedById, record.acknowledgedBy, record.acknowledgedAt),
    session: session === null ? null : { number: session, title: record.sessionTitle, person: record.person ?? "" },
    checkpoint: session === null || record.checkpoint === null ? null : checkpointName(session, record.checkpoint),
    note: note ? shortNote(note, shortener(record.cwd)) : null,
    isEdited: record.authorKind !== "system",
    markdown,
    prompt: handoffPrompt(addressed(markdown, addresseeLine(record.addressedTo, record.addressee)), notices),
    notices,
    updatedAt: record.updatedAt.toISOString(),
    versions: versions.map(toVersionView),
    you: rightsOf(scope),
  };
}

function hand(memberId: string | null, name: string | null, at: Date | null): HandoffView["claimed"] {
  return memberId === null || at === null ? null : { memberId, name: name ?? "a former member", at: at.toISOString() };
}

function rightsOf({ role, actor }: ProjectScope): HandoffView["you"] {
  const may = (right: Right) => actor.kind === "member" && can({ role, keyScopes: null }, right);
  return {
    memberId: actor.memberId,
    mayWrite: may("handoff:write"),
    mayComment: may("comment:write"),
    mayShare: may("share:write"),
    mayReleaseAny: may("member:write"),
  };
}
