import { requireRight } from "../../core/access/refusal";
import type { Right } from "../../core/access/rights";
import type { Principal, ProjectScope } from "../../core/access/scope";
import { ITEM_KINDS } from "../../core/budget/tiers";
import { recordRef } from "../../core/decisions/record-ref";
import { endMarkdown } from "../../core/protocol/end-markdown";
import type { EndView } from "../../core/protocol/views";
import { type Fault, notFound, ok, type Result } from "../../core/result";
import { readSessionId } from "../../db/sessions/session";
import { getTiers } from "../budget/get-tiers";
import { createCheckpoint } from "../checkpoints/create-checkpoint";
import type { Deps } from "../deps";
import { createHandoff } from "../handoffs/create-handoff";
import { findingsOfSession } from "../memory/findings-of-session";
import { composeAgain } from "../session-summaries/compose-again";
import { listSummaries } from "../session-summaries/list-summaries";

export interface EndSession {
  readonly number: number;
  /** Kept with the checkpoint. */
  readonly note: string;
}

/** Kinds of the cold tier that are settled; they move there by themselves. */
const SETTLED: ReadonlySet<string> = new Set(["old-decision", "resolved-failure"]);
const MAX_ARCHIVED = 50;

type Written = NonNullable<EndView["summary"]>;

/**
 * The end of a session: its summary, its handoff note and its checkpoint, as far as the caller may write them. Asking
 * again writes nothing anew unless something has happened in the session since.
 * Faults: `not_found`; `bad_request` and `forbidden` when nothing could be written.
 */
export async function endSession(
  deps: Deps,
  { principal, scope }: { readonly principal: Principal; readonly scope: ProjectScope },
  { number, note }: EndSession,
): Promise<Result<EndView>> {
  const caller = { role: scope.role, keyScopes: principal.kind === "key" ? principal.scopes : null };
  const rights = WRITES.map((right) => requireRight(caller, right));
  const [refused] = rights;
  if (refused && !refused.ok && rights.every(({ ok: may }) => !may)) return refused;
  if (!(await readSessionId(deps.db, scope, number))) return notFound("session", number);
  const skipped: EndView["skipped"] = [];
  let firstFault: Fault | null = null;
  const write = async (what: Part, right: Right, make: () => Promise<Result<Written>>): Promise<Written | null> => {
    const allowed = requireRight(caller, right);
    const written = allowed.ok ? await make() : allowed;
    if (written.ok) return written.value;
    firstFault ??= written.fault;
    skipped.push({ what, why: written.fault.message });
    return null;
  };
  // The summary first: it writes down what the other two refer to.
  const summary = await write("summary", "memory:write", () => summaryOf(deps, scope, number));
  const handoff = await write("handoff", "handoff:write", () => handoffOf(deps, scope, number));
  const checkpoint = await write("checkpoint", "session:prune", () => checkpointOf(deps, scope, number, note));
  if (!summary && !handoff && !checkpoint && firstFault) return { ok: false, fault: firstFault };
  const view = { session: number, checkpoint, summary, handoff, skipped, ...(await settledBy(deps, scope, number)) };
  return ok({ ...view, markdown: endMarkdown(view) });
}

const WRITES = ["memory:write", "handoff:write", "session:prune"] as const satisfies readonly Right[];

type Part = EndView["skipped"][number]["what"];

/** What a person wrote over the composed summary stands. */
async function summaryOf(deps: Deps, scope: ProjectScope, session: number): Promise<Result<Written>> {
  const query = { ...EVERY_SUMMARY, session, limit: 1 };
  const known = await listSummaries(deps, scope, query);
  const edited = known.ok ? known.value.rows.find(({ editedBy }) => editedBy !== null) : undefined;
  if (edited) return ok({ name: recordRef("summary", edited.number), number: edited.number, isNew: false });
  const composed = await composeAgain(deps, scope, { session });
  if (!composed.ok) return composed;
  const { number, isNew } = composed.value;
  return ok({ name: recordRef("summary", number), number, isNew });
}

const EVERY_SUMMARY = { person: null, agent: null, branch: null, from: null, to: null, text: "", cursor: null };

async function handoffOf(deps: Deps, scope: ProjectScope, session: number): Promise<Result<Written>> {
  const made = await createHandoff(deps, scope, { session, title: "", markdown: "" });
  if (!made.ok) return made;
  const { number, isChanged } = made.value;
  return ok({ name: recordRef("handoff", number), number, isNew: isChanged });
}

async function checkpointOf(deps: Deps, scope: ProjectScope, number: number, note: string): Promise<Result<Written>> {
  const made = await createCheckpoint(deps, scope, { number, note, trigger: "boundary", once: true });
  if (!made.ok) return made;
  const { name, number: saved, isNew } = made.value;
  return ok({ name, number: saved, isNew });
}

/** What waits for a review, and what a record is enough for from now on. */
async function settledBy(
  deps: Deps,
  scope: ProjectScope,
  number: number,
): Promise<Pick<EndView, "drafts" | "archived">> {
  const [findings, tiers] = await Promise.all([
    findingsOfSession(deps, scope, number),
    getTiers(deps, scope, { number }),
  ]);
  const drafts = findings.ok ? findings.value.decisions.filter(({ status }) => status === "draft") : [];
  const cold = tiers.ok ? tiers.value.tiers.filter(({ tier }) => tier === "cold").flatMap(({ items }) => items) : [];
  return {
    drafts: drafts.map(({ number: decision, title }) => ({ ref: recordRef("decision", decision), title })),
    archived: cold
      .flatMap(({ id, kind }) => (SETTLED.has(kind) ? [{ ref: id, why: ITEM_KINDS[kind].why }] : []))
      .slice(0, MAX_ARCHIVED),
  };
}
