import { mentionsOf } from "../prune/mentions";
import { PROVEN_CLASSES, type SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { upsert } from "../prune/upsert";
import { unitsOf } from "../prune/visible/text-units";
import type { NoiseItem } from "./measure";
import { type RollupDims, type RollupKey, rollupKeyOf } from "./rollup";

type SkillKey = Omit<RollupKey, "pass" | "skill"> & { readonly skill: string };

/** Loads of one body of a skill in one cell of the charts, and what the body did in the session. */
export interface SkillUse extends SkillKey {
  /** The body's own content key (SHA-256, base64). */
  readonly contentKey: string;
  readonly loads: number;
  readonly loadTokens: number;
  /** Of the load tokens, those of proven noise. */
  readonly repeatedTokens: number;
  /**
   * What entered under the skill while this body was its newest in the thread, and of that the proven noise. Of the
   * whole session, on the cell of the body's first load; 0 on the others.
   */
  readonly underTokens: number;
  readonly underProvenTokens: number;
  /** Identifiers that the body names. */
  readonly names: number;
  /**
   * Whether a later prompt, answer, thought, call or summary of the session used an identifier that the body had
   * brought. One that two of them had used before proves nothing, and neither does the skill's own name, which a
   * second load uses too. Null when the text was not kept.
   */
  readonly referred: boolean | null;
  readonly firstLoadedAtMs: number;
  readonly lastLoadedAtMs: number;
  /** Entry id of the first load in the cell. */
  readonly firstRef: string;
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };
type Cell = Draft<
  Pick<SkillUse, "loads" | "loadTokens" | "repeatedTokens" | "firstLoadedAtMs" | "lastLoadedAtMs" | "firstRef">
> & { readonly key: SkillKey };
type Body = Draft<Pick<SkillUse, "contentKey" | "underTokens" | "underProvenTokens" | "names" | "referred">> & {
  readonly cells: Map<string, Cell>;
};

/** Loads by body and cell, in order of the bodies' first loads. Linear in the events and the bodies' names. */
export function skillUses(session: SessionInput, noise: readonly NoiseItem[], dims: RollupDims): SkillUse[] {
  const timeline = timelineOf(session);
  const mentions = mentionsOf(timeline);
  const provenOf = new Map(
    noise.filter((item) => PROVEN_CLASSES.includes(item.class)).map((item) => [item.ref, item.tokens]),
  );
  const bodies = new Map<string, Body>();
  const newest = new Newest();
  for (const entry of timeline.entries) {
    const { activeSkill: skill, event, thread } = entry;
    if (skill === null) continue;
    const proven = provenOf.get(event.ref) ?? 0;
    if (event.kind !== "skill_load") {
      countUnder(newest.of(thread.key, skill), entry, proven);
      continue;
    }
    const body = upsert(bodies, `${skill}\n${event.contentKey}`, () => bodyOf(entry));
    countLoad(body, entry, { ...rollupKeyOf(entry, "added", dims), skill }, proven);
    if (event.text !== "") body.referred = body.referred === true || mentions.refersToText(entry);
    newest.loaded(thread.key, skill, body);
  }
  return [...bodies.values()].flatMap(usesOf);
}

function bodyOf({ event }: Entry): Body {
  const names = unitsOf(event).names.length;
  return {
    contentKey: event.contentKey,
    underTokens: 0,
    underProvenTokens: 0,
    names,
    referred: null,
    cells: new Map(),
  };
}

function countLoad({ cells }: Body, { event }: Entry, key: SkillKey, proven: number): void {
  const { hourIso, agent, tool, model, branch, stage } = key;
  const cell = upsert(cells, JSON.stringify([hourIso, agent, tool, model, branch, stage]), () => ({
    ...{ key, loads: 0, loadTokens: 0, repeatedTokens: 0, firstRef: event.ref },
    ...{ firstLoadedAtMs: event.atMs, lastLoadedAtMs: event.atMs },
  }));
  cell.loads++;
  cell.loadTokens += event.tokens;
  cell.repeatedTokens += proven;
  cell.firstLoadedAtMs = Math.min(cell.firstLoadedAtMs, event.atMs);
  cell.lastLoadedAtMs = Math.max(cell.lastLoadedAtMs, event.atMs);
}

function countUnder(body: Body | null, { event }: Entry, proven: number): void {
  if (body === null) return;
  body.underTokens += event.tokens;
  body.underProvenTokens += proven;
}

function usesOf({ cells, underTokens, underProvenTokens, ...body }: Body): SkillUse[] {
  return [...cells.values()].map(({ key, ...cell }, index) => {
    const { hourIso, agent, skill, tool, kind, model, branch, stage } = key;
    const under = index === 0 ? { underTokens, underProvenTokens } : { underTokens: 0, underProvenTokens: 0 };
    return { hourIso, agent, skill, tool, kind, model, branch, stage, ...body, ...cell, ...under };
  });
}

/** The body of a skill that was loaded last, in a thread, else anywhere: a sub-agent works under its parent's. */
class Newest {
  private readonly bodies = new Map<string, Body>();

  loaded(thread: string, skill: string, body: Body): void {
    this.bodies.set(`${skill}\n${thread}`, body);
    this.bodies.set(skill, body);
  }

  of(thread: string, skill: string): Body | null {
    return this.bodies.get(`${skill}\n${thread}`) ?? this.bodies.get(skill) ?? null;
  }
}
