import { createHash } from "node:crypto";
import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { fingerprintText } from "../../core/failures/fingerprint-text";
import { errorSignature } from "../../core/failures/signature";
import type { Folder } from "../../core/formats/folder";
import type {
  Located,
  PortableConstraint,
  PortableDecision,
  PortableFailure,
  PortablePreference,
  ReadProblem,
} from "../../core/formats/portable";
import type { TenantSql } from "../../db/client";
import type { Deps } from "../deps";
import { CONSTRAINTS, DECISIONS, FAILURES, type ImportedRecord, type ImportKind, PREFERENCES } from "./kinds";
import { settledLinks, settledStatus } from "./plan-decisions";
import { type PlannedExtras, planExtras } from "./plan-extras";
import { completed, type ImportChoices, type Placed, type PlannedRecord, placeRecords, stateOf } from "./plan-records";
import { settledRule } from "./plan-rules";
import { type PlannedTexts, placeTexts, planTexts } from "./plan-texts";
import { type NewNumbers, renumbered } from "./renumber";

/** What an import would do, worked out before anything is written and again right before it is. */
export interface ImportPlan extends PlannedTexts, PlannedExtras {
  readonly decisions: readonly PlannedRecord<PortableDecision>[];
  readonly failures: readonly PlannedRecord<PortableFailure>[];
  readonly constraints: readonly PlannedRecord<PortableConstraint>[];
  readonly preferences: readonly PlannedRecord<PortablePreference>[];
  readonly problems: readonly ReadProblem[];
  /** Of the files and of what they meet here: a plan that somebody saw is not applied to something else. */
  readonly digest: string;
}

export async function planImport(
  deps: Deps,
  scope: ProjectScope,
  sql: TenantSql,
  folder: Folder,
  choices: ImportChoices,
): Promise<ImportPlan> {
  const failures = distinctFailures(folder.failures);
  const one = <T>(records: readonly Located<T>[]) => records.map((record) => [record]);
  const placed = {
    decisions: await placeRecords(sql, scope, DECISIONS, folder.decisions, choices),
    failures: await placeRecords(sql, scope, FAILURES, one(failures.kept), choices),
    constraints: await placeRecords(sql, scope, CONSTRAINTS, one(folder.constraints), choices),
    preferences: await placeRecords(sql, scope, PREFERENCES, one(folder.preferences), choices),
  };
  const texts = await placeTexts(sql, scope, folder, choices);
  const numbers: NewNumbers = new Map([
    ["decision", moved(placed.decisions)],
    ["failure", moved(placed.failures)],
    ["constraint", moved(placed.constraints)],
    ["preference", moved(placed.preferences)],
    ["summary", texts.moved],
  ]);
  const plan = <T extends ImportedRecord>(of: ImportKind<T>, list: readonly Placed<T>[]) =>
    list.map((record) => planRecord(deps, scope, of, record, numbers));
  const decisions = await settledLinks(
    sql,
    scope,
    plan(DECISIONS, placed.decisions).map((record) => settled(scope, record)),
  );
  const planned = {
    decisions: decisions.map((record) => ({ ...record, ...stateOf(DECISIONS, placeOf(record), record.record) })),
    failures: mergedLast(plan(FAILURES, placed.failures)),
    constraints: plan(CONSTRAINTS, placed.constraints).map((rule) => settledRule(scope, CONSTRAINTS, rule)),
    preferences: plan(PREFERENCES, placed.preferences).map((rule) => settledRule(scope, PREFERENCES, rule)),
    ...planTexts(texts, numbers),
    ...(await planExtras(deps, scope, sql, folder, choices)),
  };
  const problems = [...folder.problems, ...failures.problems];
  const met = Object.values(placed).flatMap((list: readonly Placed<ImportedRecord>[]) =>
    list.map(({ newest, known, taken }) => [newest.value, known?.number, known?.version, taken?.number]),
  );
  return { ...planned, problems, digest: digestOf([met, texts.met, planned.config?.before, planned.files?.here]) };
}

