import type { HandoffNote, TodoState } from "./note";
import { escapedBlock } from "./sections";

/**
 * A note as Markdown, in the order and form of the published session handoff note; sections of ours follow behind its
 * own. Empty sections are left out.
 *
 *     ## Session Handoff Note
 *     **From**: Session #12 (2026-03-20 14:30)
 *     **To**: Next session
 *     ### Current Task
 */
export function writeHandoff(note: HandoffNote): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Current Task", note.currentTask === "" ? [] : [escapedBlock(note.currentTask)]],
    ["Progress", note.progress.map(({ text, state }) => `- [${MARKS[state]}] ${text}${SUFFIX[state]}`)],
    ["Key Decisions", note.keyDecisions.map(({ text, ref }) => `- ${withRef(text, ref)}`)],
    ["Open Questions", note.openQuestions.map((text) => `- ${text}`)],
    ["Files Modified", note.filesModified.map((file) => `- ${file.path} (${changeOf(file)})`)],
    ["Next Steps", note.nextSteps.map((text, index) => `${index + 1}. ${text}`)],
    [
      "Rejected Alternatives",
      note.rejectedAlternatives.map(({ text, why, ref }) => `- ${withRef(why === "" ? text : `${text}: ${why}`, ref)}`),
    ],
    [
      "Failed Approaches",
      note.failedApproaches.map(({ text, why, ref }) => `- ${withRef(why === "" ? text : `${text}: ${why}`, ref)}`),
    ],
    ["Remaining Failures", note.remainingFailures.map(({ text, ref }) => `- ${withRef(text, ref)}`)],
    [
      "Last Checks",
      note.checks.map(({ check, command, passed }) => `- ${check}: ${passed ? "passed" : "failed"} (${command})`),
    ],
    ["Branch", note.branch === null ? [] : [note.branch]],
    ["Commits", note.commits.map(commitLine)],
    ...(note.more ?? []).map(({ title, text }) => [title, [escapedBlock(text)]] as const),
  ];
  const head = ["## Session Handoff Note", `**From**: ${sender(note)}`, `**To**: ${note.to}`];
  const body = sections.filter(([, lines]) => lines.length > 0).flatMap(([title, lines]) => [`### ${title}`, ...lines]);
  return `${[...head, ...body].join("\n")}\n`;
}

function sender({ from }: HandoffNote): string {
  return `${from.session === null ? from.agent : `Session #${from.session}`} (${from.at})`;
}

export const MARKS: Readonly<Record<TodoState, string>> = { done: "x", in_progress: " ", open: " ", cancelled: "x" };
export const SUFFIX: Readonly<Record<TodoState, string>> = {
  done: "",
  in_progress: " (in progress)",
  open: "",
  cancelled: " (cancelled)",
};

function commitLine({ hash, message, branch }: HandoffNote["commits"][number]): string {
  return `- ${hash === null ? "" : `${hash} `}${message}${branch === undefined ? "" : ` (on ${branch})`}`;
}

export function withRef(text: string, ref: string | null): string {
  return ref === null ? text : `${text} (${ref})`;
}

/** `new file, 2 edits`, `3 edits`, `written 2 times`. */
export function changeOf({ edits, writes, isNew, about }: HandoffNote["filesModified"][number]): string {
  if (about !== undefined) return about;
  const rewrites = isNew ? Math.max(0, writes - 1) : writes;
  const parts = [
    isNew ? "new file" : "",
    rewrites > 0 ? `written ${rewrites === 1 ? "once" : `${rewrites} times`}` : "",
    edits > 0 ? `${edits} ${edits === 1 ? "edit" : "edits"}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ") || "changed";
}
