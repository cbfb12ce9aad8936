import { z } from "zod";
import type { Role } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { mayGiveRole } from "../../core/teams/member-rules";
import { insertInvite } from "../../db/teams/invites";
import { hasMemberWithEmail } from "../../db/teams/members";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { newInviteToken } from "./invite-token";

export interface NewInviteInput {
  role: Role;
  /** Binds the link to one address; null lets in whoever opens it first. */
  email: string | null;
  expiresInDays: number;
}

export interface CreatedInvite {
  id: string;
  /** For `/invite/<token>`; shown once. */
  token: string;
  role: Role;
  email: string | null;
  expiresAt: Date;
}

const DAY_MS = 86_400_000;
export const INVITE_DAYS = 7;
export const MAX_INVITE_DAYS = 30;

/** Makes a link that lets one person in, once. */
export async function createInvite(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  input: NewInviteInput,
): Promise<Result<CreatedInvite>> {
  const { memberId, kind } = scope.actor;
  if (!memberId || kind !== "member") return fail("forbidden", "Only a signed-in person invites others.");
  if (!mayGiveRole(scope.role, input.role)) {
    return fail("forbidden", `Your role is ${scope.role}; only an owner invites an owner.`, { field: "role" });
  }
  const email = readEmail(input.email);
  if (!email.ok) return email;
  if (email.value && (await hasMemberWithEmail(deps.db.prisma, scope.teamId, email.value))) {
    return fail("conflict", `${email.value} is in this team already.`, { field: "email" });
  }
  const { token, hash } = newInviteToken();
  const id = deps.ids.next();
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + input.expiresInDays * DAY_MS);
  const { role } = input;
  await deps.db.withTenant(scope, async (tx) => {
    const row = { id, email: email.value, role, tokenHash: hash, createdBy: memberId, createdAt, expiresAt };
    await insertInvite(tx, scope.teamId, row);
    const detail = { role: safeText(role), email: email.value ? safeText(email.value) : null };
    await recordAudit(deps, tx, scope, { action: "invite.created", subject: id, detail });
  });
  return ok({ id, token, role, email: email.value, expiresAt });
}

function readEmail(raw: string | null): Result<string | null> {
  const text = raw?.trim().toLowerCase() ?? "";
  if (text === "") return ok(null);
  if (z.email().safeParse(text).success && text.length <= 254) return ok(text);
  return fail("bad_request", "This is no e-mail address. Write it like ada@example.org, or leave it out.", {
    field: "email",
  });
}
