import type { CommandArgs } from "../../core/commands/args";
import { eventLink, recordLink, roomLink } from "../../core/commands/paths";
import { oneLine } from "../../core/commands/tell";
import { tellDecisions, tellRules, tellSearch } from "../../core/commands/tell-records";
import { DecisionInput } from "../../core/decisions/decision-input";
import { NO_RECORD_FILTER } from "../../core/decisions/record-filter";
import { recordNumber, recordRef } from "../../core/decisions/record-ref";
import { FailureInput } from "../../core/failures/failure-input";
import { ok, type Result } from "../../core/result";
import type { RuleKind } from "../../core/rules/statuses";
import type { Hit } from "../../core/search/everything-view";
import { moveHandoff } from "../handoffs/move-handoff";
import { checkFailures } from "../memory/check-failures";
import { listDecisions } from "../memory/list-decisions";
import { recordDecision } from "../memory/record-decision";
import { recordFailure } from "../memory/record-failure";
import { rulesInForce } from "../rules/rules-in-force";
import { searchEverything } from "../search/search-everything";
import { type Asked, shown, type Told, type World } from "./world";

/** Commands about what the project remembers. */

const MAX_DECISIONS = 20;
const MAX_HITS = 10;
const MAX_SIMILAR = 5;

export async function decisions({ deps, scope }: World, { words }: CommandArgs<"decisions">): Promise<Result<Told>> {
  const filter = { ...NO_RECORD_FILTER, text: words };
  const found = await listDecisions(deps, scope, { filter, sort: "newest", cursor: null, limit: MAX_DECISIONS });
  if (!found.ok) return found;
  const { rows, total } = found.value;
  const links = [
    roomLink(scope, "decision", "All decisions"),
    ...rows.map(({ number }) => recordLink(scope, "decision", number)),
  ];
  return ok(shown(tellDecisions({ rows, total }, words), { rows, total }, links));
}

export async function search({ deps, scope }: World, { query }: CommandArgs<"search">): Promise<Result<Told>> {
  const asked = { query, kind: null, correct: true, cursor: null, limit: MAX_HITS };
  const found = await searchEverything(deps, scope, asked);
  if (!found.ok) return found;
  const links = found.value.hits.flatMap((hit) => linkOfHit(scope, hit) ?? []);
  return ok(shown(tellSearch(found.value), found.value, links));
}

function linkOfHit(scope: World["scope"], { kind, number, session, ref }: Hit) {
  if (kind === "event") return session === null || ref === null ? null : eventLink(scope, session, ref);
  if (kind === "comment" || kind === "document" || kind === "file" || number === null) return null;
  return recordLink(scope, kind, number);
}

async function rules({ deps, scope }: World, kind: RuleKind, paths: readonly string[]): Promise<Result<Told>> {
  const inForce = await rulesInForce(deps.db.pool, scope, paths.length === 0 ? null : paths);
  const own = inForce.filter((rule) => rule.kind === kind);
  const links = own.flatMap(({ ref }) => {
    const number = recordNumber(kind, ref);
    return number === null ? [] : [recordLink(scope, kind, number)];
  });
  return ok(shown(tellRules(kind, own, paths), { rules: own }, links));
}

export function constraints(world: World, { paths }: CommandArgs<"constraints">): Promise<Result<Told>> {
  return rules(world, "constraint", paths);
}

export function preferences(world: World): Promise<Result<Told>> {
  return rules(world, "preference", []);
}

export async function recordADecision(world: World, args: CommandArgs<"record decision">): Promise<Result<Told>> {
  const { deps, scope } = world;
  const { title, because } = args;
  const decidedOn = deps.clock.now().toISOString(); // whoever says it in a session decides it now
  const decision = DecisionInput.parse({ title, decision: title, reasoning: because, decidedOn });
  const made = await recordDecision(deps, scope, { decision, status: "proposed" });
  if (!made.ok) return made;
  const ref = recordRef("decision", made.value.number);
  const markdown = `${ref} is proposed: ${oneLine(title)}. A person accepts it.\n`;
  return ok({ markdown, data: made.value, links: [recordLink(scope, "decision", made.value.number)], changed: true });
}

export async function recordAFailure(world: World, args: CommandArgs<"record failure">): Promise<Result<Told>> {
  const { deps, scope } = world;
  const failure = FailureInput.parse({ title: args.title, approach: args.title, rootCause: args.because });
  const made = await recordFailure(deps, scope, { failure, status: "active" });
  if (!made.ok) return made;
  const ref = recordRef("failure", made.value.number);
  const markdown = `${ref} is recorded: ${oneLine(args.title)}.\n`;
  return ok({ markdown, data: made.value, links: [recordLink(scope, "failure", made.value.number)], changed: true });
}

export async function checkFailure({ deps, scope }: World, args: CommandArgs<"check failure">): Promise<Result<Told>> {
  const question = { text: args.text, command: "", error: "", path: "" };
  const found = await checkFailures(deps, scope, { ...question, limit: MAX_SIMILAR });
  if (!found.ok) return found;
  const { failures, heard } = found.value;
  const links = failures.map(({ number }) => recordLink(scope, "failure", number));
  return ok(shown(`${fenced(heard)}\n`, found.value, links));
}

/** As it stands: what an agent hears is lines, and quotes output. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text.trim()}\n${fence}`;
}

export async function claim({ deps, scope }: Asked, { handoff }: CommandArgs<"claim">): Promise<Result<Told>> {
  const moved = await moveHandoff(deps, scope, { number: handoff, move: "claim" });
  if (!moved.ok) return moved;
  const markdown = `${recordRef("handoff", handoff)} is yours.\n`;
  return ok({ markdown, data: moved.value, links: [recordLink(scope, "handoff", handoff)], changed: true });
}
