import type { ProjectScope } from "../../core/access/scope";
import { MAX_INDEX_FILES, TYPE_KINDS } from "../../core/files/index-part";
import { type IndexedFile, PRIORITY_LEVELS, rankFiles } from "../../core/files/rank-files";
import { writeConfig } from "../../core/formats/config-toml";
import { writeDecisionEntry } from "../../core/formats/decision-entry";
import { writeDecisionLine } from "../../core/formats/decisions-jsonl";
import type { ExportFormat } from "../../core/formats/export-formats";
import { FAILURES_END, failureEntry, failuresHead } from "../../core/formats/failures-json";
import { FILES_END, filesIndexHead, indexedFileLine, writePriorities } from "../../core/formats/files-json";
import { madrFileName, writeMadr } from "../../core/formats/madr";
import { writeConstraint, writePreference } from "../../core/formats/rule-entries";
import { writeStats } from "../../core/formats/stats-json";
import { SUMMARY_FILE_HEAD, summaryChapter } from "../../core/formats/summary-file";
import { localMinute } from "../../core/handoffs/compose";
import { writeSessionSummary } from "../../core/session-summary/markdown";
import { readDecisionPage, readDecisionVersionPage, readReplacers } from "../../db/exchange/decisions";
import { readFailurePage, readLastSeen } from "../../db/exchange/failures";
import { countRecords, readFilePage, readPinnedFiles, readProjectName } from "../../db/exchange/files";
import { type ExchangedRuleKind, readRulePage } from "../../db/exchange/rules";
import { readLastHandoff, readLastSummary, readSummaryPage } from "../../db/exchange/texts";
import { readLastIndex } from "../../db/files/file-index";
import { readFilesToRank } from "../../db/files/project-files";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import { readTelemetry } from "../runs/telemetry";
import {
  summaryBodyOf,
  toIndexedFile,
  toPortableConstraint,
  toPortableDecision,
  toPortableFailure,
  toPortablePreference,
} from "./portable-rows";

/** A piece of a file; pieces of one path that follow each other are one file. */
export interface FilePiece {
  readonly path: string;
  readonly text: string;
}

/** One page of a step, and where the next begins; null when the step is done. */
export interface StepPage {
  readonly pieces: readonly FilePiece[];
  readonly next: string | null;
}

/** Writes a page at a time: what an export holds in memory does not grow with the project. */
export type ExportStep = (deps: Deps, scope: ProjectScope, after: string | null) => Promise<StepPage>;

const PAGE = 200;
const FILES_PAGE = 500;

function only(path: string, text: string): StepPage {
  return { pieces: [{ path, text }], next: null };
}

/** The last row's number, while there are more. */
function nextOf<T extends { readonly number: number }>(rows: readonly T[], limit: number): string | null {
  return rows.length < limit ? null : String(rows.at(-1)?.number ?? 0);
}

const NOTHING: StepPage = { pieces: [], next: null };

const config: ExportStep = async ({ db }, scope) => {
  const { preset, budget } = await currentPolicy(db.pool, scope.teamId, scope.projectId);
  const project = await readProjectName(db.pool, scope);
  return only("config.toml", writeConfig({ project, preset, budget }));
};

const decisions: ExportStep = async ({ db }, scope, after) => {
  const rows = await readDecisionPage(db.pool, scope, Number(after ?? 0), PAGE);
  const pieces = rows.map(toPortableDecision).map((decision) => ({
    path: `decisions/${decision.key}.md`,
    text: writeDecisionEntry(decision),
  }));
  return { pieces, next: nextOf(rows, PAGE) };
};

const summaries: ExportStep = async ({ db }, scope, after) => {
  const rows = await readSummaryPage(db.pool, scope, Number(after ?? 0), PAGE);
  const pieces = rows.map(({ number, body }) => ({
    path: `summaries/session-${String(number).padStart(3, "0")}.md`,
    text: writeSessionSummary(summaryBodyOf(body)),
  }));
  return { pieces, next: nextOf(rows, PAGE) };
};

