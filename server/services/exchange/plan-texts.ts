import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { Folder } from "../../core/formats/folder";
import type { Located, PortableText } from "../../core/formats/portable";
import { canonicalSummary } from "../../core/formats/summary-file";
import { oneLine } from "../../core/handoffs/todos";
import type { SessionSummaryBody } from "../../core/session-summary/body";
import { writeSessionSummary } from "../../core/session-summary/markdown";
import { readSessionSummary } from "../../core/session-summary/read-markdown";
import type { TenantSql } from "../../db/client";
import { readSeries } from "../../db/exchange/series";
import { findHandoffSaying, findSummaries, findSummariesTitled } from "../../db/exchange/texts";
import { choiceKey, type ImportChoices, type ImportState } from "./plan-records";
import { summaryBodyOf } from "./portable-rows";
import { type NewNumbers, renumbered } from "./renumber";

/** Session summaries and handoff notes: one text each, compared as a whole. */
export interface PlannedText {
  readonly file: string;
  readonly key: string;
  readonly target: number;
  readonly state: ImportState;
  readonly title: string;
  readonly markdown: string;
  /** What it says here now; null when it is new. */
  readonly before: string | null;
  readonly version: number;
  readonly isSkipped: boolean;
  readonly notes: readonly string[];
}

export interface PlannedTexts {
  readonly summaries: readonly PlannedText[];
  readonly handoffs: readonly PlannedText[];
}

interface PlacedText {
  readonly from: Located<PortableText>;
  readonly target: number;
  readonly before: { readonly markdown: string; readonly version: number } | null;
  readonly taken: boolean;
  readonly isSkipped: boolean;
}

export interface PlacedTexts {
  readonly summaries: readonly PlacedText[];
  readonly handoffs: readonly PlacedText[];
  readonly moved: ReadonlyMap<number, number>;
  readonly met: unknown;
}

export async function placeTexts(
  sql: TenantSql,
  scope: ProjectScope,
  folder: Folder,
  choices: ImportChoices,
): Promise<PlacedTexts> {
  const summaries = await placeSummaries(sql, scope, folder.summaries, choices);
  let next = (await readSeries(sql, scope, "handoff")) + 1;
  const handoffs: PlacedText[] = [];
  for (const from of folder.handoffs) {
    const known = await findHandoffSaying(sql, scope, from.value.markdown);
    const before = known === null ? null : { markdown: from.value.markdown, version: 1 };
    const isSkipped = choices[choiceKey("handoff", from.value.key)] === "skip";
    handoffs.push({ from, target: known ?? next++, before, taken: false, isSkipped });
  }
  const moved = new Map(
    summaries.flatMap(({ from, target }) => {
      const { number } = from.value;
      return number === null || number === target ? [] : [[number, target] as const];
    }),
  );
  const met = [...summaries, ...handoffs].map(({ from, before, target }) => [from.value.markdown, before, target]);
  return { summaries, handoffs, moved, met };
}

async function placeSummaries(
  sql: TenantSql,
  scope: ProjectScope,
  summaries: readonly Located<PortableText>[],
  choices: ImportChoices,
): Promise<PlacedText[]> {
  const numbers = summaries.flatMap(({ value }) => value.number ?? []);
  const here = new Map((await findSummaries(sql, scope, numbers)).map((row) => [row.number, row]));
  let next = Math.max(await readSeries(sql, scope, "summary"), ...numbers, 0) + 1;
  const placed: PlacedText[] = [];
  for (const from of summaries) {
    const { number, markdown, key } = from.value;
    const isSkipped = choices[choiceKey("summary", key)] === "skip";
    const there = number === null ? undefined : here.get(number);
    const body = readSessionSummary(markdown);
    const same = { from, isSkipped, taken: false };
    if (there && isOfSession(summaryBodyOf(there.body), body)) {
      const before = { markdown: writeSessionSummary(summaryBodyOf(there.body)), version: there.version };
      placed.push({ ...same, target: there.number, before });
      continue;
    }
    const equal = await findEqual(sql, scope, body, markdown);
    if (equal !== null) placed.push({ ...same, target: equal, before: { markdown, version: 1 } });
    else if (number !== null && !there) placed.push({ ...same, target: number, before: null });
    else placed.push({ ...same, target: next++, before: null, taken: there !== undefined });
  }
  return placed;
}

/** Two summaries of one session are versions of one record. */
function isOfSession(one: SessionSummaryBody, other: SessionSummaryBody): boolean {
  return one.from.at !== "" && one.from.at === other.from.at && one.from.session === other.from.session;
}

async function findEqual(
  sql: TenantSql,
  scope: ProjectScope,
  body: SessionSummaryBody,
  markdown: string,
): Promise<number | null> {
  const rows = await findSummariesTitled(sql, scope, summaryTitle(body));
  return rows.find((row) => writeSessionSummary(summaryBodyOf(row.body)) === markdown)?.number ?? null;
}

const MAX_TITLE_CHARACTERS = 120;

/** What the session was about, in one line. */
export function summaryTitle({ task, from }: SessionSummaryBody): string {
  const session = from.session === null ? "Session" : `Session #${from.session}`;
  return oneLine(task).slice(0, MAX_TITLE_CHARACTERS).trim() || `${session} ${from.at}`.trim();
}

export function planTexts({ summaries, handoffs }: PlacedTexts, numbers: NewNumbers): PlannedTexts {
  return {
    summaries: summaries.map((one) => planText(one, numbers, "summary", canonicalSummary)),
    handoffs: handoffs.map((one) => planText(one, numbers, "handoff", (markdown) => markdown)),
  };
}

function planText(
  { from, target, before, taken, isSkipped }: PlacedText,
  numbers: NewNumbers,
  kind: "summary" | "handoff",
  canonical: (markdown: string) => string,
): PlannedText {
  const markdown =
    before?.markdown === from.value.markdown ? before.markdown : canonical(renumbered(from.value.markdown, numbers));
  const state = before === null ? (taken ? "conflict" : "new") : before.markdown === markdown ? "same" : "changed";
  return {
    file: from.file,
    key: from.value.key,
    target,
    state,
    title: kind === "summary" ? summaryTitle(readSessionSummary(markdown)) : handoffTitle(markdown),
    markdown,
    before: before?.markdown ?? null,
    version: before?.version ?? 0,
    isSkipped,
    notes: taken ? [`${recordRef("summary", from.value.number ?? 0)} is of another session here.`] : [],
  };
}

/** The first line of the task, else the sender. */
function handoffTitle(markdown: string): string {
  const lines = markdown.split("\n").map((line) => line.trim());
  const task = lines[lines.findIndex((line) => /^#{2,3}\s+Current Task/i.test(line)) + 1] ?? "";
  const sender = lines.find((line) => line.startsWith("**From**:"))?.slice("**From**:".length) ?? "";
  const isTask = task !== "" && !task.startsWith("#") && !task.startsWith("**");
  return oneLine(isTask ? task : sender).slice(0, MAX_TITLE_CHARACTERS) || "Handoff";
}
