import { checkOf, countsOf, fileOf, todoOf, withRefOf } from "../handoffs/read-items";
import { type NotePart, partsOf } from "../handoffs/sections";
import { oneLine } from "../handoffs/todos";
import { type SessionSummaryBody, SUMMARY_SECTIONS, type SummarySection } from "./body";
import { DATED_HEADING, EVIDENCE, LESSON, OWN_HEADING, REASON, sectionNamed } from "./form";
import { LOOSE_TITLE } from "./markdown";

/**
 * Reads a summary from Markdown. Never refuses: headings of somebody's own and lines that the form has no place for
 * are kept under `more`. For a text that `writeSessionSummary` wrote, writing the answer gives the same bytes.
 */
export function readSessionSummary(text: string): SessionSummaryBody {
  const { head, parts } = partsOf(text, OWN_HEADING);
  const { from, loose } = readHead(head, parts);
  const bodies = new Map<SummarySection, string>();
  const more = new Map<string, string[]>();
  const keep = (title: string, body: string) => {
    if (body !== "") more.set(title, [...(more.get(title) ?? []), body]);
  };
  for (const { title, body } of parts) {
    const section = sectionNamed(title);
    if (section === null) keep(DATED_HEADING.test(title) ? LOOSE_TITLE : title, body);
    else bodies.set(section, [bodies.get(section) ?? "", body].filter((one) => one !== "").join("\n"));
  }
  keep(LOOSE_TITLE, loose);
  const tests = readTests(bodies.get("tests") ?? "");
  keep(LOOSE_TITLE, tests.unread.join("\n"));
  return {
    from,
    ...listsOf(bodies),
    tests: tests.rows,
    more: [...more].map(([title, texts]) => ({ title, text: texts.join("\n") })),
  };
}

function listsOf(bodies: ReadonlyMap<SummarySection, string>) {
  const items = (section: SummarySection) => itemsOf(bodies.get(section) ?? "");
  const statements = (section: SummarySection) =>
    items(section).map(({ text, fields }) => ({ text, evidence: fields[EVIDENCE] }));
  return {
    task: bodies.get("task") ?? "",
    worked: statements("worked"),
    failed: items("failed").map(({ text, fields }) => ({
      approach: text,
      reason: fields[REASON],
      lesson: fields[LESSON],
      evidence: fields[EVIDENCE],
    })),
    remaining: items("remaining").map(({ text, fields }) => ({ ...todoOf(text), evidence: fields[EVIDENCE] })),
    decisions: items("decisions").map(({ text, fields }) => ({ ...withRefOf(text), evidence: fields[EVIDENCE] })),
    files: readFiles(bodies.get("files") ?? ""),
    blockers: statements("blockers"),
    preferences: statements("preferences"),
    questions: statements("questions"),
  };
}

const HEAD_LINE = /^(?:[-*+]\s+)?\*\*(Session|Client|Agents|Branch)\*\*:\s*(.*?)\s*$/;
const SESSION = /^(?:#(\d{1,9})|none)(?: \(([^()]*)\))?$/;

function readHead(head: string, parts: readonly NotePart[]) {
  const told = new Map<string, string>();
  const loose: string[] = [];
  for (const line of head.split("\n")) {
    const [, label, value = ""] = HEAD_LINE.exec(line) ?? [];
    const isTold = label !== undefined && !told.has(label) && (label !== "Session" || SESSION.test(value));
    if (isTold) told.set(label, value);
    else loose.push(line);
  }
  const [, number, at] = SESSION.exec(told.get("Session") ?? "") ?? [];
  const dated = parts.map(({ title }) => DATED_HEADING.exec(title)?.[1]).find((one) => one !== undefined);
  return {
    from: {
      session: number === undefined ? null : Number(number),
      at: at ?? dated ?? "",
      client: told.get("Client") ?? "",
      agents: linksOf(told.get("Agents") ?? ""),
      branch: told.get("Branch") || null,
    },
    loose: loose.join("\n").trim(),
  };
}

interface ReadItem {
  text: string;
  readonly fields: { [REASON]: string; [LESSON]: string; [EVIDENCE]: string[] };
}

const BULLET = /^(?:[-*+]|\d{1,4}[.)])\s+(.*)$/;
const FIELD = /^\s+[-*+]\s+(Reason|Lesson|Evidence):\s*(.*)$/;
/** "None", said without a bullet: its author knows that there is nothing. */
const NOTHING = /^(?:none|nothing|n\/a)\.?$/i;