const latestSummary: ExportStep = async ({ db }, scope) => {
  const row = await readLastSummary(db.pool, scope);
  return row === null ? NOTHING : only("session-latest.md", writeSessionSummary(summaryBodyOf(row.body)));
};

const handoff: ExportStep = async ({ db }, scope) => {
  const markdown = await readLastHandoff(db.pool, scope);
  return markdown === null ? NOTHING : only("handoff.md", markdown);
};

const filesIndex: ExportStep = async ({ db }, scope, after) => {
  const path = "files/index.json";
  const last = after === null ? await readLastIndex(db.pool, scope) : null;
  if (after === null && last === null) return NOTHING;
  const rows = await readFilePage(db.pool, scope, after ?? "", FILES_PAGE);
  const lines = rows.map(
    (row, index) => `${after === null && index === 0 ? "" : ","}\n${indexedFileLine(toIndexedFile(row))}`,
  );
  const next = rows.length < FILES_PAGE ? null : (rows.at(-1)?.path ?? null);
  const head = last === null ? "" : filesIndexHead(last);
  return { pieces: [{ path, text: head + lines.join("") + (next === null ? FILES_END : "") }], next };
};

const priorities: ExportStep = async ({ db }, scope) => {
  if ((await readLastIndex(db.pool, scope)) === null) return NOTHING;
  const query = { withNames: false, typeKinds: TYPE_KINDS, limit: MAX_INDEX_FILES };
  const rows = await readFilesToRank(db.pool, scope, query);
  const files = rows.map(({ pinnedPriority, pinnedBy, ...file }): IndexedFile => {
    const level = PRIORITY_LEVELS.find((known) => known === pinnedPriority);
    return { ...file, pin: level === undefined ? null : { level, by: pinnedBy ?? "" } };
  });
  const pinned = (await readPinnedFiles(db.pool, scope, MAX_INDEX_FILES)).flatMap(({ path, level, by, at }) => {
    const known = PRIORITY_LEVELS.find((one) => one === level);
    return known === undefined || at === null ? [] : [{ path, level: known, by: by ?? "", at: at.toISOString() }];
  });
  return only("files/priorities.json", writePriorities(rankFiles(files, { active: [], task: "" }), pinned));
};

const failures: ExportStep = async ({ db }, scope, after) => {
  const rows = await readFailurePage(db.pool, scope, Number(after ?? 0), PAGE);
  const lines = rows.map((row, index) => {
    return `${after === null && index === 0 ? "" : ","}\n${failureEntry(toPortableFailure(row))}`;
  });
  const next = nextOf(rows, PAGE);
  const head = after === null ? failuresHead((await readLastSeen(db.pool, scope))?.toISOString() ?? "") : "";
  const text = head + lines.join("") + (next === null ? FAILURES_END : "");
  return { pieces: [{ path: "FAILURES.json", text }], next };
};

const constraints = ruleStep("constraint", "CONSTRAINTS.md", "# Constraints\n", (row) =>
  writeConstraint(toPortableConstraint(row)),
);
const preferences = ruleStep("preference", "PREFERENCES.md", "# Preferences\n", (row) =>
  writePreference(toPortablePreference(row)),
);

function ruleStep(
  kind: ExchangedRuleKind,
  path: string,
  head: string,
  write: (row: Awaited<ReturnType<typeof readRulePage>>[number]) => string,
): ExportStep {
  return async ({ db }, scope, after) => {
    const rows = await readRulePage(db.pool, scope, kind, Number(after ?? 0), PAGE);
    const text = (after === null ? head : "") + rows.map((row) => `\n${write(row)}`).join("");
    return { pieces: [{ path, text }], next: nextOf(rows, PAGE) };
  };
}

