import type { EventKind, Outcome } from "../../events/kinds";
import { textOfBlock } from "../content";
import { listAt, stringAt } from "../json";
import type { EventFields } from "../record-writer";
import type { CodexRecord } from "./state";

interface InjectedText {
  pattern: RegExp;
  kind: EventKind;
  outcome?: Outcome;
  /** Finds the file that the text came from. */
  path?: (text: string) => string | undefined;
  skill?: (text: string) => string | undefined;
}

/** Texts that Codex writes in the user's or the developer's name, by their beginning. */
const INJECTED: readonly InjectedText[] = [
  { pattern: /^# AGENTS\.md instructions/, kind: "rule_injection", path: agentsFile },
  { pattern: /^<(?:user_instructions|INSTRUCTIONS)>/, kind: "rule_injection" },
  {
    pattern: /^<skill>/,
    kind: "skill_load",
    path: (text) => tagOf(text, "path"),
    skill: (text) => tagOf(text, "name"),
  },
  { pattern: /^<(?:environment_context|skills_instructions|apps_instructions|plugins_instructions)>/, kind: "system" },
  { pattern: /^<turn_aborted>/, kind: "system", outcome: "aborted" },
  { pattern: /^<subagent_notification>/, kind: "agent_output" },
  { pattern: /^<(?:user_shell_command|user_action)>/, kind: "system" },
];

/** Folder of the AGENTS.md that the first line names. */
function agentsFile(text: string): string | undefined {
  const folder = /^# AGENTS\.md instructions for ([^\n]+)/.exec(text)?.[1]?.trim();
  return folder ? `${folder.replace(/[\\/]+$/, "")}/AGENTS.md` : "AGENTS.md";
}

function tagOf(text: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(text.slice(0, 2_000))?.[1]?.trim() || undefined;
}

/**
 * Reads a message that the model got. A user's message holds what was typed, or texts that Codex injected, block by
 * block; a developer's holds only such texts.
 */
export function readInputMessage(input: CodexRecord, role: "user" | "developer"): string | null {
  const { payload, file, writer } = input;
  const blocks = listAt(payload, "content").map((block) => textOfBlock(block, file.options.sha256));
  const content = stringAt(payload, "content");
  if (content !== undefined) blocks.push(content);
  const typed: string[] = [];
  for (const text of blocks) {
    const injected = INJECTED.find(({ pattern }) => pattern.test(text.trimStart()));
    if (injected) writer.add(injectedEvent(injected, text));
    else if (role === "developer") writer.add({ kind: "rule_injection", text });
    else typed.push(text);
    if (injected?.outcome === "aborted") file.abortNoted = true;
  }
  const prompt = typed.join("\n");
  if (prompt.trim() === "") return blocks.length > 0 && typed.length < blocks.length ? null : "message: empty";
  return addPrompt(input, prompt, "message: repeated user message");
}

function injectedEvent(injected: InjectedText, text: string): EventFields {
  const path = injected.path?.(text);
  const skill = injected.kind === "skill_load" ? (injected.skill?.(text) ?? "unknown") : undefined;
  return {
    kind: injected.kind,
    text,
    ...(injected.outcome ? { outcome: injected.outcome } : {}),
    ...(path ? { path } : {}),
    ...(skill ? { skill } : {}),
  };
}

/**
 * Each typed prompt stands in the file twice: as a message to the model and as an event of the interface. Whichever
 * comes second is skipped.
 */
export function addPrompt(input: CodexRecord, prompt: string, repeated: string): string | null {
  const { file, writer } = input;
  const source = input.record["type"] === "event_msg" ? "event" : "message";
  const last = file.lastPrompt;
  const isRepeat =
    last !== null && last.source !== source && (last.text.includes(prompt.trim()) || prompt.includes(last.text));
  if (isRepeat) {
    file.lastPrompt = null;
    return repeated;
  }
  file.lastPrompt = { text: prompt.trim(), source };
  file.closeRequest();
  file.promptSeqs.push(writer.seq);
  if (file.promptSeqs.length > MAX_PROMPTS) file.promptSeqs.shift();
  writer.add({ kind: "user_prompt", text: prompt });
  return null;
}

/** A rollback goes back a few turns; older prompts need not be remembered. */
const MAX_PROMPTS = 2_000;
