import type { ToolClass } from "../events/kinds";
import { commandTitle } from "../failures/command-title";
import { relativePath } from "../handoffs/changes";
import type { HandoffNote } from "../handoffs/note";
import type { Plan, SessionInput } from "../prune/model";
import { isAcceptedPlan } from "../prune/outcome";
import { type Entry, timelineOf } from "../prune/timeline";
import { type SessionViewItem, sessionView } from "./session-view";
import type { RestorableRef } from "./state";

const READS: ReadonlySet<ToolClass | null> = new Set(["source_read", "doc_read"]);
const MAX_REFS = 60;
const MAX_COMMAND_CHARACTERS = 80;
const MAX_TARGET_CHARACTERS = 80;
/** Smaller results are cheaper to get anew than to look up. */
const MIN_FILE_TOKENS = 50;

/**
 * What a fresh session may want back: the accepted plan, output of unresolved failures and of the last checks, the
 * latest sight of each file, and what was pruned. What several agents got alike stands once, with who else got it.
 */
export function restorableRefs(
  session: SessionInput,
  plan: Plan,
  note: HandoffNote,
  root: string | null,
): RestorableRef[] {
  const { byRef, entries } = timelineOf(session);
  const view = sessionView(session, plan);
  const alsoBy = agentsByFirst(view);
  const refs = new Map<string, RestorableRef>();
  const add = (ref: string | null | undefined, why: RestorableRef["why"]) => {
    const entry = ref == null ? undefined : byRef.get(ref);
    if (!entry || refs.has(entry.event.ref)) return;
    const { tokens } = entry.event;
    refs.set(entry.event.ref, {
      ref: entry.event.ref,
      label: labelOf(entry, root),
      tokens,
      why,
      alsoBy: alsoBy.get(entry.event.ref) ?? [],
    });
  };
  add(entries.findLast(({ event, visible }) => visible && isAcceptedPlan(event))?.partner?.event.ref, "plan");
  for (const { eventRef } of note.remainingFailures) add(eventRef, "failure");
  for (const { eventRef } of note.checks) add(eventRef, "check");
  const isRead = ({ ref }: SessionViewItem) => READS.has(byRef.get(ref)?.event.toolClass ?? null);
  for (const ref of latestSights(view.filter(isRead))) add(ref, "file");
  for (const entry of entries.toReversed()) {
    const standing = session.standings.get(entry.event.ref);
    if (entry.visible && standing !== undefined && standing.residency !== "full") add(entry.event.ref, "pruned");
  }
  return [...refs.values()].slice(0, MAX_REFS);
}

/** Who holds a copy of an item, by the item's ref. */
function agentsByFirst(view: readonly SessionViewItem[]): Map<string, string[]> {
  const owner = new Map(view.map(({ ref, agent }) => [ref, agent]));
  const agents = new Map<string, string[]>();
  for (const { cites, agent } of view) {
    if (cites === null || agent === owner.get(cites)) continue;
    const known = agents.get(cites) ?? [];
    if (!known.includes(agent)) agents.set(cites, [...known, agent]);
  }
  return agents;
}

/** The newest read of each file; a copy leads to the one that stands in full. The newest file first. */
function latestSights(reads: readonly SessionViewItem[]): string[] {
  const latest = new Map<string, string>();
  for (const { kind, target, ref, cites, tokens, residency } of reads) {
    if (kind !== "tool_result" || target === null) continue;
    if (residency === "full" && tokens < MIN_FILE_TOKENS) continue;
    latest.delete(target);
    latest.set(target, cites ?? ref);
  }
  return [...latest.values()].toReversed();
}

function labelOf({ event }: Entry, root: string | null): string {
  if (event.command !== null) return commandTitle(event.command, MAX_COMMAND_CHARACTERS);
  if (event.kind === "skill_load") return `Skill ${event.skill ?? ""}`.trim();
  const what = event.target === null ? "" : ` ${endOf(relativePath(event.target, root))}`;
  return `${event.tool ?? event.kind.replace("_", " ")}${what}`;
}

/** The end of a path tells more than its beginning. */
function endOf(target: string): string {
  return target.length <= MAX_TARGET_CHARACTERS ? target : `…${target.slice(1 - MAX_TARGET_CHARACTERS)}`;
}