/** The items of a list with what stands under them; a line that belongs to none goes on the item before it. */
function itemsOf(body: string): ReadItem[] {
  const items: ReadItem[] = [];
  if (NOTHING.test(body.trim())) return items;
  for (const line of body.split("\n")) {
    const text = BULLET.exec(line)?.[1];
    const last = items.at(-1);
    if (text !== undefined) items.push(newItem(text));
    else if (last === undefined) items.push(newItem(line));
    else addTo(last, line);
  }
  return items.filter(({ text }) => text !== "");
}

function newItem(text: string): ReadItem {
  return { text: oneLine(text), fields: { [REASON]: "", [LESSON]: "", [EVIDENCE]: [] } };
}

function addTo(item: ReadItem, line: string): void {
  const [, label, value = ""] = FIELD.exec(line) ?? [];
  if (label === EVIDENCE) item.fields[EVIDENCE].push(...linksOf(value));
  else if (label === REASON || label === LESSON) item.fields[label] = oneLine(`${item.fields[label]} ${value}`);
  else item.text = oneLine(`${item.text} ${line}`);
}

function linksOf(text: string): string[] {
  return text
    .split(",")
    .map(oneLine)
    .filter((one) => one !== "");
}

/** A table's row as its cells, trimmed; null for a line that is none. */
function cellsOf(line: string): string[] | null {
  if (!/^\s*\|/.test(line)) return null;
  const cells = line.trim().split(/(?<!\\)\|/);
  return cells
    .slice(1, cells.at(-1)?.trim() === "" && cells.length > 2 ? -1 : undefined)
    .map((cell) => oneLine(cell.replaceAll("\\|", "|")));
}

/** The lines that say something: the head of a table and the rule under it do not. */
function rowsOf(body: string): { readonly line: string; readonly cells: string[] | null }[] {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  if (NOTHING.test(body.trim())) return [];
  const rule = lines.findIndex((line) => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line));
  const isHeaded = rule === 1 && cellsOf(lines[0] ?? "") !== null;
  return lines.slice(isHeaded ? 2 : 0).map((line) => ({ line, cells: cellsOf(line) }));
}

function readFiles(body: string): SessionSummaryBody["files"] {
  return rowsOf(body).flatMap(({ line, cells }) => {
    if (cells === null) return [{ ...fileOf(BULLET.exec(line)?.[1]?.trim() ?? line.trim()), evidence: [] }];
    const [path = "", about = "", ...rest] = cells;
    if (path === "") return [];
    const file = countsOf(path, about) ?? { path, edits: 0, writes: 0, isNew: false, about };
    return [{ ...file, evidence: linksOf(rest.join(",")) }];
  });
}

function readTests(body: string): { rows: SessionSummaryBody["tests"]; unread: string[] } {
  const rows: SessionSummaryBody["tests"] = [];
  const unread: string[] = [];
  for (const { line, cells } of rowsOf(body)) {
    const test = cells === null ? listedTest(line) : testOfRow(cells);
    if (test === null) unread.push(line.trim());
    else rows.push(test);
  }
  return { rows, unread };
}

function listedTest(line: string): SessionSummaryBody["tests"][number] | null {
  const check = checkOf(BULLET.exec(line)?.[1]?.trim() ?? line.trim());
  return check && { ...check, evidence: [] };
}

function testOfRow([check = "", result = "", command = "", ...rest]: readonly string[]) {
  const isResult = /^(?:passed|failed)$/i.test(result);
  if (check === "" || !isResult) return null;
  return { check, command, passed: result.toLowerCase() === "passed", evidence: linksOf(rest.join(",")) };
}

/** How many sections say something, of all. */
export function toldSections(body: SessionSummaryBody): { told: number; of: number } {
  return { told: SUMMARY_SECTIONS.filter((section) => body[section].length > 0).length, of: SUMMARY_SECTIONS.length };
}
