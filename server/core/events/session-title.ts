import { cutAtWord } from "../decisions/draft";
import { cutText } from "./clean";

const MAX_TITLE_CHARACTERS = 120;
/** What a title is made of stands near the beginning; a pasted log behind it is not read. */
const MAX_PROMPT_CHARACTERS = 32_000;
/** A shorter line ("hi", "go on") is the title only when no prompt says more. */
const SUBSTANTIAL_CHARACTERS = 12;

/**
 * A title for a session whose client tells none: the first real line of the first prompt that says something.
 * @param prompts Texts of the user prompts of the main thread, in the thread's order.
 * @returns At most 120 characters on one line, or null when no prompt has a line that a person wrote.
 */
export function sessionTitle(prompts: Iterable<string>): string | null {
  let short: string | null = null;
  for (const prompt of prompts) {
    const line = titleLine(prompt);
    if (line === null) continue;
    if (line.length >= SUBSTANTIAL_CHARACTERS || line.startsWith("/")) return cutAtWord(line, MAX_TITLE_CHARACTERS);
    short ??= line;
  }
  return short;
}

function titleLine(prompt: string): string | null {
  const text = cutText(prompt, MAX_PROMPT_CHARACTERS);
  return slashCommand(text) ?? firstWords(behindContext(withoutBlocks(text)).split("\n"));
}

/** A line that only announces the next one ("Implement this plan:") takes it along. */
function firstWords(lines: readonly string[]): string | null {
  const [first, second] = lines.map(plainLine).filter(isReal);
  if (first === undefined) return null;
  return first.endsWith(":") && second !== undefined ? `${first} ${second}` : first;
}

/** Claude Code writes a typed `/review 12` as tags: the command's name and its arguments. */
function slashCommand(text: string): string | null {
  if (!/^\s*<command-(?:name|message|args)>/.test(text)) return null;
  const name = /<command-name>\s*\/?([^<\s]+)\s*<\/command-name>/.exec(text)?.[1];
  if (name === undefined) return null;
  const args = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1] ?? "";
  return plainSpaces(`/${name} ${args}`);
}

/** Names of tags that programs wrap their own words in: `system-reminder`, `environment_context`. */
const OPENING = /<([a-z]+(?:[-_][a-z]+)+)(?: [^<>]*)?>/g;

/** Takes out whole blocks that a program put into the prompt, in one pass. */
function withoutBlocks(text: string): string {
  const kept: string[] = [];
  const unclosed = new Set<string>();
  let at = 0;
  for (const match of text.matchAll(OPENING)) {
    const [opening, name = ""] = match;
    if (match.index < at || unclosed.has(name)) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, match.index + opening.length);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    kept.push(text.slice(at, match.index));
    at = end + closing.length;
  }
  return [...kept, text.slice(at)].join("\n");
}

/** Codex in an editor sets open files before the request, under headings of its own. */
const CONTEXT_HEADING = /^\s*# Context from my IDE setup:/;
const REQUEST_HEADING = /^## My request for Codex:\s*$/m;

function behindContext(text: string): string {
  if (!CONTEXT_HEADING.test(text)) return text;
  const request = REQUEST_HEADING.exec(text);
  return request ? text.slice(request.index + request[0].length) : text;
}

/** What stands in the place of an attached picture or file: of Claude Code, and of our own readers. */
const ATTACHMENT = /\[Image[^[\]]{0,200}\]|\[[a-z]+\/[\w.+-]+, [\d,]+ bytes[^[\]]{0,200}\]/g;

/** Without attachments and marks of headings, quotes and lists. */
function plainLine(line: string): string {
  return plainSpaces(line.replace(ATTACHMENT, "").replace(/^[\s#>*-]+(?=\s)/, ""));
}

function plainSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A line of tags alone, or one that an unclosed block of a program begins. */
const ONLY_TAGS = /^(?:<\/?[a-zA-Z][^<>]*>\s*)+$/;
const OF_PROGRAMS =
  /^(?:<\/?[a-z]+(?:[-_][a-z]+)+[ >]|Caveat: The messages below|\[Request interrupted|Operation stopped by hook|This session is being continued)/;

function isReal(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !ONLY_TAGS.test(line) && !OF_PROGRAMS.test(line);
}
