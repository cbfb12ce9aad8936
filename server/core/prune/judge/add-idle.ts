import { IDLE_RULE, type Idle, idleOf } from "../../noise/idle";
import { mentionsOf } from "../mentions";
import type { Verdict } from "../model";
import type { Entry } from "../timeline";
import { GUARDED_BY_AGE } from "./guarding";
import { type IdleEvent, isJudged, type Sheet, type WindowWorld } from "./judged-window";

/**
 * Idle events get a verdict that says why they are charted. Where age takes them out, that verdict only gains the
 * class; else it keeps them, and replaces that of the tail.
 */
export function addIdle(world: WindowWorld, { verdicts, levels }: Sheet): IdleEvent[] {
  const { window, policy, board, facts } = world;
  const mentions = mentionsOf(window);
  const found: IdleEvent[] = [];
  for (const entry of window.entries) {
    const isOpen = isJudged(entry) && board.of(entry).length === 0 && (levels.get(entry) ?? 0) <= GUARDED_BY_AGE;
    const idle = isOpen && !isAbsent(facts, entry) ? idleOf(entry, policy, mentions) : null;
    if (idle === null) continue;
    const otherwise = verdicts.get(entry.event.ref);
    found.push({ entry, otherwise });
    verdicts.set(entry.event.ref, idleVerdict(entry, idle, otherwise));
  }
  return found;
}

function isAbsent({ standings }: WindowWorld["facts"], { event }: Entry): boolean {
  return (standings.get(event.ref)?.residency ?? "full") !== "full";
}

function idleVerdict({ event }: Entry, { sinceTurn, reason }: Idle, known: Verdict | undefined): Verdict {
  const idle = { noise: "idle", noiseSinceTurn: sinceTurn } as const;
  if (known && known.to !== "full") return { ...known, ...idle, reason: `${known.reason} ${reason}` };
  return {
    ...idle,
    ref: event.ref,
    from: "full",
    to: "full",
    pass: null,
    rule: IDLE_RULE,
    reason,
    evidence: [],
    tokensBefore: event.tokens,
    tokensAfter: event.tokens,
    retained: null,
  };
}
