import { capInjection } from "../budget/injection";
import { cutText } from "../events/clean";
import { estimateTokens } from "../events/tokens";
import { changeOf } from "../handoffs/markdown";
import type { BudgetPolicy } from "../prune/model";
import type { CheckpointState } from "./state";

/** One line (or block) of a section; the most important ones are kept when there is no room for all. */
interface Line {
  readonly section: Section;
  readonly text: string;
}

interface SectionRow {
  readonly title: string;
  /** Order of importance: 1 is kept first. */
  readonly rank: number;
  /** `capTokens` is that of the whole text. */
  lines(state: CheckpointState, capTokens: number): readonly string[];
}

/** In reading order. A title is a heading of the third level, as in the published handoff note. */
const SECTIONS = {
  note: { title: "Note", rank: 2, lines: ({ note }) => (note === "" ? [] : [note]) },
  messages: {
    title: "Last User Messages",
    rank: 1,
    lines: ({ userMessages }, capTokens) => userMessages.map((message, at) => messageBlock(message, at, capTokens)),
  },
  task: {
    title: "Current Task",
    rank: 3,
    // What stands among the messages is not said twice.
    lines: ({ task, userMessages }) =>
      task.text === "" || userMessages.some(({ text }) => text === task.text) ? [] : [quoted(task.text)],
  },
  rules: { title: "Constraints and Preferences", rank: 5, lines: ({ rules }) => rules.map((rule) => `- ${rule}`) },
  done: {
    title: "Done (do not do again)",
    rank: 5,
    lines: ({ steps }) => [
      ...steps.done.map((text) => `- [x] ${text}`),
      ...steps.cancelled.map((text) => `- [x] ${text} (cancelled)`),
    ],
  },
  open: {
    title: "Open",
    rank: 4,
    lines: ({ steps, nextSteps }) => [
      ...steps.current.map((text) => `- [ ] ${text} (in progress)`),
      ...steps.open.map((text) => `- [ ] ${text}`),
      ...nextSteps.map((text) => `- [ ] ${text}`),
    ],
  },
  decisions: {
    title: "Key Decisions",
    rank: 6,
    lines: ({ decisions }) => decisions.map(({ text, ref }) => `- ${withRef(text, ref)}`),
  },
  questions: {
    title: "Open Questions",
    rank: 7,
    lines: ({ openQuestions }) => openQuestions.map((text) => `- ${text}`),
  },
  failures: {
    title: "Unresolved Failures",
    rank: 8,
    lines: ({ failures }) =>
      failures.map(
        ({ text, ref, eventRef }) => `- ${withRef(text, ref)}${eventRef === null ? "" : ` [ctx:${eventRef}]`}`,
      ),
  },
  checks: {
    title: "Last Checks",
    rank: 9,
    lines: ({ checks, isChangedSinceCheck }) => [
      ...checks.map(({ check, command, passed }) => `- ${check}: ${passed ? "passed" : "failed"} (${command})`),
      ...(isChangedSinceCheck ? ["- Files changed after the last check: run it again."] : []),
    ],
  },
  workspace: { title: "Workspace", rank: 10, lines: workspaceLines },
  files: {
    title: "Files Modified",
    rank: 11,
    lines: ({ filesModified }) => filesModified.map((file) => `- ${file.path} (${changeOf(file)})`),
  },
  rejected: {
    title: "Rejected Alternatives",
    rank: 12,
    lines: ({ rejectedAlternatives }) =>
      rejectedAlternatives.map(({ text, why, ref }) => `- ${withRef(why === "" ? text : `${text}: ${why}`, ref)}`),
  },
  refs: {
    title: "Can Be Restored",
    rank: 13,
    lines: ({ refs }) =>
      refs.map(({ ref, label, tokens, alsoBy }) => {
        const also = alsoBy.length === 0 ? "" : `, also read by ${alsoBy.join(", ")}`;
        return `- [ctx:${ref}] ${label} (${tokens} tokens${also})`;
      }),
  },
} as const satisfies Record<string, SectionRow>;
type Section = keyof typeof SECTIONS;
const SECTION_NAMES = Object.keys(SECTIONS) as Section[]; // the keys of the table above

const MAX_TOPIC_CHARACTERS = 160;
const MESSAGE_PART_OF_CAP = 4;

export interface RenderedCheckpoint {
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** Lines that had no room; the stored state has them. */
  readonly leftOut: number;
}

/**
 * The text that a fresh session starts from, in Markdown, at most `maxInjectionShare` of the window. Begins with the
 * published lines:
 *
 *     Checkpoint saved: 2026-03-20 14:30
 *     Task: <topic> — Step 2 of 4 complete
 *     Resume with: steward resume 12.3
 */
