import type { EvidenceView } from "../../core/decisions/views";
import type { RuleKind } from "../../core/rules/statuses";
import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

/** Constraints and preferences as one form; a preference has neither a reason nor paths. */

/** What a version says; strings of it passed the funnel. */
export interface RuleContent {
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  readonly affectedPaths: readonly string[];
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceView[];
}

export interface RuleVersionRow extends Omit<RuleContent, "evidence"> {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  /** JSON as it is stored. */
  readonly evidence: unknown;
  readonly authorKind: string;
  readonly author: string;
  readonly sessionId: string | null;
  readonly createdAt: Date;
}

export interface NewRuleVersion {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly content: RuleContent;
  readonly authorKind: string;
  readonly author: string;
  readonly sessionId: string | null;
  readonly now: Date;
}

export type RuleReader = Database["prisma"] | TenantTx;

const VERSION = {
  number: true,
  version: true,
  status: true,
  title: true,
  tags: true,
  evidence: true,
  authorKind: true,
  author: true,
  sessionId: true,
  createdAt: true,
} as const;
const CONSTRAINT = { ...VERSION, rule: true, reason: true, affectedPaths: true } as const;
const PREFERENCE = { ...VERSION, text: true } as const;

const NEWEST_FIRST = { version: "desc" } as const;
const BY_NUMBER = { number: "asc" } as const;

/** Newest first. */
export async function readRuleVersions(
  db: RuleReader,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  number: number,
  take = 100,
): Promise<RuleVersionRow[]> {
  const where = { teamId, projectId, number };
  return kind === "constraint"
    ? (await db.constraintVersion.findMany({ where, select: CONSTRAINT, orderBy: NEWEST_FIRST, take })).map(
        toConstraint,
      )
    : (await db.preferenceVersion.findMany({ where, select: PREFERENCE, orderBy: NEWEST_FIRST, take })).map(
        toPreference,
      );
}

/** The newest versions of several rules, in the order of their numbers. */
export async function readNewestRules(
  db: Database,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  numbers: readonly number[],
): Promise<RuleVersionRow[]> {
  const { prisma } = db;
  const which = { where: { teamId, projectId, number: { in: [...numbers] } }, select: { number: true, version: true } };
  if (kind === "constraint") {
    const OR = await prisma.constraintRecord.findMany(which);
    const newest = { where: { teamId, projectId, OR }, select: CONSTRAINT, orderBy: BY_NUMBER };
    return OR.length === 0 ? [] : (await prisma.constraintVersion.findMany(newest)).map(toConstraint);
  }
  const OR = await prisma.preference.findMany(which);
  const newest = { where: { teamId, projectId, OR }, select: PREFERENCE, orderBy: BY_NUMBER };
  return OR.length === 0 ? [] : (await prisma.preferenceVersion.findMany(newest)).map(toPreference);
}

function toConstraint<Row extends { rule: string }>({ rule, ...row }: Row) {
  return { ...row, text: rule };
}

function toPreference<Row>(row: Row) {
  return { ...row, reason: "", affectedPaths: [] };
}

/** False when the record has moved on to another version meanwhile. */
export async function moveRule(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  kind: RuleKind,
  change: { number: number; fromVersion: number; status: string; title: string; now: Date },
): Promise<boolean> {
  const { number, fromVersion, status, title, now } = change;
  const update = {
    where: { teamId, projectId, number, version: fromVersion },
    data: { version: fromVersion + 1, status, title, updatedAt: now },
  };
  const { count } =
    kind === "constraint" ? await tx.constraintRecord.updateMany(update) : await tx.preference.updateMany(update);
  return count === 1;
}

/** New records with their first versions; `sourceKey` is where one was found or imported from. */
export async function insertRules(
  tx: TenantTx,
  key: ProjectKey,
  kind: RuleKind,
  rules: readonly { readonly first: NewRuleVersion; readonly sourceKey: string | null }[],
): Promise<void> {
  const { teamId, projectId } = key;
  const data = rules.map(({ first: { number, version, status, content, now }, sourceKey }) => {
    return {
      teamId,
      projectId,
      number,
      version,
      status,
      title: content.title,
      sourceKey,
      createdAt: now,
      updatedAt: now,
    };
  });
  const firsts = rules.map(({ first }) => first);
  if (kind === "constraint") {
    await tx.constraintRecord.createMany({ data });
    await tx.constraintVersion.createMany({ data: firsts.map((first) => constraintRow(key, first)) });
  } else {
    await tx.preference.createMany({ data });
    await tx.preferenceVersion.createMany({ data: firsts.map((first) => preferenceRow(key, first)) });
  }
}

export async function appendRuleVersion(
  tx: TenantTx,
  key: ProjectKey,
  kind: RuleKind,
  version: NewRuleVersion,
): Promise<void> {
  const select = { version: true } as const;
  if (kind === "constraint") await tx.constraintVersion.create({ data: constraintRow(key, version), select });
  else await tx.preferenceVersion.create({ data: preferenceRow(key, version), select });
}

function versionRow({ teamId, projectId }: ProjectKey, { content, now, ...version }: NewRuleVersion) {
  const { title, tags, evidence } = content;
  return { teamId, projectId, ...version, title, tags: [...tags], evidence: [...evidence], createdAt: now };
}

function constraintRow(key: ProjectKey, version: NewRuleVersion) {
  const { text, reason, affectedPaths } = version.content;
  return { ...versionRow(key, version), rule: text, reason, affectedPaths: [...affectedPaths] };
}

function preferenceRow(key: ProjectKey, version: NewRuleVersion) {
  return { ...versionRow(key, version), text: version.content.text };
}

/** Constraints that came from one of the places. */
export async function findConstraintsBySource(
  db: RuleReader,
  { teamId, projectId }: ProjectKey,
  sourceKeys: readonly string[],
): Promise<{ number: number; sourceKey: string | null }[]> {
  return db.constraintRecord.findMany({
    where: { teamId, projectId, sourceKey: { in: [...sourceKeys] } },
    select: { number: true, sourceKey: true },
  });
}