const stats: ExportStep = async ({ db }, scope) => {
  const counts = await countRecords(db.pool, scope);
  const byStatus = (kind: string) =>
    Object.fromEntries(counts.filter((row) => row.kind === kind).map(({ status, records }) => [status, records]));
  const total = (kind: string) => counts.find((row) => row.kind === kind)?.records ?? 0;
  return only(
    "stats.json",
    writeStats({
      decisions: byStatus("decisions"),
      failures: byStatus("failures"),
      recurrences: counts.reduce((sum, { occurrences }) => sum + Number(occurrences), 0),
      constraints: byStatus("constraints"),
      preferences: byStatus("preferences"),
      summaries: total("summaries"),
      files: total("files"),
    }),
  );
};

/** By which newer decisions each of these is replaced. */
async function replacersOf(
  deps: Deps,
  scope: ProjectScope,
  numbers: readonly number[],
): Promise<Map<number, number[]>> {
  const replacers = new Map<number, number[]>();
  for (const { number, supersedes } of await readReplacers(deps.db.pool, scope, numbers)) {
    for (const old of supersedes) replacers.set(old, [...(replacers.get(old) ?? []), number]);
  }
  return replacers;
}

const decisionLog: ExportStep = async (deps, scope, after) => {
  const [number = 0, version = 0] = (after ?? "").split(".").map(Number);
  const rows = await readDecisionVersionPage(deps.db.pool, scope, { number, version }, PAGE);
  const versions = rows.map(toPortableDecision);
  const superseded = versions.filter(({ status }) => status === "superseded");
  const replacers = await replacersOf(
    deps,
    scope,
    superseded.map((one) => one.number),
  );
  const lines = versions.map((one) => {
    const by = one.status === "superseded" ? (replacers.get(one.number) ?? []) : [];
    return `${writeDecisionLine(one, by)}\n`;
  });
  const last = rows.at(-1);
  const next = rows.length < PAGE || !last ? null : `${last.number}.${last.version}`;
  return { pieces: [{ path: "DECISIONS.jsonl", text: lines.join("") }], next };
};

const madr: ExportStep = async (deps, scope, after) => {
  const rows = await readDecisionPage(deps.db.pool, scope, Number(after ?? 0), PAGE);
  const replacers = await replacersOf(
    deps,
    scope,
    rows.map((row) => row.number),
  );
  const pieces = rows.map(toPortableDecision).map((decision) => ({
    path: madrFileName(decision),
    text: writeMadr(decision, replacers.get(decision.number) ?? []),
  }));
  return { pieces, next: nextOf(rows, PAGE) };
};

const summaryFile: ExportStep = async ({ db }, scope, after) => {
  const rows = await readSummaryPage(db.pool, scope, Number(after ?? 0), PAGE);
  const chapters = rows.map(({ body, createdAt }) => {
    return summaryChapter(summaryBodyOf(body), localMinute(createdAt.getTime(), scope.timeZone));
  });
  const text = (after === null ? SUMMARY_FILE_HEAD : "") + chapters.join("");
  return { pieces: [{ path: "SESSION_SUMMARY.md", text }], next: nextOf(rows, PAGE) };
};

const telemetry: ExportStep = async (deps, scope, after) => {
  const page = await readTelemetry(deps, scope, { cursor: after, limit: FILES_PAGE });
  if (!page.ok) return NOTHING;
  return { pieces: [{ path: "TELEMETRY.jsonl", text: page.value.text }], next: page.value.nextCursor };
};

/** What each format consists of, in the order in which it is written. */
export const EXPORT_STEPS = {
  context: [
    ...[config, decisions, summaries, latestSummary, filesIndex, priorities, handoff],
    ...[failures, constraints, preferences, stats],
  ],
  decisions: [decisionLog],
  failures: [failures],
  telemetry: [telemetry],
  constraints: [constraints],
  preferences: [preferences],
  summaries: [summaryFile],
  handoff: [handoff],
  config: [config],
  madr: [madr],
} as const satisfies Record<ExportFormat, readonly ExportStep[]>;
