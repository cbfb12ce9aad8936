import type { StandingGuard } from "../decide";
import type { PrunePolicy } from "../model";
import type { FindingBoard, Guard, Protection } from "../rule";
import type { Entry, Timeline } from "../timeline";

/** How much guards an event: nothing, only its age, what says that it is at hand, or more. */
export const GUARDED_BY_AGE = 1;
const GUARDED_WHILE_AT_HAND = 2;
export const GUARDED = 3;

/** These only say that an event is at hand or young; lines that stand elsewhere may go all the same. */
const AT_HAND: ReadonlySet<string> = new Set([
  "protect.spoken-of-file",
  "protect.working-set",
  "protect.reused",
  "protect.current-files",
]);

export function levelOf(guards: readonly StandingGuard[]): number {
  let level = 0;
  for (const { protection, guard } of guards) {
    const own = guard.isAge ? GUARDED_BY_AGE : AT_HAND.has(protection.id) ? GUARDED_WHILE_AT_HAND : GUARDED;
    level = Math.max(level, own);
  }
  return level;
}

/** Begins once what need not be begun for each window: compiled patterns and the paths that they were asked about. */
export function beginTimeless(
  protections: readonly Protection[],
  timeline: Timeline,
  policy: PrunePolicy,
  board: FindingBoard,
): readonly Protection[] {
  return protections.map((protection) => {
    if (!protection.isTimeless) return protection;
    const guard = protection.begin(timeline, policy, board);
    return { ...protection, begin: () => guard };
  });
}

/** The guards of each event of a window, in order of precedence; none behind the first that stands. */
export function startGuards(
  protections: readonly Protection[],
  window: Timeline,
  policy: PrunePolicy,
  board: FindingBoard,
): (entry: Entry) => StandingGuard[] {
  const started = protections.map((protection) => ({ protection, guard: protection.begin(window, policy, board) }));
  return (entry) => {
    const guards: StandingGuard[] = [];
    for (const { protection, guard } of started) {
      const found = guard(entry);
      if (found) guards.push({ protection, guard: found });
      if (found && stands(protection, found)) break;
    }
    return guards;
  };
}

function stands(protection: Protection, guard: Guard): boolean {
  return (guard.strength ?? protection.strength) === "stands";
}
