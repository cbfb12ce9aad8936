import type { HandoffNote, TodoState } from "./note";

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
    ["Current Task", note.currentTask === "" ? [] : [safeBlock(note.currentTask)]],
    ["Progress", note.progress.map(({ text, state }) => `- [${MARKS[state]}] ${text}${SUFFIX[state]}`)],
    ["Key Decisions", note.keyDecisions.map(({ text, ref }) => `- ${withRef(text, ref)}`)],
    ["Open Questions", note.openQuestions.map((text) => `- ${text}`)],
    ["Files Modified", note.filesModified.map((file) => `- ${file.path} (${changeOf(file)})`)],
    ["Next Steps", note.nextSteps.map((text, index) => `${index + 1}. ${text}`)],
    [
      "Rejected Alternatives",
      note.rejectedAlternatives.map(({ text, why, ref }) => `- ${withRef(why === "" ? text : `${text}: ${why}`, ref)}`),
    ],
    ["Remaining Failures", note.remainingFailures.map(({ text, ref }) => `- ${withRef(text, ref)}`)],
    [
      "Last Checks",
      note.checks.map(({ check, command, passed }) => `- ${check}: ${passed ? "passed" : "failed"} (${command})`),
    ],
    ["Branch", note.branch === null ? [] : [note.branch]],
    ["Commits", note.commits.map(commitLine)],
  ];
  const head = [
    "## Session Handoff Note",
    `**From**: Session #${note.from.session} (${note.from.at})`,
    `**To**: ${note.to}`,
  ];
  const body = sections.filter(([, lines]) => lines.length > 0).flatMap(([title, lines]) => [`### ${title}`, ...lines]);
  return `${[...head, ...body].join("\n")}\n`;
}

const MARKS: Readonly<Record<TodoState, string>> = { done: "x", in_progress: " ", open: " ", cancelled: "x" };
const SUFFIX: Readonly<Record<TodoState, string>> = {
  done: "",
  in_progress: " (in progress)",
  open: "",
  cancelled: " (cancelled)",
};

function commitLine({ hash, message, branch }: HandoffNote["commits"][number]): string {
  return `- ${hash === null ? "" : `${hash} `}${message}${branch === undefined ? "" : ` (on ${branch})`}`;
}

function withRef(text: string, ref: string | null): string {
  return ref === null ? text : `${text} (${ref})`;
}

/** `new file, 2 edits`, `3 edits`, `written 2 times`. */
export function changeOf({ edits, writes, isNew }: HandoffNote["filesModified"][number]): string {
  const rewrites = isNew ? Math.max(0, writes - 1) : writes;
  const parts = [
    isNew ? "new file" : "",
    rewrites > 0 ? `written ${rewrites === 1 ? "once" : `${rewrites} times`}` : "",
    edits > 0 ? `${edits} ${edits === 1 ? "edit" : "edits"}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ") || "changed";
}

/** A heading inside the task would end its section. */
function safeBlock(text: string): string {
  return text.replace(/^(#{1,6}\s)/gm, "\\$1");
}

/** What a note says in Markdown: texts only, since counts and refs of events are not part of the form. */
export interface ReadHandoff {
  readonly session: number | null;
  readonly at: string;
  readonly to: string;
  readonly sections: ReadonlyMap<string, string>;
}

/** Reads the form back. Unknown sections are kept under their title; null when it is no handoff note. */
export function readHandoff(markdown: string): ReadHandoff | null {
  const lines = markdown.split(/\r?\n/);
  const start = lines.findIndex((line) => /^#{1,3}\s+Session Handoff Note\s*$/.test(line));
  if (start < 0) return null;
  const sections = new Map<string, string[]>();
  let from: RegExpExecArray | null = null;
  let to = "";
  let open: string[] | null = null;
  for (const line of lines.slice(start + 1)) {
    const title = /^###\s+(.+?)\s*$/.exec(line)?.[1];
    if (title !== undefined) {
      open = sections.get(title) ?? [];
      sections.set(title, open);
    } else if (open === null) {
      from ??= /^\*\*From\*\*:\s*Session #(\d+)(?: \(([^)]*)\))?/.exec(line);
      to = /^\*\*To\*\*:\s*(.+?)\s*$/.exec(line)?.[1] ?? to;
    } else open.push(line.replace(/^\\(#{1,6}\s)/, "$1"));
  }
  return {
    session: from ? Number(from[1]) : null,
    at: from?.[2] ?? "",
    to,
    sections: new Map([...sections].map(([title, body]) => [title, body.join("\n").trim()])),
  };
}
