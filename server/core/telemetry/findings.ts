import {
  counted,
  type FindingInput,
  FULL_WINDOW_SHARE,
  found,
  NO_COST,
  percent,
  RULES,
  type Rule,
} from "./findings/rules";
import {
  bigSkill,
  costlyCommand,
  lingeringErrors,
  rarelyReferredSkill,
  repeatedSkill,
  rereadingTool,
  sharedFile,
} from "./findings/what";
import { noisierAgent, noisyAgent, noisyBranch, noisyModel } from "./findings/who";
import type { Finding } from "./overview-view";

const fullWindows: Rule = ({ windows, filter }) => {
  const isOften = windows.known >= RULES.windowLeastSessions && windows.full >= windows.known * RULES.windowLeastShare;
  if (!isOften) return [];
  return [
    found(
      "window.often-full",
      `${windows.full} of ${windows.known} sessions filled more than ${percent(FULL_WINDOW_SHARE)} of their window.`,
      0,
      NO_COST,
      { label: "Show how full windows got", filter, failure: null, page: { kind: "windows", name: "" } },
    ),
  ];
};

const repeatedFailure: Rule = (input) =>
  input.failing.map((failure) =>
    found(
      "failure.repeated",
      `\`${failure.title}\` failed ${failure.occurrences} times in ${counted(failure.sessions, "session")}.`,
      0,
      NO_COST,
      { label: `FAIL-${String(failure.number).padStart(3, "0")}`, filter: null, failure: failure.number, page: null },
    ),
  );

const BY_TOKENS: readonly Rule[] = [
  noisyAgent,
  noisierAgent,
  noisyModel,
  noisyBranch,
  repeatedSkill,
  rarelyReferredSkill,
  bigSkill,
  rereadingTool,
  lingeringErrors,
  sharedFile,
  costlyCommand,
];

/** These have no token figure of their own, so one of each closes the list. */
const CLOSING: readonly Rule[] = [fullWindows, repeatedFailure];

/** At most five sentences, the costliest first, at most two of one rule. */
export function findingsOf(input: FindingInput): Finding[] {
  const costly = BY_TOKENS.flatMap((rule) =>
    rule(input)
      .sort((a, b) => b.costTokens - a.costTokens)
      .slice(0, RULES.maxOfOneRule),
  ).sort((a, b) => b.costTokens - a.costTokens);
  const closing = CLOSING.flatMap((rule) => rule(input).slice(0, 1));
  return [...costly.slice(0, RULES.maxFindings - closing.length), ...closing];
}
