import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  OUTLINE_STAGES,
  type Outline,
  RESIDENCIES,
} from "../../core/telemetry/session-views";
import { type OutlineRow, readOutline } from "../../db/sessions/outline";
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

/** A whole thread as columns of small numbers, in thread order. */
export async function outline(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly thread: string },
): Promise<Result<Outline>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const plan = await readShadowRun(deps.db, scope, sessionId);
  return ok(columnsOf(input.thread, await readOutline(deps.db, scope, sessionId, plan?.id ?? null, input.thread)));
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
    flags: column((row) => (row[6] ? OUTLINE_ERROR : 0) + (row[7] ? 0 : OUTLINE_HISTORY)),
    turns: column((row) => row[8]),
    userTurns: column((row) => row[9]),
    stages: column((row) => stageCode(row[10])),
    atSeconds: column((row) => Math.round(row[11])),
    toolNames: tools.names,
    tools: tools.codes,
    skillNames: skills.names,
    skills: skills.codes,
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
