import { PROVEN_CLASSES } from "../prune/model";
import type { Bucket } from "./buckets";
import { type Figures, figuresBy, figuresOf, type PassSums } from "./figures";
import type { AgentRow, Cause, SkillRow, ToolRow, TrendBucket } from "./overview-view";

/** From the sums of the rollup to the rows of each chart. Largest proven noise first, then name. */

export interface GroupSums extends PassSums {
  readonly kind: string | null;
  readonly client: string | null;
  readonly agent: string | null;
  readonly skill: string | null;
  readonly isLoad: boolean | null;
  readonly tool: string | null;
  readonly bucket: number | null;
}

export function byNoise(a: Figures, b: Figures): number {
  return b.provenTokens - a.provenTokens || b.noise.idle - a.noise.idle || b.addedTokens - a.addedTokens;
}

const SEPARATOR = "\u0000";

export function agentRows(groups: readonly (PassSums & Pick<GroupSums, "agent" | "client">)[]): AgentRow[] {
  const ofAgents = groups.filter((row) => row.agent !== null);
  return [...figuresBy(ofAgents, (row) => `${row.agent}${SEPARATOR}${row.client}`)]
    .map(([key, figures]) => {
      const [agent = "", client = ""] = key.split(SEPARATOR);
      return { agent, client, ...figures };
    })
    .sort((a, b) => byNoise(a, b) || a.agent.localeCompare(b.agent) || a.client.localeCompare(b.client));
}

export function toolRows(groups: readonly GroupSums[]): { tools: ToolRow[]; noTool: Figures } {
  const figures = figuresBy(
    groups.filter((row) => row.tool !== null),
    (row) => row.tool ?? "",
  );
  const tools = [...figures]
    .filter(([tool]) => tool !== "")
    .map(([tool, own]) => ({ tool, ...own }))
    .sort((a, b) => byNoise(a, b) || a.tool.localeCompare(b.tool));
  return { tools, noTool: figures.get("") ?? figuresOf([]) };
}

export function skillRows(groups: readonly GroupSums[]): { skills: SkillRow[]; noSkill: Figures } {
  const ofSkills = groups.filter((row) => row.skill !== null);
  const names = new Set(ofSkills.map((row) => row.skill ?? ""));
  const skills: SkillRow[] = [];
  for (const skill of names) {
    if (skill === "") continue;
    const own = ofSkills.filter((row) => row.skill === skill);
    const load = figuresOf(own.filter((row) => row.isLoad));
    const under = figuresOf(own.filter((row) => !row.isLoad));
    const bodyTokens = load.addedEvents === 0 ? 0 : Math.round(load.addedTokens / load.addedEvents);
    skills.push({ skill, loads: load.addedEvents, bodyTokens, load, under });
  }
  skills.sort((a, b) => skillNoise(b) - skillNoise(a) || b.loads - a.loads || a.skill.localeCompare(b.skill));
  return { skills, noSkill: figuresOf(ofSkills.filter((row) => row.skill === "")) };
}

/** Both figures of a skill together: its own repeats, and what turned out to be noise under it. */
export function skillNoise(row: SkillRow): number {
  return row.load.provenTokens + row.under.provenTokens;
}

interface BucketSums extends PassSums {
  readonly bucket: number | null;
}

export function trendBuckets(
  buckets: readonly Bucket[],
  groups: readonly BucketSums[],
  previous: { readonly buckets: readonly Bucket[]; readonly groups: readonly BucketSums[] } | null,
  nowMs: number,
): TrendBucket[] {
  const figures = figuresBy(
    groups.filter((row) => row.bucket !== null),
    (row) => String(row.bucket),
  );
  const before = figuresBy(previous?.groups ?? [], (row) => String(row.bucket));
  return buckets.map((bucket, index) => {
    const own = figures.get(String(index));
    const partner = previous && index < previous.buckets.length ? before.get(String(index)) : undefined;
    return {
      from: bucket.from,
      to: bucket.to,
      fromIso: new Date(bucket.fromMs).toISOString(),
      addedTokens: own ? own.addedTokens : null,
      noise: own?.noise ?? figuresOf([]).noise,
      carriedTokens: own?.carriedTokens ?? 0,
      previousNoise: partner ? partner.noise : null,
      partial: bucket.fromMs <= nowMs && nowMs < bucket.toMs,
    };
  });
}

export interface CauseSums extends PassSums {
  readonly kind: string;
  readonly agent: string;
  readonly tool: string;
  readonly skill: string;
}

/** What made most of a session's proven noise: one class of one tool (or skill load) of one agent. */
export function mainCause(rows: readonly CauseSums[]): Cause | null {
  const causes = new Map<string, Cause>();
  for (const row of rows) {
    if (row.pass === "added" || !PROVEN_CLASSES.includes(row.pass)) continue;
    const { subject, subjectIs } = subjectOf(row);
    const key = [row.pass, row.agent, subjectIs, subject].join(SEPARATOR);
    const known = causes.get(key);
    causes.set(key, {
      noise: row.pass,
      agent: row.agent,
      subject,
      subjectIs,
      events: (known?.events ?? 0) + row.events,
      tokens: (known?.tokens ?? 0) + row.tokens,
    });
  }
  return [...causes.values()].sort((a, b) => b.tokens - a.tokens)[0] ?? null;
}

function subjectOf(row: CauseSums): Pick<Cause, "subject" | "subjectIs"> {
  if (row.kind === "skill_load" && row.skill !== "") return { subject: row.skill, subjectIs: "skill" };
  if (row.tool !== "") return { subject: row.tool, subjectIs: "tool" };
  return { subject: row.kind, subjectIs: "kind" };
}
