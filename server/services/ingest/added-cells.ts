import { localHourStart } from "@/server/core/events/local-hour";
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
  return rows.map(({ event }) => ({
    hourMs: localHourStart(event.atMs, timeZone),
    agent: rollupName(agents.get(event.thread) ?? event.thread),
    skill: rollupName(event.skill ?? ""),
    tool: rollupName(event.tool ?? ""),
    kind: event.kind,
    pass: "added",
    model: "",
    branch: rollupName(branch),
    stage: "",
    events: 1,
    tokens: event.tokens,
    carriedRequests: 0,
    carriedTokens: 0,
    costNanoUsd: 0,
    unpricedTokens: 0,
  }));
}

/** A name as it stands in rollups. */
export function rollupName(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : Array.from(name).slice(0, MAX_NAME_CHARACTERS).join("");
}