export function renderCheckpoint(
  state: CheckpointState,
  name: string,
  windowTokens: number | null,
  budget: Pick<BudgetPolicy, "maxInjectionShare">,
): RenderedCheckpoint {
  const cap = capInjection([], windowTokens, budget).capTokens;
  const lines = SECTION_NAMES.toSorted((a, b) => SECTIONS[a].rank - SECTIONS[b].rank).flatMap((section) =>
    linesOf(section, state, cap).map((text): Line => ({ section, text })),
  );
  const items = lines.map((line) => ({ line, tokens: estimateTokens(`${line.text}\n`), reference: "" }));
  const { injected } = capInjection(items, windowTokens, budget);
  const kept = injected.map(({ line }) => line);
  let text = write(state, name, lines, kept);
  while (estimateTokens(text) > cap && kept.length > 0) {
    kept.pop();
    text = write(state, name, lines, kept);
  }
  return { text, tokens: estimateTokens(text), leftOut: lines.length - kept.length };
}

function linesOf(section: Section, state: CheckpointState, capTokens: number): readonly string[] {
  const row: SectionRow = SECTIONS[section];
  return row.lines(state, capTokens);
}

function write(state: CheckpointState, name: string, all: readonly Line[], kept: readonly Line[]): string {
  const body = SECTION_NAMES.flatMap((section) => {
    const own = kept.filter((line) => line.section === section).map(({ text }) => text);
    const missing = all.filter((line) => line.section === section).length - own.length;
    if (own.length + missing === 0) return [];
    const more = missing === 0 ? [] : [`- ${missing} more in the saved state (checkpoints.get)`];
    return ["", `### ${SECTIONS[section].title}`, ...own, ...more];
  });
  return `${[...headOf(state, name), ...body].join("\n")}\n`;
}

const NEXT: Readonly<Record<CheckpointState["task"]["state"], string>> = {
  open: "The task is open. Go on with the first open item.",
  waiting:
    "The task was answered with an open question. Do not do it again; ask the question, and wait for the answer.",
  finished: "The task is finished. Do not start it again; wait for the next instruction.",
};

function headOf(state: CheckpointState, name: string): string[] {
  const { session, savedAt, task, pruned } = state;
  const title = session.title === null ? "" : `: ${oneLine(session.title)}`;
  return [
    `## Checkpoint ${name}`,
    `Checkpoint saved: ${savedAt}`,
    `Task: ${topicOf(state)}${progressOf(state)}`,
    `Resume with: steward resume ${name}`,
    `From: session #${session.number}${title} (${session.client})`,
    ...(pruned.events === 0
      ? []
      : [`Pruned before: ${pruned.events} ${pruned.events === 1 ? "event" : "events"}, ${pruned.tokens} tokens`]),
    "",
    "The last user message decides wherever it disagrees with what follows. What is marked [x] or answered is done: do not do it again.",
    NEXT[task.state],
  ];
}

function topicOf({ task, session }: CheckpointState): string {
  const topic = oneLine(task.text) || oneLine(session.title ?? "") || "not told";
  return topic.length <= MAX_TOPIC_CHARACTERS ? topic : `${topic.slice(0, MAX_TOPIC_CHARACTERS - 1).trimEnd()}…`;
}

/** ` — Step 2 of 4 complete`; nothing without a todo list of the task. */
function progressOf({ steps, task }: CheckpointState): string {
  const done = steps.done.length + steps.cancelled.length;
  const total = done + steps.current.length + steps.open.length;
  if (total > 0 && steps.areOfTask) return ` — Step ${done} of ${total} complete`;
  return task.state === "finished" ? " — complete" : "";
}

/** Word for word; one that would fill the whole text is cut, and its reference leads to the rest. */
function messageBlock(
  { text, ref, isAnswered }: CheckpointState["userMessages"][number],
  at: number,
  capTokens: number,
): string {
  const which = at === 0 ? "Last" : "Before it";
  const maxTokens = Math.floor(capTokens / MESSAGE_PART_OF_CAP);
  const tokens = estimateTokens(text);
  const shown = tokens <= maxTokens ? text : `${cutText(text, maxTokens * 4)}…\n[ctx:${ref}] has all ${tokens} tokens.`;
  return `**${which}** (${isAnswered ? "answered: do not do it again" : "open"}):\n${quoted(shown)}`;
}

/** A quotation cannot be taken for a section of the text around it. */
function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function workspaceLines({ branch, head, commits, stage }: CheckpointState): string[] {
  return [
    ...(branch === null ? [] : [`- Branch: ${branch}${head === null ? "" : ` at ${head.slice(0, 12)}`}`]),
    ...(stage === null ? [] : [`- Stage: ${stage}`]),
    ...commits.map(({ hash, message, branch: other }) => {
      const where = other === undefined ? "" : ` (on ${other})`;
      return `- [x] Commit ${hash === null ? "" : `${hash} `}${message}${where}`;
    }),
  ];
}

function withRef(text: string, ref: string | null): string {
  return ref === null ? text : `${text} (${ref})`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
