import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { SOURCES, sourceOf } from "../../core/telemetry/event-filter";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  OUTLINE_STAGE_TOLD,
  OUTLINE_STAGES,
  type Outline,
  RESIDENCIES,
} from "../../core/telemetry/session-views";
import { findThread, type OutlineRow, readOutline } from "../../db/sessions/outline";
import { readSessionId, readShadowRun } from "../../db/sessions/session";
import type { Deps } from "../deps";

/** Codes by name; an unknown name gets the code of `fallback`. */
function coder(names: readonly (string | null)[], fallback: string | null): (name: string | null) => number {
  const codes = new Map(names.map((name, code) => [name, code]));
  const unknown = codes.get(fallback) ?? 0;
  return (name) => codes.get(name) ?? unknown;
}

const kindCode = coder(OUTLINE_KINDS, "other");
const noiseCode = coder(OUTLINE_NOISE, null);
const residencyCode = coder(RESIDENCIES, "full");
const stageCode = coder(OUTLINE_STAGES, null);

export interface ReadOutline {
  readonly number: number;
  /** Left out: the thread of the event, else the first of the agent, else the main one. */
  readonly thread?: string | null;
  readonly event?: string | null;
  readonly agent?: string | null;
}

/** A whole thread as columns of small numbers, in thread order. */
export async function outline(deps: Deps, scope: ProjectScope, input: ReadOutline): Promise<Result<Outline>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const { event = null, thread = null, agent = null } = input;
  const [plan, found] = await Promise.all([
    readShadowRun(deps.db, scope, sessionId),
    findThread(deps.db, scope, sessionId, { event, thread, agent }),
  ]);
  const key = found ?? "";
  return ok(columnsOf(key, await readOutline(deps.db, scope, sessionId, plan?.id ?? null, key)));
}

function columnsOf(thread: string, rows: readonly OutlineRow[]): Outline {
  const column = <T>(read: (row: OutlineRow) => T) => rows.map(read);
  const tools = dictionary(column((row) => row[12]));
  const skills = dictionary(column((row) => row[13]));
  return {
    thread,
    refs: column((row) => row[0]),
    seqs: column((row) => row[1]),
    kinds: column((row) => kindCode(row[2])),
    tokens: column((row) => row[3]),
    noise: column((row) => noiseCode(row[4])),
    residency: column((row) => residencyCode(row[5])),
    flags: column(
      (row) => (row[6] ? OUTLINE_ERROR : 0) + (row[7] ? 0 : OUTLINE_HISTORY) + (row[15] ? OUTLINE_STAGE_TOLD : 0),
    ),
    turns: column((row) => row[8]),
    userTurns: column((row) => row[9]),
    stages: column((row) => stageCode(row[10])),
    atSeconds: column((row) => Math.round(row[11])),
    toolNames: tools.names,
    tools: tools.codes,
    skillNames: skills.names,
    skills: skills.codes,
    sources: column((row) => SOURCES.indexOf(sourceOf(row[2], row[14]))),
  };
}

/** Names once, and by row the place of its name; the empty name is always the first. */
function dictionary(values: readonly string[]): { names: string[]; codes: number[] } {
  const places = new Map<string, number>([["", 0]]);
  const codes = values.map((value) => {
    const known = places.get(value) ?? places.size;
    places.set(value, known);
    return known;
  });
  return { names: [...places.keys()], codes };
}
