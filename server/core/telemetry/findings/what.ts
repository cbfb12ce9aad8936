import { provenShare } from "../figures";
import {
  counted,
  found,
  isLarge,
  isRarelyReferred,
  NO_COST,
  percent,
  RULES,
  type Rule,
  sessionsWith,
  short,
} from "./rules";

/** What brings the noise: skills, tools, files and commands. */

export const repeatedSkill: Rule = (input) =>
  input.skills
    .filter((skill) => skill.loads >= RULES.skillLeastLoads && isLarge(skill.load.provenTokens, input))
    .map((skill) =>
      found(
        "skill.loaded-again",
        `The \`${skill.skill}\` skill was loaded ${skill.loads} times; ${percent(provenShare(skill.load))} of that ` +
          "repeats a body that the thread already had.",
        skill.load.provenTokens,
        skill.load,
        sessionsWith(input, { skill: [skill.skill], kind: ["skill_load"] }, { kind: "skill", name: skill.skill }),
      ),
    );

export const rarelyReferredSkill: Rule = (input) =>
  input.uses
    .filter((use) => isRarelyReferred(use, input))
    .map((use) =>
      found(
        "skill.rarely-referred",
        `\`${use.skill}\` loads ${short(use.bodyTokens)} tokens and is referred to in ` +
          `${percent(use.referredSessions / use.knownSessions)} of its sessions.`,
        use.loadTokens,
        NO_COST,
        sessionsWith(input, { skill: [use.skill], kind: ["skill_load"] }, { kind: "skill", name: use.skill }),
      ),
    );

/** A body that is rarely referred to is told of once. */
export const bigSkill: Rule = (input) => {
  const rarely = new Set(input.uses.filter((use) => isRarelyReferred(use, input)).map((use) => use.skill));
  return input.skills
    .filter((skill) => skill.loads >= RULES.skillLeastLoads && skill.bodyTokens >= RULES.skillBigBodyTokens)
    .filter((skill) => skill.load.addedTokens >= input.totals.addedTokens * RULES.leastShareOfAdded)
    .filter((skill) => !rarely.has(skill.skill))
    .map((skill) =>
      found(
        "skill.big-body",
        `The \`${skill.skill}\` skill brings ${short(skill.bodyTokens)} tokens a load and was loaded ` +
          `${skill.loads} times. Trim its body or load it at a later stage.`,
        skill.load.addedTokens,
        NO_COST,
        sessionsWith(input, { skill: [skill.skill] }, { kind: "skill", name: skill.skill }),
      ),
    );
};

export const rereadingTool: Rule = (input) =>
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

export const lingeringErrors: Rule = (input) =>
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

export const sharedFile: Rule = (input) =>
  input.files
    .filter((file) => file.agents.length >= RULES.fileLeastAgents)
    .filter((file) => isLarge(file.duplicateTokens + file.supersededTokens, input))
    .map((file) => {
      const repeats = file.duplicateTokens + file.supersededTokens;
      return found(
        "file.read-by-several",
        `${counted(file.agents.length, "agent")} read \`${file.target}\` again in ${counted(file.sessions, "session")}: ` +
          `${short(repeats)} tokens that were seen before or read again later.`,
        repeats,
        file,
        sessionsWith(
          input,
          { target: [file.target], pass: ["duplicate", "superseded"] },
          { kind: "targets", name: file.target },
        ),
      );
    });

/** Only the one that cost most: the chart lists the others. */
export const costlyCommand: Rule = (input) =>
  input.errors
    .filter((chain) => chain.runs >= RULES.errorLeastRuns && isLarge(chain.tokens, input))
    .slice(0, 1)
    .map((chain) =>
      found(
        "command.costly-failures",
        `\`${chain.command}\` failed ${chain.runs} times in ${counted(chain.sessions, "session")} before it passed, and ` +
          `left ${short(chain.tokens)} tokens in the window.`,
        chain.tokens,
        chain,
        sessionsWith(
          input,
          { target: chain.targets, tool: chain.tools, pass: ["resolved-error"] },
          { kind: "errors", name: chain.question },
        ),
      ),
    );
