import type { ExplanationView, OpinionView } from "@/server/core/runs/explanation-view";

type Level = ExplanationView["level"];

/** What the plan went by, as a sentence. The order of precedence is: protected, in flight, not paying, passes. */
export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  helper: "No rule looks at it: it stands in the window of a helper that nobody prunes.",
  history: "It has left the window, so no run can take it out. What the rules say of it is history.",
  protected: "Protected: a protection comes before every pass.",
  "in-flight": "In flight: it may go later, and stays for now.",
  "not-paying": "Not paying: a rule found it, and what would be left is hardly smaller.",
  "stands-in": "It takes the place of the one that it repeats, which is not in full any more.",
  pass: "A pass takes it: nothing protects it, nothing is in flight, and it pays.",
  age: "No rule found anything; by age alone its kept meaning is enough.",
  "set-before": "A run, a person or an agent set what the model sees of it; it only changes by a restore.",
  idle: "Charted as idle; no pass takes it out.",
  nothing: "No rule has anything to say against it, so it stays in full.",
};

/** What a rule says when the event is none of its business. */
const SILENT: Readonly<Record<string, string>> = {
  "protect.pin": "Nobody pinned it.",
  "protect.core-files": "No core file: no pattern matches.",
  "protect.safety-files": "No decision log, failure registry or constraints.",
  "protect.project-files": "No pattern of the project matches.",
  "protect.project-tools": "No protected tool.",
  "protect.user-intent": "No prompt, answer of the user or accepted plan.",
  "protect.governing-skill": "No skill body with an open task.",
  "protect.restored": "Not restored lately.",
  "protect.in-flight": "No unfinished call, current change or result that was just named.",
  "protect.linked-failure": "No open failure of the registry.",
  "protect.verification": "Not the latest result of a check, nor an unresolved failure.",
  "protect.working-set": "Not the latest read of a file that is being edited.",
  "protect.reused": "The agent did not come back to it often.",
  "protect.spoken-of-file": "No whole file that was spoken of since.",
  "protect.current-files": "No current file.",
  "protect.tail": "Older than the window of its class.",
  "dedup.identical-result": "No earlier result is the same.",
  "dedup.skill-load": "No repeated load of a skill.",
  "dedup.graph-query": "No repeated query of the symbol graph.",
  "purge-errors.resolved-error": "No failure that was resolved.",
  "compress-stale.superseded-read": "No later read shows all of it again.",
  "compress-stale.covered-read": "Later reads do not show most of it.",
  "compress-stale.committed-work": "No work that a later commit holds.",
  "compress-stale.finished-task": "Belongs to no finished task.",
  "compress-stale.undone-work": "No change that was taken back.",
  "compress-stale.repeated-lines": "Too few of its lines stand in something newer.",
  "compress-stale.aged": "Not taken by age.",
  "compress-stale.summarized-range": "Only a compacting run summarizes ranges.",
  "noise.idle": "Not idle: referred to, too young, or held by a rule above.",
};

/** What a line of the panel says: the rule's own sentence, else why it has none. */
export function opinionWords({ rule, reason }: Pick<OpinionView, "rule" | "reason">): string {
  return reason ?? SILENT[rule] ?? "It does not apply.";
}

const ANSWER_WORD: Readonly<Record<OpinionView["answer"], string>> = {
  decides: "decides",
  holds: "holds too",
  overruled: "overruled",
  finds: "applies",
  silent: "does not apply",
};

export function answerWord({ answer }: Pick<OpinionView, "answer">): string {
  return ANSWER_WORD[answer];
}

export const GROUP_WORD: Readonly<Record<OpinionView["group"], string>> = {
  protection: "Protections",
  dedup: "Pass 1, duplicates",
  "purge-errors": "Pass 2, resolved errors",
  "compress-stale": "Pass 3, stale",
  noise: "Charted only",
};

/** The opinions by group, in the order in which they are asked. */
export function byGroup(opinions: readonly OpinionView[]): { group: OpinionView["group"]; opinions: OpinionView[] }[] {
  const groups: { group: OpinionView["group"]; opinions: OpinionView[] }[] = [];
  for (const opinion of opinions) {
    const last = groups.at(-1);
    if (last?.group === opinion.group) last.opinions.push(opinion);
    else groups.push({ group: opinion.group, opinions: [opinion] });
  }
  return groups;
}
