import type { SessionSummaryBody } from "../session-summary/body";
import { DATED_HEADING, OWN_TITLE } from "../session-summary/form";
import { writeSessionSummary } from "../session-summary/markdown";
import { readSessionSummary } from "../session-summary/read-markdown";

/**
 * SESSION_SUMMARY.md: summaries of several sessions in one file, each under `## Session 2026-03-20 14:30` with its
 * sections a level deeper.
 */
export const SUMMARY_FILE_HEAD = "# Session Summaries\n";

const HEADING = /^## Session \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** `fallbackAt` (the same form) stands in for a session whose start nobody told. */
export function summaryChapter(body: SessionSummaryBody, fallbackAt: string): string {
  const isDated = DATED_HEADING.test(`Session ${body.from.at}`);
  const at = isDated ? body.from.at : fallbackAt;
  const [, ...lines] = writeSessionSummary({ ...body, from: { ...body.from, at } }).split("\n");
  return [`\n## Session ${at}`, ...lines.map((line) => (line.startsWith("## ") ? `#${line}` : line))].join("\n");
}

/** The chapters of a file, each with its line. A file without such headings is one summary. */
export function readSummaryChapters(text: string): { readonly body: SessionSummaryBody; readonly line: number }[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const starts = lines.flatMap((line, index) => (HEADING.test(line) ? [index] : []));
  if (starts.length === 0) return [{ body: readSessionSummary(text), line: 1 }];
  return starts.map((start, index) => {
    const chapter = lines.slice(start + 1, starts[index + 1] ?? lines.length);
    const body = readSessionSummary([`# ${OWN_TITLE}`, ...chapter].join("\n"));
    const at = body.from.at || (lines[start] ?? "").slice("## Session ".length);
    return { body: { ...body, from: { ...body.from, at } }, line: start + 1 };
  });
}

/** A summary in the form that this product writes. */
export function canonicalSummary(markdown: string): string {
  return writeSessionSummary(readSessionSummary(markdown));
}
