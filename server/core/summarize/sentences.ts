import type { LinkedRecord } from "../prune/model";
import type { CheckFact, RangeFacts } from "./facts";
import { count, listed, quoted } from "./words";

/** What a range was about, told by what happened in it. */
export type RangeKind = "discussion" | "edits" | "checks" | "research" | "work" | "talk";

export function kindOf(facts: RangeFacts): RangeKind {
  if (facts.agents.length >= 2) return "discussion";
  if (facts.edits.size > 0) return "edits";
  const runs = facts.checks.reduce((sum, check) => sum + check.runs, 0);
  const looks = facts.reads.size + facts.searches.length + facts.pages.length;
  if (runs > 0 && runs >= looks / 2) return "checks";
  if (looks > 0) return "research";
  return facts.commands.length > 0 || facts.agents.length > 0 ? "work" : "talk";
}

export interface Telling {
  readonly facts: RangeFacts;
  readonly decisions: readonly LinkedRecord[];
  readonly turns: number;
  /** Longest quote; 0 leaves quotes out. */
  readonly quoteCharacters: number;
  readonly names: number;
}

/** One or two sentences in the past tense: a record of what was done, which nobody can take for a task. */
export function tell(telling: Telling): string {
  const { first, second } = TELLERS[kindOf(telling.facts)](telling);
  return second === null ? `${first}.` : `${first}. ${second}.`;
}

interface Sentences {
  readonly first: string;
  readonly second: string | null;
}

const TELLERS: Readonly<Record<RangeKind, (telling: Telling) => Sentences>> = {
  edits: ofEdits,
  research: ofResearch,
  discussion: ofDiscussion,
  checks: ofChecks,
  work: ofWork,
  talk: ofTalk,
};

/** Exploratory edits: the decision, else what was committed, else what the agent concluded; and how checks ended. */
function ofEdits(telling: Telling): Sentences {
  const { facts, turns } = telling;
  const edits = [...facts.edits.values()].reduce((sum, times) => sum + times, 0);
  const failures = facts.checks.reduce((sum, check) => sum + check.failures, 0);
  const onTheWay = failures === 0 ? "" : `, with ${count(failures, "failed check")} on the way`;
  const made = `Made ${count(edits, "edit")} in ${count(facts.edits.size, "file")} over ${count(turns, "request")}`;
  const outcome = chosen(telling);
  const first = `${made}${onTheWay}${outcome === null ? "" : `; ${outcome}`}`;
  return { first, second: facts.checks.length === 0 ? null : finalStatus(facts.checks, telling.names) };
}

function chosen(telling: Telling): string | null {
  const decision = decided(telling);
  if (decision !== null) return decision;
  const { commits } = telling.facts;
  const last = commits.at(-1);
  if (last !== undefined && telling.quoteCharacters > 0) {
    const others = commits.length === 1 ? "" : `, the last of ${commits.length} commits`;
    return `committed as ${quoted(last.subject, telling.quoteCharacters)}${others}`;
  }
  return concluded(telling);
}

/** Research: the conclusion; its sources stand among what was retained. */
function ofResearch(telling: Telling): Sentences {
  const { facts, turns } = telling;
  const parts = [
    facts.reads.size > 0 ? `${count(facts.reads.size, "file")} read` : "",
    facts.searches.length > 0 ? `${count(facts.searches.length, "search", "searches")} made` : "",
    facts.pages.length > 0 ? `${count(facts.pages.length, "page")} opened` : "",
  ].filter((part) => part !== "");
  return {
    first: `Research over ${count(turns, "request")}: ${parts.join(", ")}`,
    second: sentence(decided(telling) ?? concluded(telling)),
  };
}

/** Several agents: what they converged on, and the first thing that one of them held against it. */
function ofDiscussion(telling: Telling): Sentences {
  const { facts, quoteCharacters } = telling;
  const tasks = facts.agents.filter((task) => task !== "").map((task) => quoted(task, Math.min(quoteCharacters, 60)));
  const about = tasks.length > 0 && quoteCharacters > 0 ? `: ${listed(tasks, telling.names)}` : "";
  const consensus = decided(telling) ?? concluded(telling);
  const dissent =
    facts.dissent === null || quoteCharacters === 0 ? null : `dissent: ${quoted(facts.dissent, quoteCharacters)}`;
  const outcome = [consensus, dissent].filter((part) => part !== null).join("; ");
  return {
    first: `Other agents reported on ${count(facts.agents.length, "task")}${about}`,
    second: sentence(outcome || null),
  };
}

function ofChecks(telling: Telling): Sentences {
  const { facts, names } = telling;
  const runs = facts.checks.map(({ label, runs, failures }) => {
    const bad = failures === 0 ? "" : `, ${failures} failed`;
    return `${label} (${count(runs, "run")}${bad})`;
  });
  return { first: `Ran checks: ${listed(runs, names)}`, second: finalStatus(facts.checks, names) };
}

function ofWork(telling: Telling): Sentences {
  const { facts, turns } = telling;
  const ran = facts.commands.length > 0 ? count(facts.commands.length, "command") : count(facts.agents.length, "task");
  return {
    first: `Ran ${ran} over ${count(turns, "request")}`,
    second: sentence(decided(telling) ?? concluded(telling)),
  };
}

function ofTalk(telling: Telling): Sentences {
  const { facts, turns } = telling;
  const messages = count(Math.max(1, facts.talk.messages), "message");
  return {
    first: `The agent wrote ${messages} over ${count(turns, "request")}`,
    second: sentence(decided(telling) ?? concluded(telling)),
  };
}

function finalStatus(checks: readonly CheckFact[], names: number): string {
  const status = checks.map(({ label, lastFailed, lastExit, passedLater }) => {
    if (!lastFailed) return `${label} passed`;
    const ending = lastExit === null ? `${label} failed` : `${label} failed with exit ${lastExit}`;
    return passedLater ? `${ending} and passed later` : ending;
  });
  // What still failed is worth more than what passed.
  const sorted = [...status].sort((a, b) => Number(/ failed/.test(b)) - Number(/ failed/.test(a)));
  return `In the last run ${listed(sorted, names)}`;
}

function decided({ decisions, quoteCharacters }: Telling): string | null {
  const last = decisions.at(-1);
  if (last === undefined) return null;
  const name = last.link.split("@", 1)[0] ?? last.link;
  return quoteCharacters === 0
    ? `decision ${name} came of it`
    : `decision ${name} came of it: ${quoted(last.title, quoteCharacters)}`;
}

function concluded({ facts, quoteCharacters }: Telling): string | null {
  const { conclusion } = facts.talk;
  if (conclusion === null || quoteCharacters === 0) return null;
  return `the agent concluded ${quoted(conclusion, quoteCharacters)}`;
}

function sentence(part: string | null): string | null {
  return part === null ? null : part.charAt(0).toUpperCase() + part.slice(1);
}
