import { localHourStart } from "@/server/core/events/local-hour";
import type { PreparedEvent } from "@/server/core/events/prepare";
import type { RollupCell } from "@/server/db/sql/rollups";
import type { PreparedRow } from "./prepare-batch";

/** Longer names are cut: all names of a cell share one index row, which the database limits to 2,704 bytes. */
const MAX_NAME_CHARACTERS = 80;

/**
 * What a batch adds to the rollups, with what is known at this moment. Skill, model and stage follow from the whole
 * session, so the analysis moves these cells to their place.
 */
export function addedCells(
  rows: readonly PreparedRow[],
  agents: ReadonlyMap<string, string | null>,
  branch: string,
  timeZone: string,
): RollupCell[] {
  const sums = new Map<string, { cell: RollupCell; events: number; tokens: number }>();
  for (const { event } of rows) {
    const hourMs = localHourStart(event.atMs, timeZone);
    const key = `${hourMs}\n${event.thread}\n${event.skill}\n${event.tool}\n${event.kind}`;
    let sum = sums.get(key);
    if (!sum) {
      const agent = agents.get(event.thread) ?? event.thread;
      sum = { cell: emptyCell(event, { hourMs, agent, branch }), events: 0, tokens: 0 };
      sums.set(key, sum);
    }
    sum.events++;
    sum.tokens += event.tokens;
  }
  return [...sums.values()].map(({ cell, events, tokens }) => ({ ...cell, events, tokens }));
}

function emptyCell(
  { skill, tool, kind }: PreparedEvent,
  { hourMs, agent, branch }: { hourMs: number; agent: string; branch: string },
): RollupCell {
  return {
    hourMs,
    agent: rollupName(agent),
    skill: rollupName(skill ?? ""),
    tool: rollupName(tool ?? ""),
    kind,
    pass: "added",
    model: "",
    branch: rollupName(branch),
    stage: "",
    events: 0,
    tokens: 0,
    carriedRequests: 0,
    carriedTokens: 0,
    costNanoUsd: 0,
    unpricedTokens: 0,
  };
}

/** A name as it stands in rollups. */
export function rollupName(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : Array.from(name).slice(0, MAX_NAME_CHARACTERS).join("");
}
