import type { Right } from "../access/rights";
import { STAGES } from "../events/kinds";
import { PRIORITY_LEVELS } from "../files/rank-files";
import type { CommandName } from "./args";

/** How words of a phrase become an argument (read-params.ts). */
export type ParamKind = "word" | "words" | "list" | "refs" | "size" | "level" | "stage" | "checkpoint" | "record";

export interface Param {
  readonly name: string;
  readonly kind: ParamKind;
  readonly required: boolean;
  /** In place of its name in the usage. */
  readonly shown?: string;
  /** As a fault says it: "a size such as 200k". */
  readonly wants: string;
  /** The argument is everything behind this word, instead of having a place. */
  readonly after?: string;
  /** What completion offers. */
  readonly values?: readonly string[];
}

export interface Example {
  readonly text: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly session?: number;
}

export interface Command {
  readonly name: CommandName;
  /** Other words for it, with the names that FlowDeck gave its tools; each may follow "context" too. */
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly params: readonly Param[];
  /** It is about one session: `on S-12` at its end names which. */
  readonly ofSession: "needed" | "possible" | "never";
  readonly right: Right;
  /** What it needs instead once this argument is given: to look at something takes less than to change it. */
  readonly rightWith?: { readonly param: string; readonly right: Right };
  readonly examples: readonly Example[];
}

const REFS: Param = { name: "refs", kind: "refs", required: true, wants: "names such as ctx:a1" };
const BECAUSE: Param = {
  name: "because",
  kind: "words",
  required: false,
  after: "because",
  shown: "why",
  wants: "a reason",
};

/**
 * The smart commands: the one table behind the command line, the browser's command bar, MCP and the phrases of skills.
 * What is read, completed, refused and run follows from it.
 */
