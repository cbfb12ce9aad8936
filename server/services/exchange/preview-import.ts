import type { ProjectScope } from "../../core/access/scope";
import { type FieldChange, fieldChanges } from "../../core/decisions/field-changes";
import { type RecordKind, recordRef } from "../../core/decisions/record-ref";
import type { Folder } from "../../core/formats/folder";
import type { ReadProblem } from "../../core/formats/portable";
import { ok, type Result } from "../../core/result";
import type { TelemetryRecord } from "../../core/runs/parse-telemetry";
import type { Deps } from "../deps";
import type { ImportedRecord } from "./kinds";
import { type ImportPlan, mayTakeConfig, planImport } from "./plan-import";
import type { ImportState, PlannedRecord } from "./plan-records";
import type { PlannedText } from "./plan-texts";
import { readUpload, type UploadedFile } from "./read-upload";

/** One record of the files, and what the import would do with it. */
export interface PreviewedRecord {
  readonly kind: RecordKind;
  /** As its file names it; with the kind it names the record in a choice. */
  readonly key: string;
  /** The name that it has, or would get, here. */
  readonly ref: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly state: ImportState;
  readonly changes: readonly FieldChange[];
  readonly notes: readonly string[];
}

export interface ImportPreview {
  readonly digest: string;
  readonly records: readonly PreviewedRecord[];
  /** Over all records, also those that are not listed. */
  readonly counts: Readonly<Record<ImportState, number>>;
  /** More than `records` holds: those that change something come first. */
  readonly isCut: boolean;
  /** At most the first 500; `problemCount` is all of them. */
  readonly problems: readonly ReadProblem[];
  readonly problemCount: number;
  readonly passedOver: readonly string[];
  readonly config: { readonly changes: readonly FieldChange[]; readonly mayTake: boolean } | null;
  readonly files: { readonly state: "new" | "changed" | "same"; readonly files: number; readonly here: number } | null;
  readonly telemetry: { readonly lines: number; readonly prunes: number; readonly prunedTokens: number } | null;
}

const MAX_RECORDS = 3_000;
const MAX_WITH_CHANGES = 300;
const MAX_PROBLEMS = 500;
const MAX_CHANGE_CHARACTERS = 4_000;

/** Reads the files and answers what an import would change; nothing is written. */
export async function previewImport(
  deps: Deps,
  scope: ProjectScope,
  { files }: { readonly files: readonly UploadedFile[] },
): Promise<Result<ImportPreview>> {
  const folder = readUpload(files);
  if (!folder.ok) return folder;
  const plan = await planImport(deps, scope, deps.db.pool, folder.value, {});
  const all = recordsOf(plan).sort((a, b) => ORDER[a.state] - ORDER[b.state]);
  const counts: Record<ImportState, number> = { new: 0, changed: 0, same: 0, conflict: 0 };
  for (const { state } of all) counts[state]++;
  return ok({
    digest: plan.digest,
    records: all
      .slice(0, MAX_RECORDS)
      .map((record, index) => (index < MAX_WITH_CHANGES ? record : { ...record, changes: [] })),
    counts,
    isCut: all.length > MAX_RECORDS,
    problems: plan.problems.slice(0, MAX_PROBLEMS),
    problemCount: plan.problems.length,
    passedOver: folder.value.passedOver.slice(0, 100),
    config: plan.config && {
      changes: fieldChanges(linesOf(plan.config.before), linesOf(plan.config.after)),
      mayTake: mayTakeConfig(scope),
    },
    files: plan.files && { state: plan.files.state, files: plan.files.index.files.length, here: plan.files.here },
    telemetry: telemetryOf(folder.value),
  });
}

/** What asks for a look comes first. */
const ORDER: Readonly<Record<ImportState, number>> = { conflict: 0, changed: 1, new: 2, same: 3 };

function recordsOf(plan: ImportPlan): PreviewedRecord[] {
  return [
    ...plan.decisions.map((one) => previewed("decision", one)),
    ...plan.failures.map((one) => previewed("failure", one)),
    ...plan.constraints.map((one) => previewed("constraint", one)),
    ...plan.preferences.map((one) => previewed("preference", one)),
    ...plan.summaries.map((one) => previewedText("summary", one)),
    ...plan.handoffs.map((one) => previewedText("handoff", one)),
  ];
}

function previewed<T extends ImportedRecord>(kind: RecordKind, planned: PlannedRecord<T>): PreviewedRecord {
  const { record, versions, state, changes, notes, target } = planned;
  const from = versions.at(-1);
  return {
    kind,
    key: from?.value.key ?? record.key,
    ref: recordRef(kind, target),
    title: record.title,
    file: from?.file ?? "",
    line: from?.line ?? 1,
    state,
    changes: changes.map(shortened),
    notes,
  };
}

function previewedText(kind: "summary" | "handoff", planned: PlannedText): PreviewedRecord {
  const { key, target, title, file, state, before, markdown, notes } = planned;
  const text = (value: string) => [{ name: "Text", value }];
  const changes = state === "changed" && before !== null ? fieldChanges(text(before), text(markdown)) : [];
  return {
    kind,
    key,
    ref: recordRef(kind, target),
    title,
    file,
    line: 1,
    state,
    changes: changes.map(shortened),
    notes,
  };
}

/** Long texts are shown by their beginnings; the whole of them is in the file. */
function shortened(change: FieldChange): FieldChange {
  if (change.kind === "list") return change;
  return { ...change, before: cut(change.before), after: cut(change.after) };
}

function cut(text: string): string {
  return text.length > MAX_CHANGE_CHARACTERS ? `${text.slice(0, MAX_CHANGE_CHARACTERS)}…` : text;
}

function linesOf(toml: string) {
  return toml.split("\n").flatMap((line) => {
    const [, name, value] = /^(\w+) = (.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
}

/** Runs of another project are told and not added: this project's telemetry is what its own runs did. */
function telemetryOf({ telemetry }: Folder): ImportPreview["telemetry"] {
  if (telemetry.length === 0) return null;
  const prunes = telemetry.flatMap((record) => prunedBy(record));
  return {
    lines: telemetry.length,
    prunes: prunes.length,
    prunedTokens: prunes.reduce((sum, saved) => sum + saved, 0),
  };
}

function prunedBy(record: TelemetryRecord): number[] {
  return record.kind === "context-prune" || (record.kind === "context-action" && record.action === "prune")
    ? [Math.max(0, record.beforeTokens - record.afterTokens)]
    : [];
}
