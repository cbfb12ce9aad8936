import { type Figures, provenShare } from "./figures";
import { type FilterChange, type TelemetryFilter, withChange } from "./filter";
import type { AgentRow, Finding, SkillRow, ToolRow } from "./overview-view";

/** What the rules look at: the charts' own rows, so that a finding never says what a chart does not show. */
export interface FindingInput {
  readonly filter: TelemetryFilter;
  readonly totals: Figures;
  readonly agents: readonly AgentRow[];
  readonly skills: readonly SkillRow[];
  readonly tools: readonly ToolRow[];
  readonly failing: readonly { number: number; title: string; occurrences: number; sessions: number }[];
}

/** Numbers that decide what stands out. Below them a difference is chance or does not pay to act on. */
const RULES = {
  maxFindings: 5,
  /** A finding concerns at least this many tokens, and this share of all proven noise … */
  leastTokens: 1_000,
  leastShareOfNoise: 0.05,
  /** … a body that is no noise, this share of all that was added. */
  leastShareOfAdded: 0.005,
  /** An agent is far above the project when its share is so many times the project's. */
  agentTimesProject: 1.5,
  agentLeastShare: 0.1,
  skillLeastLoads: 3,
  skillBigBodyTokens: 2_000,
  toolLeastShare: 0.2,
} as const;

type Rule = (input: FindingInput) => Finding[];

const NBSP = "\u00a0";
const percent = (share: number) => `${Math.round(share * 100)}${NBSP}%`;
const short = (tokens: number) => (tokens >= 1_000 ? `${Math.round(tokens / 100) / 10}k` : String(Math.round(tokens)));

function found(
  rule: string,
  sentence: string,
  costTokens: number,
  figures: Pick<Figures, "carriedTokens" | "costUsd">,
  evidence: Finding["evidence"],
): Finding {
  return { rule, sentence, costTokens, carriedTokens: figures.carriedTokens, costUsd: figures.costUsd, evidence };
}

function sessionsWith(input: FindingInput, change: FilterChange): Finding["evidence"] {
  return { label: "Show its sessions", filter: withChange(input.filter, change), failure: null };
}

function isLarge(tokens: number, { totals }: FindingInput): boolean {
  return tokens >= Math.max(RULES.leastTokens, totals.provenTokens * RULES.leastShareOfNoise);
}

const noisyAgent: Rule = (input) => {
  const whole = provenShare(input.totals);
  return input.agents
    .filter((agent) => {
      const share = provenShare(agent);
      const isFarAbove = share >= whole * RULES.agentTimesProject && share >= RULES.agentLeastShare;
      return isFarAbove && isLarge(agent.provenTokens, input);
    })
    .map((agent) =>
      found(
        "agent.far-above",
        `${percent(provenShare(agent))} of what \`${agent.agent || "unnamed"}\` (${agent.client}) adds is noise; ` +
          `in the whole project it is ${percent(whole)}.`,
        agent.provenTokens,
        agent,
        sessionsWith(input, { agent: [agent.agent], client: [agent.client] }),
      ),
    );
};

const repeatedSkill: Rule = (input) =>
  input.skills
    .filter((skill) => skill.loads >= RULES.skillLeastLoads && isLarge(skill.load.provenTokens, input))
    .map((skill) =>
      found(
        "skill.loaded-again",
        `The \`${skill.skill}\` skill was loaded ${skill.loads} times; ${percent(provenShare(skill.load))} of that ` +
          "repeats a body that the thread already had.",
        skill.load.provenTokens,
        skill.load,
        sessionsWith(input, { skill: [skill.skill], kind: ["skill_load"] }),
      ),
    );

const bigSkill: Rule = (input) =>
  input.skills
    .filter((skill) => skill.loads >= RULES.skillLeastLoads && skill.bodyTokens >= RULES.skillBigBodyTokens)
    .filter((skill) => skill.load.addedTokens >= input.totals.addedTokens * RULES.leastShareOfAdded)
    .map((skill) =>
      found(
        "skill.big-body",
        `The \`${skill.skill}\` skill brings ${short(skill.bodyTokens)} tokens a load and was loaded ` +
          `${skill.loads} times. Trim its body or load it at a later stage.`,
        skill.load.addedTokens,
        { carriedTokens: 0, costUsd: 0 },
        sessionsWith(input, { skill: [skill.skill] }),
      ),
    );

const rereadingTool: Rule = (input) =>
  input.tools
    .filter((tool) => {
      const repeats = tool.noise.duplicate + tool.noise.superseded;
      return isLarge(repeats, input) && repeats >= tool.addedTokens * RULES.toolLeastShare;
    })
    .map((tool) => {
      const repeats = tool.noise.duplicate + tool.noise.superseded;
      return found(
        "tool.read-again",
        `${percent(repeats / tool.addedTokens)} of what \`${tool.tool}\` brings was seen before or read again later: ` +
          `${short(repeats)} tokens.`,
        repeats,
        tool,
        sessionsWith(input, { tool: [tool.tool], pass: ["duplicate", "superseded"] }),
      );
    });

const lingeringErrors: Rule = (input) =>
  input.tools
    .filter((tool) => isLarge(tool.noise["resolved-error"], input))
    .map((tool) =>
      found(
        "tool.resolved-errors",
        `Failed \`${tool.tool}\` runs stay in the window after the same run passed: ` +
          `${short(tool.noise["resolved-error"])} tokens.`,
        tool.noise["resolved-error"],
        tool,
        sessionsWith(input, { tool: [tool.tool], pass: ["resolved-error"] }),
      ),
    );

const repeatedFailure: Rule = (input) =>
  input.failing.map((failure) =>
    found(
      "failure.repeated",
      `\`${failure.title}\` failed ${failure.occurrences} times in ${failure.sessions} ` +
        `${failure.sessions === 1 ? "session" : "sessions"}.`,
      0,
      { carriedTokens: 0, costUsd: 0 },
      { label: `FAIL-${String(failure.number).padStart(3, "0")}`, filter: null, failure: failure.number },
    ),
  );

const BY_TOKENS: readonly Rule[] = [noisyAgent, repeatedSkill, bigSkill, rereadingTool, lingeringErrors];

/**
 * At most five sentences, the costliest first, at most two of one rule. A repeated failure has no token figure of its
 * own and closes the list.
 */
export function findingsOf(input: FindingInput): Finding[] {
  const costly = BY_TOKENS.flatMap((rule) =>
    rule(input)
      .sort((a, b) => b.costTokens - a.costTokens)
      .slice(0, 2),
  ).sort((a, b) => b.costTokens - a.costTokens);
  const failures = repeatedFailure(input).slice(0, 1);
  return [...costly.slice(0, RULES.maxFindings - failures.length), ...failures];
}
