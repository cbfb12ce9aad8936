import type { EventKind } from "../events/kinds";
import type { ProjectedItem } from "../prune/projection";
import type { ProjectionSource } from "./dialogue";
import { labelOf, NO_TEXT, omittedNote } from "./labels";

type Section = "User" | "Assistant" | "Tools" | "Notes";

const SECTIONS: Partial<Record<EventKind, Section>> = {
  user_prompt: "User",
  assistant_message: "Assistant",
  tool_call: "Tools",
  tool_result: "Tools",
  agent_output: "Tools",
  memory_query: "Tools",
  graph_query: "Tools",
};

/**
 * The projection for people. What was said stands in quotes and what tools wrote in fences longer than any inside, so
 * that no text can break the page. Thinking is left out, as everywhere.
 */
export function markdownOf(source: ProjectionSource, thread: string): string {
  return `${markdownBlocks(source, thread).join("\n\n")}\n`;
}

/** The same, block by block: headings, what was said, what tools wrote. */
export function markdownBlocks(source: ProjectionSource, thread: string): string[] {
  const lines: string[] = [`# Context of thread ${thread.replace(/\s+/g, " ")}`];
  if (source.omittedEvents) lines.push(omittedNote(source.omittedEvents));
  let open: Section | null = null;
  for (const item of source.items) {
    if (item.kind === "thinking") continue;
    const section = SECTIONS[item.kind] ?? "Notes";
    if (section !== open) lines.push(`## ${section}`);
    open = section;
    lines.push(section === "Tools" ? toolBlock(source, item) : talkBlock(source, item));
  }
  if (open === null) lines.push("Nothing is in this window.");
  return lines;
}

function talkBlock(source: ProjectionSource, item: ProjectedItem): string {
  const label = labelOf(item, source.eventOf(item.ref));
  const texts = [label, item.text, item.marker].filter((text) => text.trim() !== "");
  return quoted(texts.length > 0 ? texts.join("\n") : NO_TEXT);
}

function toolBlock(source: ProjectionSource, item: ProjectedItem): string {
  const name = code(item.tool ?? "tool");
  const event = source.eventOf(item.ref);
  const ref = code(`ctx:${item.ref}`);
  if (item.kind === "tool_call") {
    const waiting = item.partner === null ? ", no result in this window" : "";
    return `**${name}** (${ref}${waiting})\n\n${fenced(item.text)}`;
  }
  const how = event?.outcome && event.outcome !== "ok" ? `, ${event.outcome}` : "";
  const marker = item.marker === "" ? "" : `\n\n${code(item.marker)}`;
  return `Result of ${name} (${ref}${how})\n\n${fenced(item.text)}${marker}`;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** A fence is longer than every run of backticks in it (CommonMark 0.31, 4.5). */
function fenced(text: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text.trim() === "" ? NO_TEXT : text}\n${fence}`;
}

function code(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  const tick = "`".repeat(longestRun(flat) + 1);
  const space = tick.length > 1 ? " " : "";
  return `${tick}${space}${flat}${space}${tick}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