function placeOf<T>({ record, ...planned }: PlannedRecord<T>): Placed<T> {
  const newest = planned.versions.at(-1);
  return { ...planned, newest: newest ?? { value: record, file: "", line: 0 } };
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** Numbers of the file whose records have another one here. */
function moved<T extends ImportedRecord>(placed: readonly Placed<T>[]): ReadonlyMap<number, number> {
  return new Map(
    placed.flatMap(({ newest, target, isSkipped }) => {
      const { number } = newest.value;
      return number === null || number === target || isSkipped ? [] : [[number, target] as const];
    }),
  );
}

function planRecord<T extends ImportedRecord>(
  deps: Deps,
  scope: ProjectScope,
  of: ImportKind<T>,
  placed: Placed<T>,
  numbers: NewNumbers,
): PlannedRecord<T> {
  const importer = { kind: scope.actor.kind, name: scope.actor.name };
  const here = (value: T) => {
    const whole = completed(of, placed, withNumbers(renumbered(value, numbers), numbers), importer, deps.clock.now());
    return placed.known === null ? whole : keptHere(whole, placed.known.record);
  };
  const record = here(placed.newest.value);
  const { newest: _newest, ...place } = placed;
  const older = placed.known === null ? placed.versions.slice(0, -1).map(({ value }) => here(value)) : [];
  const notes =
    placed.taken === null
      ? []
      : [`${recordRef(of.kind, placed.taken.number)} is ${JSON.stringify(placed.taken.record.title)} here.`];
  return { ...place, record, older, ...stateOf(of, placed, record), notes };
}

/** Numbers that stand as such, beside the names in texts. */
function withNumbers<T extends ImportedRecord>(record: T, numbers: NewNumbers): T {
  const decision = (number: number) => numbers.get("decision")?.get(number) ?? number;
  if ("supersedes" in record) {
    return { ...record, supersedes: record.supersedes.map(decision), amends: record.amends.map(decision) };
  }
  if ("mergedInto" in record && record.mergedInto !== null) {
    return { ...record, mergedInto: numbers.get("failure")?.get(record.mergedInto) ?? record.mergedInto };
  }
  return record;
}

/**
 * What only this project knows stays: the session that a decision came from, and what was counted of a failure, which
 * a file never makes less.
 */
function keptHere<T extends ImportedRecord>(record: T, known: T): T {
  if ("session" in record && "session" in known) return { ...record, session: known.session };
  if (!("fingerprint" in record) || !("fingerprint" in known)) return record;
  const { fingerprint, agents, mergedInto } = known;
  const [firstSeenAt = known.firstSeenAt] = [record.firstSeenAt, known.firstSeenAt].sort();
  const [, lastSeenAt = known.lastSeenAt] = [record.lastSeenAt, known.lastSeenAt].sort();
  return {
    ...record,
    ...{ fingerprint, agents, mergedInto },
    occurrences: Math.max(record.occurrences, known.occurrences),
    sessions: Math.max(record.sessions, known.sessions),
    firstSeenAt,
    lastSeenAt,
  };
}

function settled(scope: ProjectScope, planned: PlannedRecord<PortableDecision>): PlannedRecord<PortableDecision> {
  const known = planned.known?.record ?? null;
  const status = settledStatus(scope, planned.record, known);
  if (status === null && known !== null) {
    const isSame = planned.state === "same";
    const note = `It is ${known.status} here: history, which a file does not rewrite.`;
    return { ...planned, record: known, notes: isSame ? planned.notes : [...planned.notes, note] };
  }
  if (status === null || status.note === null) return planned;
  return {
    ...planned,
    record: { ...planned.record, status: status.status },
    notes: [...planned.notes, status.note],
  };
}

/** A failure that was merged stands behind the one it leads to; one that leads nowhere stands for itself. */
function mergedLast(planned: readonly PlannedRecord<PortableFailure>[]): PlannedRecord<PortableFailure>[] {
  const targets = new Set(
    planned.filter(({ isSkipped, record }) => !isSkipped && record.mergedInto === null).map(({ target }) => target),
  );
  const settledOnes = planned.map((one) => {
    const { mergedInto } = one.record;
    if (mergedInto === null || targets.has(mergedInto) || one.known !== null) return one;
    const note = `${recordRef("failure", mergedInto)}, into which it was merged, is not imported: it stands for itself.`;
    return { ...one, record: { ...one.record, mergedInto: null }, notes: [...one.notes, note] };
  });
  return settledOnes.sort((a, b) => Number(a.record.mergedInto !== null) - Number(b.record.mergedInto !== null));
}

/** Each has a fingerprint; of two with one fingerprint the first counts, since they are one failure. */
function distinctFailures(failures: readonly Located<PortableFailure>[]) {
  const seen = new Map<string, string>();
  const problems: ReadProblem[] = [];
  const kept = failures.flatMap((one) => {
    const { value, file, line } = one;
    const fingerprint = value.fingerprint || fingerprintOf(value);
    const first = seen.get(fingerprint);
    if (first === undefined) {
      seen.set(fingerprint, value.key);
      return [{ ...one, value: { ...value, fingerprint } }];
    }
    const message = `${value.key} has the same command and cause as ${first} and was left out. Put both into one.`;
    problems.push({ file, line, field: "fingerprint", message });
    return [];
  });
  return { kept, problems };
}

function fingerprintOf({ title, approach, description }: PortableFailure): string {
  const cause = errorSignature(description.trim() || title, null).signature;
  return fingerprintText(approach.trim() || title, cause);
}

/** May take over thresholds of a `config.toml`. */
export function mayTakeConfig(scope: ProjectScope): boolean {
  return scope.actor.kind !== "key" && can({ role: scope.role, keyScopes: null }, "policy:write");
}
