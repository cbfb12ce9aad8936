import { type ShellKind, type StewardProgram, shellLine } from "./program";

interface HookEvent {
  readonly event: string;
  /** Only these tools or causes, as the client matches them. */
  readonly matcher?: string;
  readonly isAsync?: boolean;
  readonly timeoutS: number;
}

/** Tools whose results can be large. A process for each small edit would cost more than it tells. */
const LARGE_RESULTS = "Read|Bash|Grep|Glob|WebFetch|WebSearch|Task|Agent|mcp__.*";

/**
 * What the start prints goes into the context, so the client waits for it. SessionEnd is waited for as well: the client
 * ends behind it and would take an asynchronous process along; it returns in milliseconds.
 */
const CLAUDE_EVENTS: readonly HookEvent[] = [
  { event: "SessionStart", timeoutS: 10 },
  { event: "UserPromptSubmit", isAsync: true, timeoutS: 30 },
  { event: "PostToolUse", matcher: LARGE_RESULTS, isAsync: true, timeoutS: 30 },
  { event: "PreCompact", isAsync: true, timeoutS: 60 },
  { event: "SubagentStop", isAsync: true, timeoutS: 60 },
  { event: "Stop", isAsync: true, timeoutS: 60 },
  { event: "SessionEnd", timeoutS: 5 },
];

/** Codex has no asynchronous hooks; the command returns in milliseconds and uploads behind it. */
const CODEX_EVENTS: readonly HookEvent[] = [
  { event: "SessionStart", timeoutS: 10 },
  { event: "UserPromptSubmit", timeoutS: 10 },
  { event: "PostToolUse", timeoutS: 10 },
  { event: "PreCompact", timeoutS: 10 },
  { event: "SubagentStop", timeoutS: 10 },
  { event: "Stop", timeoutS: 10 },
  { event: "SessionEnd", timeoutS: 3 },
];

const GEMINI_EVENTS: readonly HookEvent[] = [
  { event: "SessionStart", timeoutS: 10 },
  { event: "BeforeAgent", timeoutS: 10 },
  { event: "AfterTool", timeoutS: 10 },
  { event: "AfterAgent", timeoutS: 10 },
  { event: "PreCompress", timeoutS: 10 },
  { event: "SessionEnd", timeoutS: 5 },
];

const CURSOR_EVENTS = ["sessionStart", "postToolUse", "subagentStop", "preCompact", "stop", "sessionEnd"];
const COPILOT_EVENTS = [
  "sessionStart",
  "userPromptSubmitted",
  "postToolUse",
  "preCompact",
  "subagentStop",
  "agentStop",
  "sessionEnd",
];

/** One entry of a client's configuration: an item of the list at `path`. */
export interface HookEntry {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Claude Code starts programs with arguments, without a shell: paths with blanks need no quotes, on Windows neither. */
export function claudeHooks({ program, args }: StewardProgram): HookEntry[] {
  return CLAUDE_EVENTS.map(({ event, matcher, isAsync, timeoutS }) => ({
    path: ["hooks", event],
    value: {
      ...(matcher && { matcher }),
      hooks: [
        {
          type: "command",
          command: program,
          args: [...args, "hook", "claude-code"],
          ...(isAsync && { async: true }),
          timeout: timeoutS,
        },
      ],
    },
  }));
}

export function codexHooks(steward: StewardProgram, shell: ShellKind): HookEntry[] {
  const command = shellLine(steward, ["hook", "codex"], shell);
  return CODEX_EVENTS.map(({ event, timeoutS }) => ({
    path: ["hooks", event],
    value: { hooks: [{ type: "command", command, timeout: timeoutS }] },
  }));
}

/** Gemini CLI counts the timeout in milliseconds. */
export function geminiHooks(steward: StewardProgram, shell: ShellKind): HookEntry[] {
  const command = shellLine(steward, ["hook", "gemini-cli"], shell);
  return GEMINI_EVENTS.map(({ event, timeoutS }) => ({
    path: ["hooks", event],
    value: { hooks: [{ name: "context-steward", type: "command", command, timeout: timeoutS * 1_000 }] },
  }));
}

export function cursorHooks(steward: StewardProgram, shell: ShellKind): HookEntry[] {
  const command = shellLine(steward, ["hook", "cursor"], shell);
  return CURSOR_EVENTS.map((event) => ({ path: ["hooks", event], value: { command } }));
}

/** What Copilot CLI sends names no event, so the command is told. */
export function copilotHooks(steward: StewardProgram): HookEntry[] {
  return COPILOT_EVENTS.map((event) => {
    const words = ["hook", "copilot-cli", "--event", event];
    const lines = { bash: shellLine(steward, words, "posix"), powershell: shellLine(steward, words, "windows") };
    return { path: ["hooks", event], value: { type: "command", ...lines, timeoutSec: 10 } };
  });
}
