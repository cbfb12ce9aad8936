import { renderAbsent } from "@/server/core/prune/projection";
import { type Change, MIN_COUNTED_LINE, type ReplayPolicy } from "@/server/core/replay/measure";
import type { RecordedRequest, Recording, Unit } from "@/server/core/replay/recording";

/** Policies that others use or propose, each in its simplest form, to compare with on the same recordings. */

const isResult = ({ event }: Unit) => event.kind === "tool_result" || event.kind === "agent_output";
const marker = ({ event }: Unit) => renderAbsent(event.ref, "reference", null, null);

/** Keeps track of what is hidden in the open stretch; `pick` says which of its known units to hide now. */
function hiding(
  name: string,
  pick: (known: readonly Unit[], request: RecordedRequest, hidden: ReadonlySet<number>) => readonly Unit[],
): ReplayPolicy {
  return {
    name,
    begin(recording) {
      let segment = -1;
      let hidden = new Set<number>();
      return {
        before(request) {
          if (request.segment !== segment) {
            segment = request.segment;
            hidden = new Set();
          }
          const known = recording.units.slice(request.firstUnit, request.knownUnits);
          const picked = pick(known, request, hidden).filter((unit) => !hidden.has(unit.at));
          for (const unit of picked) hidden.add(unit.at);
          return picked.map((unit): Change => ({ unit: unit.at, text: marker(unit) }));
        },
      };
    },
  };
}

export const none: ReplayPolicy = { name: "none", begin: () => ({ before: () => [] }) };

/** Hides a result after its last use, as only somebody who knows the future could. */
export const oracle: ReplayPolicy = {
  name: "oracle",
  begin(recording) {
    const lastUse = lastUses(recording);
    return hiding("oracle", (known, request) =>
      known.filter((unit) => isResult(unit) && (lastUse.get(unit.at) ?? -1) < request.request.seq),
    ).begin(recording);
  },
};

/**
 * Position of the last request whose turn used something of a result that nothing else shows: what the result needs to
 * be there for. Each need goes to one unit that shows it: to one that no policy hides, else to the newest.
 */
function lastUses(recording: Recording): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  let holders = new Holders();
  let segment = -1;
  for (const one of recording.requests) {
    if (one.segment !== segment) {
      segment = one.segment;
      holders = new Holders(one.firstUnit);
    }
    holders.take(recording.units, one.knownUnits);
    for (const unit of holders.of(one, recording)) if (isResult(unit)) last.set(unit.at, one.request.seq);
  }
  return last;
}

/** Which unit is held to show each line and name of the open stretch. */
class Holders {
  private readonly lines = new Map<number, Unit>();
  private readonly names = new Map<number, Unit>();

  constructor(private known = 0) {}

  take(units: readonly Unit[], upTo: number): void {
    for (; this.known < upTo; this.known++) {
      const unit = units[this.known];
      if (unit === undefined) continue;
      for (const line of unit.lines) hold(this.lines, line, unit);
      for (const name of unit.names) hold(this.names, name, unit);
    }
  }

  /** The units that the turn of a request needs. */
  of({ needs }: RecordedRequest, { numbers }: Recording): Unit[] {
    const quoted = needs.lines.filter((line) => numbers.lineLength(line) >= MIN_COUNTED_LINE);
    const lines = [...quoted, ...needs.anchors.flatMap((anchor) => [...anchor])];
    const names = [...needs.names, ...needs.paths];
    return [
      ...lines.flatMap((line) => this.lines.get(line) ?? []),
      ...names.flatMap((name) => this.names.get(name) ?? []),
    ];
  }
}

function hold(holders: Map<number, Unit>, number: number, unit: Unit): void {
  const before = holders.get(number);
  if (before === undefined || isResult(before)) holders.set(number, unit);
}

export function maskAllBut(count: number): ReplayPolicy {
  return hiding(`mask all but the last ${count}`, (known) => known.filter(isResult).slice(0, -count));
}

/** Waits until the window holds so many tokens, then keeps the last few results at every such moment. */
export function keepLast(count: number, triggerTokens: number): ReplayPolicy {
  return hiding(`keep the last ${count}, trigger ${triggerTokens / 1_000}k`, (known, _request, hidden) => {
    const visible = known.reduce((sum, unit) => sum + (hidden.has(unit.at) ? 12 : unit.tokens), 0);
    return visible > triggerTokens ? known.filter(isResult).slice(0, -count) : [];
  });
}

/** The newest so many tokens of results stay; older ones go once they add up to a batch, never the last two user turns. */
export function protectNewest(newestTokens: number, batchTokens: number, userTurns: number): ReplayPolicy {
  return hiding(
    `newest ${newestTokens / 1_000}k kept, batches of ${batchTokens / 1_000}k`,
    (known, _request, hidden) => {
      let tokens = 0;
      let prompts = 0;
      const old: Unit[] = [];
      for (const unit of [...known].reverse()) {
        if (unit.event.kind === "user_prompt") prompts++;
        if (!isResult(unit) || hidden.has(unit.at) || prompts < userTurns) continue;
        tokens += unit.tokens;
        if (tokens > newestTokens) old.push(unit);
      }
      return old.reduce((sum, unit) => sum + unit.tokens, 0) >= batchTokens ? old : [];
    },
  );
}

/** The same tool with the same arguments again: only the last result stays. */
export const dedupByArguments: ReplayPolicy = hiding("dedup by arguments, keep last", (known) => {
  const latest = new Map<string, Unit>();
  const older: Unit[] = [];
  for (const unit of known) {
    if (!isResult(unit) || unit.event.paramsKey === null) continue;
    const key = `${unit.event.tool}\n${unit.event.paramsKey}`;
    const before = latest.get(key);
    if (before) older.push(before);
    latest.set(key, unit);
  }
  return older;
});
