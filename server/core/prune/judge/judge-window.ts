import { Decider } from "../decide";
import { WindowView } from "../visible/window-view";
import { addIdle } from "./add-idle";
import { compactWindow } from "./compact-window";
import { levelOf, startGuards } from "./guarding";
import { isJudged, type JudgedWindow, type Sheet, type WindowWorld } from "./judged-window";
import { totalsOf } from "./totals";
import { trimRepeats } from "./trim-repeats";

/**
 * Judges every event of one window: whether it is noise and since when, what a run would take out of it now, and what
 * protects the rest. Nothing of it depends on another window but by the names that people and agents use there.
 */
export function judgeWindow(world: WindowWorld): JudgedWindow {
  const { window, policy, board, asked, facts } = world;
  const sheet: Sheet = { verdicts: new Map(), blocked: new Map(), levels: new Map() };
  const view = new WindowView(window, facts.standings, policy);
  const guardsOf = startGuards(world.protections, window, policy, board);
  const decider = new Decider({ window, standings: facts.standings, policy, view, passes: asked.passes });
  for (const entry of window.entries) {
    if (!isJudged(entry)) continue;
    const guards = guardsOf(entry);
    if (guards.length > 0) sheet.levels.set(entry, levelOf(guards));
    const decision = decider.decide(entry, board.of(entry), guards);
    if (decision.verdict) sheet.verdicts.set(entry.event.ref, decision.verdict);
    if (decision.blocked) sheet.blocked.set(entry, decision.blocked);
  }
  if (asked.passes.has("compress-stale")) trimRepeats(world, view, sheet);
  const idle = addIdle(world, sheet);
  const summaries = asked.compact ? compactWindow(world, sheet) : [];
  const { verdicts, blocked } = sheet;
  return { verdicts, blocked, idle, summaries, totals: totalsOf(world, sheet, summaries) };
}
