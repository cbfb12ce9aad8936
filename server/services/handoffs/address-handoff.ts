import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { HandoffAddress } from "../../core/handoffs/views";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { findActiveMember, readHands, setAddressee } from "../../db/handoffs/hands";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";

export interface AddressHandoff extends HandoffAddress {
  readonly number: number;
}

/** Says whom a note is for. No new version: the text stays, and its "To" follows wherever the note is taken. */
export async function addressHandoff(
  deps: Deps,
  scope: ProjectScope,
  { number, to, memberId }: AddressHandoff,
): Promise<Result<{ number: number }>> {
  const ref = recordRef("handoff", number);
  if (to === "member" && memberId === null) {
    return fail("bad_request", "Say which teammate it is for.", { field: "memberId" });
  }
  return deps.db.withTenant(scope, async (tx) => {
    if (!(await readHands(tx, scope, number))) return notFound("handoff", ref);
    const addresseeId = to === "member" ? memberId : null;
    const member = addresseeId === null ? null : await findActiveMember(tx, scope.teamId, addresseeId);
    if (addresseeId !== null && member === null) {
      return fail("bad_request", "This person is not in the team. Choose a member.", { field: "memberId" });
    }
    await setAddressee(tx, { ...scope, number }, { addressedTo: to, addresseeId });
    const detail = { to: safeText(member?.name ?? to) };
    await recordAudit(deps, tx, scope, {
      action: "handoff.addressed",
      subject: ref,
      projectId: scope.projectId,
      detail,
    });
    return ok({ number });
  });
}