export const COMMANDS: readonly Command[] = [
  {
    name: "status",
    aliases: ["usage", "how full"],
    summary: "How full the window is, and what to do about it.",
    params: [],
    ofSession: "needed",
    right: "session:read",
    examples: [
      { text: "context status", args: {} },
      { text: "status on S-12", args: {}, session: 12 },
    ],
  },
  {
    name: "summarize",
    aliases: ["summarise", "summary"],
    summary: "Writes the summary of the session as it stands now.",
    params: [],
    ofSession: "needed",
    right: "memory:write",
    examples: [{ text: "context summarize", args: {} }],
  },
  {
    name: "decisions",
    aliases: ["decision log", "memory"],
    summary: "What was decided in the project, the newest first.",
    params: [{ name: "words", kind: "words", required: false, wants: "words to look for" }],
    ofSession: "never",
    right: "decision:read",
    examples: [
      { text: "context decisions", args: {} },
      { text: "decisions retry policy", args: { words: "retry policy" } },
    ],
  },
  {
    name: "handoff",
    aliases: ["hand off", "hand over"],
    summary: "Makes the note with which the next session goes on.",
    params: [],
    ofSession: "needed",
    right: "handoff:write",
    examples: [{ text: "context handoff", args: {} }],
  },
  {
    name: "priority",
    aliases: ["prioritize", "prioritise"],
    summary: "Shows or sets how important a file is, P0 to P3; auto takes the setting off.",
    params: [
      { name: "file", kind: "word", required: true, wants: "a file such as src/auth.ts" },
      {
        name: "level",
        kind: "level",
        required: false,
        wants: "a level, P0 to P3 or auto",
        values: [...PRIORITY_LEVELS, "auto"],
      },
    ],
    ofSession: "possible",
    right: "project:read",
    rightWith: { param: "level", right: "session:prune" },
    examples: [
      { text: "context priority src/auth.ts P0", args: { file: "src/auth.ts", level: "P0" } },
      { text: 'priority "my notes.md"', args: { file: "my notes.md" } },
    ],
  },
  {
    name: "search",
    aliases: ["find"],
    summary: "Looks through everything that was said, done and recorded, also what was archived.",
    params: [{ name: "query", kind: "words", required: true, wants: "words to look for" }],
    ofSession: "never",
    right: "session:read",
    examples: [
      { text: 'context search "stale lock"', args: { query: "stale lock" } },
      { text: 'search kind:decision "refresh token" rotate', args: { query: 'kind:decision "refresh token" rotate' } },
    ],
  },
  {
    name: "compact",
    aliases: [],
    summary: "Prunes the window and summarizes what is done, at once.",
    params: [],
    ofSession: "needed",
    right: "session:prune",
    examples: [{ text: "context compact", args: {} }],
  },
  {
    name: "budget",
    aliases: ["window"],
    summary: "Shows what the window should hold, or sets its size; auto takes the model's again.",
    params: [
      {
        name: "size",
        kind: "size",
        required: false,
        wants: "a size such as 200k, or auto",
        values: ["128k", "200k", "400k", "1m", "auto"],
      },
    ],
    ofSession: "needed",
    right: "session:read",
    rightWith: { param: "size", right: "session:prune" },
    examples: [
      { text: "context budget 200k", args: { size: 200_000 } },
      { text: "context budget auto on S-3", args: { size: "auto" }, session: 3 },
    ],
  },
  {
    name: "prune",
    aliases: ["clean"],
    summary: "Takes duplicates, resolved errors and stale results out of the window.",
    params: [],
    ofSession: "needed",
    right: "session:prune",
    examples: [{ text: "context prune", args: {} }],
  },
  {
    name: "archive",
    aliases: [],
    summary: "Takes results out of the window, or shows which could go.",
    params: [
      { ...REFS, required: false },
      {
        name: "keeping",
        kind: "words",
        required: false,
        after: "keeping",
        shown: "meaning",
        wants: "what still matters of it",
      },
    ],
    ofSession: "needed",
    right: "session:read",
    rightWith: { param: "refs", right: "session:prune" },
    examples: [
      { text: "context archive", args: {} },
      { text: "archive ctx:a1 ctx:b2", args: { refs: ["ctx:a1", "ctx:b2"] } },
      {
        text: "archive ctx:a1 keeping three hits in src/a.ts",
        args: { refs: ["ctx:a1"], keeping: "three hits in src/a.ts" },
      },
    ],
  },
  {
    name: "restore",
    aliases: ["unarchive"],
    summary: "Puts archived results back in full.",
    params: [REFS],
    ofSession: "needed",
    right: "session:prune",
    examples: [{ text: "context restore ctx:a1", args: { refs: ["ctx:a1"] } }],
  },
  {
    name: "pin",
    aliases: ["keep"],
    summary: "Keeps events in the window whatever is pruned.",
    params: [REFS, BECAUSE],
    ofSession: "needed",
    right: "session:prune",
    examples: [
      { text: "context pin ctx:a1 because the API is in it", args: { refs: ["ctx:a1"], because: "the API is in it" } },
    ],
  },
  {
    name: "unpin",
    aliases: [],
    summary: "Takes pins off, when what was pinned is done.",
    params: [REFS],
    ofSession: "needed",
    right: "session:prune",
    examples: [{ text: "context unpin ctx:a1", args: { refs: ["ctx:a1"] } }],
  },
  {
    name: "checkpoint",
    aliases: ["save", "fd-checkpoint"],
    summary: "Saves the state from which a fresh session can go on.",
    params: [{ name: "note", kind: "words", required: false, wants: "a note" }],
    ofSession: "needed",
    right: "session:prune",
    examples: [
      { text: "context checkpoint", args: {} },
      { text: "checkpoint Mind the cache on S-12", args: { note: "Mind the cache" }, session: 12 },
    ],
  },
  {
    name: "resume",
    aliases: ["continue", "fd-resume"],
    summary: "What a fresh session starts from: the latest checkpoint, or the one that is named.",
    params: [{ name: "from", kind: "checkpoint", required: false, wants: "a checkpoint such as 12.3" }],
    ofSession: "never",
    right: "session:prune",
    examples: [{ text: "context resume 12.3", args: { from: "12.3" } }],
  },
  {
    name: "load",
    aliases: ["load-rules", "load rules"],
    summary: "Which rules and skills to load at a stage, and which wait.",
    params: [{ name: "stage", kind: "stage", required: false, wants: `a stage: ${STAGES.join(", ")}`, values: STAGES }],
    ofSession: "possible",
    right: "session:read",
    examples: [{ text: "context load execute", args: { stage: "execute" } }],
  },
  {
    name: "graph",
    aliases: ["outline", "fdx-graph"],
    summary: "What a file or a symbol declares, imports and is imported by.",
    params: [{ name: "of", kind: "words", required: true, wants: "a file or a symbol" }],
    ofSession: "never",
    right: "project:read",
    examples: [{ text: "context graph src/auth.ts", args: { of: "src/auth.ts" } }],
  },
  {
    name: "record decision",
    aliases: ["decide", "decision-trace"],
    summary: "Proposes a decision.",
    params: [{ name: "title", kind: "words", required: true, wants: "what was decided" }, BECAUSE],
    ofSession: "never",
    right: "decision:write",
    examples: [
      {
        text: "record decision Use Zustand instead of Redux because it is smaller",
        args: { title: "Use Zustand instead of Redux", because: "it is smaller" },
      },
    ],
  },
  {
    name: "record failure",
    aliases: [],
    summary: "Writes down what was tried and failed.",
    params: [{ name: "title", kind: "words", required: true, wants: "what was tried" }, BECAUSE],
    ofSession: "never",
    right: "failure:write",
    examples: [
      {
        text: "context record failure npm ci hangs behind the proxy",
        args: { title: "npm ci hangs behind the proxy" },
      },
    ],
  },
  {
    name: "check failure",
    aliases: ["check failures", "tried"],
    summary: "Whether something was tried before, and what worked.",
    params: [{ name: "text", kind: "words", required: true, wants: "what you are about to try" }],
    ofSession: "never",
    right: "failure:read",
    examples: [{ text: "check failure npm test -- prices", args: { text: "npm test -- prices" } }],
  },
  {
    name: "constraints",
    aliases: ["rules"],
    summary: "What must be kept to, in the whole project or for some files.",
    params: [{ name: "paths", kind: "list", required: false, wants: "files" }],
    ofSession: "never",
    right: "memory:read",
    examples: [{ text: "context constraints src/a.ts", args: { paths: ["src/a.ts"] } }],
  },
  {
    name: "preferences",
    aliases: [],
    summary: "What people said they want.",
    params: [],
    ofSession: "never",
    right: "memory:read",
    examples: [{ text: "context preferences", args: {} }],
  },
  {
    name: "claim",
    aliases: [],
    summary: "Takes a handoff note, so that nobody else does the same work.",
    params: [{ name: "handoff", kind: "record", required: true, wants: "a handoff such as HND-007" }],
    ofSession: "never",
    right: "handoff:write",
    examples: [{ text: "context claim HND-007", args: { handoff: 7 } }],
  },
];

export function commandOf(name: CommandName): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new Error(`The table has no command ${name}.`);
  return command;
}

/** `context priority <file> [P0|P1|P2|P3|auto]`. */
export function usageOf({ name, params }: Pick<Command, "name" | "params">): string {
  const parts = params.map((param) => {
    const shown = param.kind === "level" && param.values ? param.values.join("|") : `<${param.shown ?? param.name}>`;
    const whole = param.after ? `${param.after} ${shown}` : shown;
    return param.required ? whole : `[${whole.replace(/^<(.*)>$/, "$1")}]`;
  });
  return ["context", name, ...parts].join(" ");
}

/** The right that a call needs, by its arguments. */
export function rightFor({ right, rightWith }: Command, args: Readonly<Record<string, unknown>>): Right {
  if (!rightWith) return right;
  const value = args[rightWith.param];
  const isGiven = Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
  return isGiven ? rightWith.right : right;
}
