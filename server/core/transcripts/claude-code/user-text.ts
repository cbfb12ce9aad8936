import type { EventKind, Outcome } from "../../events/kinds";
import { skillName } from "../../events/paths";
import { lookUp, objectAt, stringAt } from "../json";
import type { EventFields } from "../record-writer";
import { noteClear, noteRewind } from "./branches";
import { attributedSkill, type RecordInput, speak } from "./state";

/** Texts that Claude Code writes in the user's name, by their beginning. What no row knows was typed by a person. */
const TEXT_KINDS: readonly (readonly [RegExp, EventKind, Outcome?])[] = [
  [/^<local-command-(?:stdout|stderr|caveat)>|^Caveat: The messages below/, "system"],
  [/^<bash-(?:stdout|stderr)>/, "system"],
  [/^\[Request interrupted by user/, "system", "aborted"],
  [/^\[Image: source: /, "system"],
  [/^<teammate-message/, "agent_output"],
  [/^This session is being continued from a previous conversation/, "summary"],
];

/** Commands of the program itself: they steer it and ask nothing of the model. */
const PROGRAM_COMMANDS = new Set(
  (
    "add-dir agents background bashes bug clear color compact config context continue copy cost desktop doctor effort exit export " +
    "extra-usage fast feedback help hooks ide install-github-app keybindings login logout mcp memory model output-style " +
    "permissions plugin privacy-settings quit release-notes reload-plugins remote-control remote-env rename resume rewind " +
    "sandbox stats status statusline stickers tasks terminal-setup theme todos upgrade usage vim"
  ).split(" "),
);

/** Reads what stands in a `user` record outside of results, when it is not marked as written by the program. */
export function readUserText(input: RecordInput, text: string): null {
  const { writer, record } = input;
  const trimmed = text.trim();
  if (trimmed.startsWith("<task-notification>") || isNotification(record)) return readNotification(input, text);
  if (/^<command-(?:name|message|args)>/.test(trimmed)) return readCommand(input, text);
  const known = TEXT_KINDS.find(([pattern]) => pattern.test(trimmed));
  if (!known) return readPrompt(input, text);
  const [, kind, outcome] = known;
  if (kind === "summary") return readSummary(input, text);
  writer.add({ kind, text, ...(outcome ? { outcome } : {}) });
  return null;
}

function isNotification(record: RecordInput["record"]): boolean {
  return stringAt(objectAt(record, "origin"), "kind") === "task-notification";
}

/** What the user typed; reminders inside are rules that the program injected. */
function readPrompt(input: RecordInput, text: string): null {
  const { writer, trail } = input;
  const { typed, reminders } = splitReminders(text);
  if (typed !== "") {
    noteRewind(input, typed);
    trail.prompts++;
    trail.command = null;
    speak(trail, writer.seq, null);
    writer.add({ kind: "user_prompt", text: typed });
  }
  for (const reminder of reminders) writer.add(ruleInjection(reminder));
  return null;
}

const REMINDER_OPENS = "<system-reminder>";
const REMINDER_CLOSES = "</system-reminder>";

/** One pass over the text, so that openers without a close cost nothing extra. */
function splitReminders(text: string): { typed: string; reminders: string[] } {
  const reminders: string[] = [];
  const typed: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(REMINDER_OPENS, at);
    const end = start === -1 ? -1 : text.indexOf(REMINDER_CLOSES, start);
    if (end === -1) break;
    typed.push(text.slice(at, start));
    at = end + REMINDER_CLOSES.length;
    reminders.push(text.slice(start, at));
  }
  typed.push(text.slice(at));
  const rest = typed.join("");
  return { typed: reminders.length === 0 ? text : rest.trim(), reminders };
}

/** Reminders quote rule files as `Contents of /path/CLAUDE.md (project instructions):`. */
const QUOTED_FILE = /Contents of (\S[^\n]*?\.(?:md|mdc|txt|json))(?= \(|:)/;

const MAX_QUOTE_SEARCH = 4_000;

function ruleInjection(text: string): EventFields {
  const path = QUOTED_FILE.exec(text.slice(0, MAX_QUOTE_SEARCH))?.[1];
  return { kind: "rule_injection", text, ...(path ? { path } : {}) };
}

/** A slash command: of the program itself, or one whose body or skill follows in a record of its own. */
function readCommand(input: RecordInput, text: string): null {
  const { writer, trail, uuid } = input;
  const name = /<command-name>\s*\/?([^<]*)<\/command-name>/.exec(text)?.[1]?.trim() ?? "";
  if (name === "clear") noteClear(input);
  if (PROGRAM_COMMANDS.has(name)) {
    writer.add({ kind: "system", text });
    return null;
  }
  readPrompt(input, text);
  trail.command = uuid === null ? null : { uuid, name };
  return null;
}

/** The end of a background task: what its agent handed back, or a notice about a shell command. */
function readNotification({ file, writer }: RecordInput, text: string): null {
  const callId = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1]?.trim();
  const status = /<status>([^<]+)<\/status>/.exec(text)?.[1]?.trim() ?? "";
  const call = callId ? file.calls.get(callId) : undefined;
  const isShellNotice = call === undefined ? SHELL_TASK.test(text) : call.toolClass !== "agent";
  // The call has its own result already, so the notice names the tool and does not pair with the call.
  writer.add({
    kind: isShellNotice ? "system" : "agent_output",
    text,
    tool: call?.tool,
    outcome: lookUp(NOTIFICATION_OUTCOMES, status),
  });
  return null;
}

/** Ids of background tasks begin with their kind: b for a shell command or a monitor of one, a for an agent. */
const SHELL_TASK = /<task-id>\s*b|<summary>(?:Background command|Monitor event)/;

const NOTIFICATION_OUTCOMES: Readonly<Record<string, Outcome>> = {
  completed: "ok",
  failed: "error",
  killed: "aborted",
  stopped: "aborted",
};

/** The summary that stands for everything before a compaction. Old files have it without a boundary record. */
export function readSummary({ writer, trail }: RecordInput, text: string): null {
  if (!trail.awaitsSummary) writer.boundary("compaction");
  trail.awaitsSummary = false;
  trail.lastSpoken = null;
  trail.isEmpty = false;
  writer.add({ kind: "summary", text });
  return null;
}

const SKILL_FOLDER = /^Base directory for this skill: ([^\n]+)/;

/** Reads a text that the program marked as its own (`isMeta`). */
export function readMetaText(input: RecordInput, text: string): null {
  const { writer, record, file, trail } = input;
  const trimmed = text.trim();
  const folder = SKILL_FOLDER.exec(trimmed)?.[1]
    ?.trim()
    .replace(/[\\/]+$/, "");
  const callId = stringAt(record, "sourceToolUseID");
  const call = callId ? file.calls.get(callId) : undefined;
  if (folder !== undefined || call?.toolClass === "skill")
    return readSkillBody(input, text, folder, call?.skill ?? null);
  const isReminder = trimmed.startsWith("<system-reminder>");
  const isCommandBody = trail.command !== null && record["parentUuid"] === trail.command.uuid;
  if (isReminder || isCommandBody) {
    trail.command = isReminder ? trail.command : null;
    writer.add(ruleInjection(text));
    return null;
  }
  const known = TEXT_KINDS.find(([pattern]) => pattern.test(trimmed));
  writer.add({ kind: known?.[1] === "agent_output" ? "agent_output" : "system", text });
  return null;
}

/** The body of a skill is what its load costs. It is named by its folder, else by the call or the slash command. */
function readSkillBody(input: RecordInput, text: string, folder: string | undefined, called: string | null): null {
  const { writer, trail, record } = input;
  const byFolder = folder?.split(/[\\/]/).at(-1);
  const byCommand = trail.command ? skillName(trail.command.name) : undefined;
  const skill = (byFolder || undefined) ?? called ?? byCommand ?? attributedSkill(record) ?? "unknown";
  trail.command = null;
  writer.add({ kind: "skill_load", text, skill, ...(folder ? { path: `${folder}/SKILL.md` } : {}) });
  return null;
}
