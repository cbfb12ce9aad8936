import type { EventKind } from "../events/kinds";
import { pathsOf } from "./protect/paths";
import type { Entry, Timeline } from "./timeline";

/** Who refers to things: people and agents. A tool that prints a path has not used it. */
const SPEAKERS: ReadonlySet<EventKind> = new Set([
  "user_prompt",
  "assistant_message",
  "thinking",
  "tool_call",
  "summary",
]);

const MIN_LENGTH = 6;
/** With a dot inside: file names are short. */
const MIN_DOTTED_LENGTH = 4;
const MAX_LENGTH = 200;
/** A number alone is a name only when it is long: an issue, an id, a time stamp. */
const MIN_DIGITS = 6;

/**
 * Calls `see` with each identifier of a text: a run of letters, digits and `_ $ . / @ -` that looks like a name and not
 * like a word. It has 6 to 200 characters (4 are enough with a dot inside) and holds a digit, an underscore, a dollar
 * sign, a slash or dot between other characters, or a capital behind a small letter; and a letter, or at least 6 digits.
 * `see` may answer false to stop. One pass; answers false when it was stopped.
 *
 * In the JSON of a call's arguments a back slash and the letter behind it are no part of a name (`\nfoo_bar`).
 */
export function eachIdentifier(text: string, isJson: boolean, see: (identifier: string) => boolean): boolean {
  const length = text.length;
  let start = -1;
  let traits = 0;
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : 32;
    const trait = code < 128 ? (TRAITS[code] ?? 0) : LETTER;
    if (trait !== 0) {
      if (start < 0) start = at;
      else if ((trait & UPPER) !== 0 && isSmall(text.charCodeAt(at - 1))) traits |= MARK;
      traits |= trait;
      continue;
    }
    if (start >= 0 && at - start >= MIN_DOTTED_LENGTH && at - start <= MAX_LENGTH && mayName(traits)) {
      const identifier = trim(text, start, at);
      if (identifier !== null && !see(identifier)) return false;
    }
    start = -1;
    traits = 0;
    if (isJson && code === 92) at++;
  }
  return true;
}

const LETTER = 1;
const DIGIT = 2;
/** Sets a name apart wherever it stands. */
const MARK = 4;
/** Sets a name apart only between other characters. */
const DOT = 8;
const UPPER = 16;
const JOINER = 32;

const TRAITS = buildTraits();

function buildTraits(): Uint8Array {
  const traits = new Uint8Array(128);
  for (let code = 97; code <= 122; code++) traits[code] = LETTER;
  for (let code = 65; code <= 90; code++) traits[code] = LETTER | UPPER;
  for (let code = 48; code <= 57; code++) traits[code] = DIGIT;
  for (const mark of "_$/") traits[mark.charCodeAt(0)] = MARK;
  traits[46] = DOT;
  for (const joiner of "-@") traits[joiner.charCodeAt(0)] = JOINER;
  return traits;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function mayName(traits: number): boolean {
  return (traits & (MARK | DIGIT | DOT)) !== 0;
}

/** Takes off what a sentence leaves at the ends, then looks whether a name is left. */
function trim(text: string, from: number, to: number): string | null {
  let start = from;
  let end = to;
  while (start < end && isEdge(text.charCodeAt(start))) start++;
  while (end > start && isEdge(text.charCodeAt(end - 1))) end--;
  const traits = traitsOf(text, start, end);
  const length = end - start;
  if (length < ((traits & DOT) !== 0 ? MIN_DOTTED_LENGTH : MIN_LENGTH)) return null;
  if ((traits & LETTER) === 0 && countDigits(text, start, end) < MIN_DIGITS) return null;
  return mayName(traits) ? text.slice(start, end) : null;
}

/** `. / - @` at an end belong to the sentence, the listing or the diff around the name. */
function isEdge(code: number): boolean {
  return code === 46 || code === 47 || code === 45 || code === 64;
}

function traitsOf(text: string, start: number, end: number): number {
  let traits = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const trait = code < 128 ? (TRAITS[code] ?? 0) : LETTER;
    traits |= trait;
    if ((trait & UPPER) !== 0 && at > start && isSmall(text.charCodeAt(at - 1))) traits |= MARK;
  }
  return traits;
}

function countDigits(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (TRAITS[text.charCodeAt(at)] === DIGIT) count++;
  return count;
}

/** When people and agents used a name for the first and the last time, by position in the session. */
export class Mentions {
  private readonly first = new Map<string, number>();
  private readonly last = new Map<string, number>();

  constructor(timeline: Timeline) {
    for (const entry of timeline.entries) if (SPEAKERS.has(entry.event.kind)) this.read(entry);
  }

  private read(entry: Entry): void {
    const { event, order } = entry;
    const note = (name: string): boolean => {
      if (!this.first.has(name)) this.first.set(name, order);
      this.last.set(name, order);
      const slash = name.lastIndexOf("/");
      if (slash >= 0) this.last.set(name.slice(slash + 1), order);
      return true;
    };
    eachIdentifier(event.text, event.kind === "tool_call", note);
    for (const path of pathsOf(entry)) this.last.set(path, order);
    if (event.text.includes("ctx:"))
      for (const [ref] of event.text.matchAll(/ctx:[\w.:-]+/g)) this.last.set(ref, order);
    if (event.skill !== null && event.kind === "tool_call") this.last.set(event.skill, order);
  }

  /**
   * Whether the event was referred to behind it: its ref, target, file name or skill was named again, or a person or
   * an agent used one of its identifiers for the first time. An identifier that was in use before the event proves
   * nothing, since it may have come from anywhere.
   */
  refersTo(entry: Entry): boolean {
    const { event, order } = entry;
    if (namesOf(entry).some((name) => (this.last.get(name) ?? -1) > order)) return true;
    const unused = eachIdentifier(event.text, false, (name) => (this.first.get(name) ?? -1) <= order);
    return !unused;
  }
}

function namesOf({ event }: Entry): string[] {
  const names = [`ctx:${event.ref}`];
  if (event.kind === "skill_load" && event.skill !== null) names.push(event.skill);
  if (event.target !== null) names.push(event.target, event.target.slice(event.target.lastIndexOf("/") + 1));
  return names;
}
