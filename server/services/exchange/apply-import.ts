import type { ProjectScope } from "../../core/access/scope";
import { RECORD_PREFIXES, type RecordKind, recordRef } from "../../core/decisions/record-ref";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import type { TenantSql } from "../../db/client";
import { raiseSeries } from "../../db/exchange/series";
import { recordAuditSql } from "../audit/record";
import type { Deps } from "../deps";
import { applyConfig, applyFiles } from "./apply-extras";
import { type ImportPlan, planImport } from "./plan-import";
import type { ImportChoices, ImportState } from "./plan-records";
import { readUpload, type UploadedFile } from "./read-upload";
import { supersedeReplaced } from "./supersede-replaced";
import {
  type Write,
  writeConstraints,
  writeDecisions,
  writeFailures,
  writeHandoffs,
  writePreferences,
  writeSummaries,
} from "./write-records";

export interface ApplyImport {
  readonly files: readonly UploadedFile[];
  /** Of the preview that the person saw. */
  readonly digest: string;
  readonly choices: ImportChoices;
}

export interface AppliedImport {
  readonly written: Readonly<Record<RecordKind, number>>;
  /** What stood there already, or was left out by choice. */
  readonly unchanged: number;
  readonly skipped: number;
  readonly config: boolean;
  readonly files: number;
  /** What else happened, or could not. */
  readonly notes: readonly string[];
}

/** A record is two rows, and a decision may bring its versions; a transaction holds at most 3,000 rows. */
const RECORDS_PER_TRANSACTION = 500;
const VERSIONS_PER_TRANSACTION = 2_000;

/**
 * Writes what the preview showed, or says that it would be something else by now. Done twice it changes nothing: what
 * a first time wrote is the same then.
 */
export async function applyImport(
  deps: Deps,
  scope: ProjectScope,
  { files, digest, choices }: ApplyImport,
): Promise<Result<AppliedImport>> {
  const folder = readUpload(files);
  if (!folder.ok) return folder;
  const seen = await planImport(deps, scope, deps.db.pool, folder.value, {});
  if (seen.digest !== digest) return outdated();
  const plan = await planImport(deps, scope, deps.db.pool, folder.value, choices);
  const written: Record<RecordKind, number> = { ...NONE };
  for (const batch of batchesOf(plan)) {
    const done = await writeBatch(deps, scope, batch);
    if (!done.ok) return done;
    written[batch.kind] += batch.records.length;
  }
  const notes = [...(await supersedeReplaced(deps, scope, plan)), ...(await applyConfig(deps, scope, plan.config))];
  const indexed = await applyFiles(deps, scope, plan.files);
  const lists = [...Object.values(listsOf(plan))].flat();
  return ok({
    written,
    unchanged: lists.filter(({ state, isSkipped }) => state === "same" && !isSkipped).length,
    skipped: lists.filter(({ isSkipped }) => isSkipped).length,
    config: plan.config?.isTaken === true && notes.length === 0,
    files: indexed.ok ? indexed.value : 0,
    notes: indexed.ok ? notes : [...notes, indexed.fault.message],
  });
}

const NONE: Readonly<Record<RecordKind, number>> = {
  decision: 0,
  failure: 0,
  constraint: 0,
  preference: 0,
  summary: 0,
  handoff: 0,
};

function outdated<T>(): Result<T> {
  const message = "The project or the files changed since the preview. Look at the new preview, then import.";
  return fail("conflict", message, { field: "digest" });
}

type Planned = { readonly state: ImportState; readonly isSkipped: boolean };

function listsOf(plan: ImportPlan): Record<RecordKind, readonly Planned[]> {
  const { decisions, failures, constraints, preferences, summaries, handoffs } = plan;
  return {
    decision: decisions,
    failure: failures,
    constraint: constraints,
    preference: preferences,
    summary: summaries,
    handoff: handoffs,
  };
}

interface Batch {
  readonly kind: RecordKind;
  readonly records: readonly unknown[];
  readonly numbers: readonly number[];
  readonly write: (write: Write) => Promise<number>;
}

function batchesOf(plan: ImportPlan): Batch[] {
  return [
    ...split("decision", plan.decisions, ({ record }) => record.number, writeDecisions),
    ...split("failure", plan.failures, ({ record }) => record.number, writeFailures),
    ...split("constraint", plan.constraints, ({ record }) => record.number, writeConstraints),
    ...split("preference", plan.preferences, ({ record }) => record.number, writePreferences),
    ...split("summary", plan.summaries, ({ target }) => target, writeSummaries),
    ...split("handoff", plan.handoffs, ({ target }) => target, writeHandoffs),
  ];
}

function split<T extends Planned & { readonly older?: readonly unknown[] }>(
  kind: RecordKind,
  planned: readonly T[],
  numberOf: (record: T) => number,
  write: (write: Write, records: readonly T[]) => Promise<number>,
): Batch[] {
  const todo = planned.filter(({ state, isSkipped }) => state !== "same" && !isSkipped);
  const batches: T[][] = [];
  let versions = Number.POSITIVE_INFINITY;
  for (const record of todo) {
    const here = 1 + (record.older?.length ?? 0);
    const last = batches.at(-1);
    if (last && last.length < RECORDS_PER_TRANSACTION && versions + here <= VERSIONS_PER_TRANSACTION) last.push(record);
    else {
      batches.push([record]);
      versions = 0;
    }
    versions += here;
  }
  return batches.map((records) => ({
    kind,
    records,
    numbers: records.map(numberOf),
    write: (world) => write(world, records),
  }));
}

/** Carries a refusal out of the transaction, so that nothing of its batch stays. */
class Outdated extends Error {}

async function writeBatch(deps: Deps, scope: ProjectScope, batch: Batch): Promise<Result<null>> {
  const now = deps.clock.now();
  try {
    await deps.db.withTenantSql(scope, async (sql) => {
      await raiseSeries(sql, scope, batch.kind, Math.max(...batch.numbers));
      const written = await batch.write({ deps, scope, sql, now });
      if (written < batch.records.length) throw new Outdated();
      await audit(deps, scope, sql, batch);
    });
    return ok(null);
  } catch (error) {
    // Another record has the number, or came from the same place, since the plan was made.
    if (error instanceof Outdated || isTaken(error)) return outdated();
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";

function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === UNIQUE_VIOLATION;
}

const AUDITED_REFS = 50;

async function audit(deps: Deps, scope: ProjectScope, sql: TenantSql, batch: Batch): Promise<void> {
  const refs = batch.numbers.slice(0, AUDITED_REFS).map((number) => safeText(recordRef(batch.kind, number)));
  await recordAuditSql(deps, sql, scope, {
    action: "import.applied",
    subject: `${batch.numbers.length} ${RECORD_PREFIXES[batch.kind]}`,
    projectId: scope.projectId,
    detail: { records: batch.numbers.length, kind: safeText(batch.kind), refs },
  });
}
