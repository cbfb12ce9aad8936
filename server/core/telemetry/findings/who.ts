import { type Figures, provenShare } from "../figures";
import type { BreakdownRow } from "../insight-views";
import type { AgentRow } from "../overview-view";
import { found, isLarge, percent, RULES, type Rule, sessionsWith, standsOut } from "./rules";

/** Who brings more noise than others, or more than before. */

const nameOf = (agent: AgentRow) => `\`${agent.agent || "unnamed"}\` (${agent.client})`;

export const noisyAgent: Rule = (input) =>
  input.agents
    .filter((agent) => standsOut(agent, input))
    .map((agent) =>
      found(
        "agent.far-above",
        `${percent(provenShare(agent))} of what ${nameOf(agent)} adds is noise; overall it is ` +
          `${percent(provenShare(input.totals))}.`,
        agent.provenTokens,
        agent,
        sessionsWith(input, { agent: [agent.agent], client: [agent.client] }, { kind: "agent", name: agent.agent }),
      ),
    );

export const noisierAgent: Rule = (input) =>
  input.agents.flatMap((agent) => {
    const before = input.agentsBefore?.find((row) => row.agent === agent.agent && row.client === agent.client);
    if (!before || before.addedTokens < RULES.leastAddedBefore || !gotNoisier(agent, before)) return [];
    const more = agent.provenTokens - provenShare(before) * agent.addedTokens;
    if (!isLarge(more, input)) return [];
    return [
      found(
        "agent.noisier",
        `${percent(provenShare(agent))} of what ${nameOf(agent)} adds is noise; in the period before it was ` +
          `${percent(provenShare(before))}.`,
        Math.round(more),
        agent,
        sessionsWith(input, { agent: [agent.agent], client: [agent.client] }, { kind: "agent", name: agent.agent }),
      ),
    ];
  });

function gotNoisier(now: Figures, before: Figures): boolean {
  const [share, was] = [provenShare(now), provenShare(before)];
  return share >= RULES.leastShare && share >= was * RULES.timesBefore && share - was >= RULES.leastRise;
}

/** A model or branch beside the others; what is not known stands out of nothing. */
function noisyValue(
  dimension: "model" | "branch",
  rowsOf: (input: Parameters<Rule>[0]) => readonly BreakdownRow[],
): Rule {
  return (input) =>
    rowsOf(input)
      .filter((row) => row.value !== "" && standsOut(row, input))
      .map((row) =>
        found(
          `${dimension}.far-above`,
          `${percent(provenShare(row))} of what sessions ${dimension === "model" ? "with" : "on"} \`${row.value}\` add is ` +
            `noise; overall it is ${percent(provenShare(input.totals))}.`,
          row.provenTokens,
          row,
          sessionsWith(input, { [dimension]: [row.value] }),
        ),
      );
}

export const noisyModel = noisyValue("model", (input) => input.models);
export const noisyBranch = noisyValue("branch", (input) => input.branches);
