import { SOURCES, sourceOf } from "@/server/core/telemetry/event-filter";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  OUTLINE_STAGE_TOLD,
  type Outline,
  RESIDENCIES,
  type TimelineRow,
} from "@/server/core/telemetry/session-views";

/**
 * An outline with the events that came after its last one. What only the analysis knows (turn, stage, skill, class of
 * the tool) goes on as it was until the next outline brings it: an event of a turn that is not counted yet would else
 * stand under a heading of its own.
 */
export function withRows(outline: Outline, rows: readonly TimelineRow[]): Outline {
  if (rows.length === 0) return outline;
  const toolNames = [...outline.toolNames];
  const codeOf = (tool: string) => {
    const known = toolNames.indexOf(tool);
    return known === -1 ? toolNames.push(tool) - 1 : known;
  };
  const add = (column: readonly number[], read: (row: TimelineRow) => number) => [...column, ...rows.map(read)];
  const last = (column: readonly number[]) => column.at(-1) ?? 0;
  const stageTold = last(outline.flags) & OUTLINE_STAGE_TOLD;
  return {
    ...outline,
    refs: [...outline.refs, ...rows.map(({ ref }) => ref)],
    seqs: add(outline.seqs, ({ seq }) => seq),
    kinds: add(outline.kinds, ({ kind }) => codeIn(OUTLINE_KINDS, kind, "other")),
    tokens: add(outline.tokens, ({ tokens }) => tokens),
    noise: add(outline.noise, ({ noise }) => codeIn(OUTLINE_NOISE, noise, null)),
    residency: add(outline.residency, ({ residency }) => codeIn(RESIDENCIES, residency.to, "full")),
    flags: add(
      outline.flags,
      ({ outcome, inContext }) =>
        (outcome === "error" ? OUTLINE_ERROR : 0) + (inContext ? 0 : OUTLINE_HISTORY) + stageTold,
    ),
    turns: add(outline.turns, ({ turn }) => turn ?? last(outline.turns)),
    userTurns: add(outline.userTurns, ({ userTurn }) => userTurn ?? last(outline.userTurns)),
    stages: add(outline.stages, () => last(outline.stages)),
    tools: add(outline.tools, ({ tool }) => codeOf(tool ?? "")),
    skills: add(outline.skills, () => 0),
    sources: add(outline.sources, ({ kind }) => Math.max(0, SOURCES.indexOf(sourceOf(kind, null)))),
    atSeconds: add(outline.atSeconds, ({ at }) => Math.round(Date.parse(at) / 1_000)),
    toolNames,
  };
}

function codeIn(names: readonly (string | null)[], name: string | null, otherwise: string | null): number {
  const code = names.indexOf(name);
  return code === -1 ? Math.max(0, names.indexOf(otherwise)) : code;
}
