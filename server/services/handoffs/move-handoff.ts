import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { statusOf } from "../../core/handoffs/inbox";
import type { HandoffMoved } from "../../core/handoffs/views";
import { type Fault, notFound, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import {
  clearAcknowledged,
  clearClaimed,
  findMemberName,
  type HandsRow,
  readHands,
  setAcknowledged,
  setClaimed,
} from "../../db/handoffs/hands";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { memberOf } from "./member";

export const HANDOFF_MOVES = ["claim", "release", "acknowledge", "reopen"] as const;
export type HandoffMove = (typeof HANDOFF_MOVES)[number];

const AUDITED = {
  claim: "handoff.claimed",
  release: "handoff.released",
  acknowledge: "handoff.acknowledged",
  reopen: "handoff.reopened",
} as const;

/** What an agent does for its key's person, who goes on with the work by it; the rest is for the person. */
const BY_KEY: ReadonlySet<HandoffMove> = new Set(["claim", "acknowledge"]);

/**
 * Takes a note, gives it back, is done with it, or opens it again. Asking for what is so already changes nothing; a
 * second claimer hears who was first.
 */
export async function moveHandoff(
  deps: Deps,
  scope: ProjectScope,
  { number, move }: { readonly number: number; readonly move: HandoffMove },
): Promise<Result<HandoffMoved>> {
  const member = moverOf(scope, move);
  if (!member.ok) return member;
  const ref = recordRef("handoff", number);
  return deps.db.withTenant(scope, async (tx) => {
    const hands = await readHands(tx, scope, number);
    if (!hands) return notFound("handoff", ref);
    const world = { deps, scope, tx, number, me: member.value, hands, ref };
    const made = await MOVES[move](world);
    if (made === "moved") {
      await recordAudit(deps, tx, scope, { action: AUDITED[move], subject: ref, projectId: scope.projectId });
    } else if (made !== "is so already") return { ok: false, fault: made };
    const after = (await readHands(tx, scope, number)) ?? hands;
    return ok({ number, status: statusOf(after) });
  });
}

function moverOf(scope: ProjectScope, move: HandoffMove): Result<string> {
  const { kind, memberId } = scope.actor;
  return kind === "key" && memberId !== null && BY_KEY.has(move) ? ok(memberId) : memberOf(scope);
}

interface World {
  readonly deps: Deps;
  readonly scope: ProjectScope;
  readonly tx: TenantTx;
  readonly number: number;
  readonly me: string;
  readonly hands: HandsRow;
  readonly ref: string;
}

type Made = "moved" | "is so already" | Fault;

const MOVES: Readonly<Record<HandoffMove, (world: World) => Promise<Made>>> = { claim, release, acknowledge, reopen };

async function claim({ deps, scope, tx, number, me, hands, ref }: World): Promise<Made> {
  if (hands.claimedBy === me && hands.acknowledgedAt === null) return "is so already";
  if (await setClaimed(tx, { ...scope, number }, me, deps.clock.now())) return "moved";
  const now = (await readHands(tx, scope, number)) ?? hands;
  if (now.acknowledgedAt !== null) return conflict(`${ref} is acknowledged already. Reopen it, then claim it.`);
  const by = await nameOf(tx, scope, now.claimedBy);
  return conflict(`${by} claimed ${ref} before you. Ask them to release it.`);
}

/** One's own claim; an admin may free what somebody left behind. */
async function release({ scope, tx, number, me, hands, ref }: World): Promise<Made> {
  if (hands.claimedBy === null) return "is so already";
  if (hands.claimedBy !== me && !can({ role: scope.role, keyScopes: null }, "member:write")) {
    const by = await nameOf(tx, scope, hands.claimedBy);
    const message = `${by} claimed ${ref}. Only they or an admin can release it.`;
    return { code: "forbidden", message };
  }
  if (await clearClaimed(tx, { ...scope, number }, hands.claimedBy)) return "moved";
  return conflict(`${ref} changed meanwhile. Read it again, then release it.`);
}

async function acknowledge({ deps, scope, tx, number, me }: World): Promise<Made> {
  const isFirst = await setAcknowledged(tx, { ...scope, number }, me, deps.clock.now());
  return isFirst ? "moved" : "is so already";
}

async function reopen({ scope, tx, number, hands }: World): Promise<Made> {
  const status = hands.claimedBy === null ? "open" : "claimed";
  return (await clearAcknowledged(tx, { ...scope, number }, status)) ? "moved" : "is so already";
}

async function nameOf(tx: TenantTx, scope: ProjectScope, memberId: string | null): Promise<string> {
  return (memberId && (await findMemberName(tx, scope.teamId, memberId))) || "Somebody";
}

function conflict(message: string): Fault {
  return { code: "conflict", message };
}
