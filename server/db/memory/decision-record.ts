import type { Database, TenantTx } from "../client";
import { int4Array } from "../sql/arrays";
import type { ProjectKey } from "./project-key";

const CONTENT = {
  title: true,
  decidedOn: true,
  context: true,
  decision: true,
  reasoning: true,
  alternatives: true,
  impact: true,
  reversible: true,
  risk: true,
  confidence: true,
  assumptions: true,
  affectedPaths: true,
  tags: true,
  links: true,
  evidence: true,
  supersedes: true,
  amends: true,
} as const;

const VERSION = {
  ...CONTENT,
  version: true,
  status: true,
  authorKind: true,
  author: true,
  sessionId: true,
  createdAt: true,
} as const;

type Reader = Database["prisma"] | TenantTx;
export type DecisionVersionRow = Awaited<ReturnType<typeof readDecisionVersions>>[number];
/** What a version says; strings of it passed the funnel. */
export type DecisionContent = Pick<DecisionVersionRow, keyof typeof CONTENT>;

/** Newest first; empty when there is no such decision. */
export async function readDecisionVersions(db: Reader, { teamId, projectId }: ProjectKey, number: number, take = 100) {
  return db.decisionVersion.findMany({
    where: { teamId, projectId, number },
    select: VERSION,
    orderBy: { version: "desc" },
    take,
  });
}

/** The newest versions of several decisions, in the order of their numbers. */
export async function readNewestDecisions(db: Database, { teamId, projectId }: ProjectKey, numbers: readonly number[]) {
  const records = await db.prisma.decision.findMany({
    where: { teamId, projectId, number: { in: [...numbers] } },
    select: { number: true, version: true },
  });
  if (records.length === 0) return [];
  return db.prisma.decisionVersion.findMany({
    where: { teamId, projectId, OR: records },
    select: { ...VERSION, number: true },
    orderBy: { number: "asc" },
  });
}

export async function readDecisionSession(
  db: Database,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<number | null> {
  const { rows } = await db.pool.query<{ number: number }>(
    `SELECT s.number FROM decision d JOIN session s ON s.team_id = d.team_id AND s.id = d.session_id
      WHERE d.team_id = $1 AND d.project_id = $2 AND d.number = $3`,
    [teamId, projectId, number],
  );
  return rows[0]?.number ?? null;
}

/** The git remote by which the project is known first; null when it has none. */
export async function readProjectRemote(db: Database, { teamId, projectId }: ProjectKey): Promise<string | null> {
  const source = await db.prisma.projectSource.findFirst({
    where: { teamId, projectId, kind: "git_remote" },
    select: { value: true },
    orderBy: [{ createdAt: "asc" }, { value: "asc" }],
  });
  return source?.value ?? null;
}

export interface RelatedRow {
  readonly number: number;
  readonly title: string;
  readonly status: string;
}

export async function readDecisionTitles(
  db: Database,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<RelatedRow[]> {
  if (numbers.length === 0) return [];
  const { rows } = await db.pool.query<RelatedRow>(
    `SELECT number, title, status FROM decision
      WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[]) ORDER BY number`,
    [teamId, projectId, int4Array(numbers)],
  );
  return rows;
}

/** What each of these decisions replaces, whole and in part, in its newest version. */
export async function readReplaces(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<{ number: number; supersedes: number[]; amends: number[] }[]> {
  return tx.$queryRaw`
    SELECT d.number, v.supersedes, v.amends FROM decision d
      JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                             AND v.version = d.version
     WHERE d.team_id = ${teamId}::uuid AND d.project_id = ${projectId}::uuid AND d.number = ANY(${numbers}::int4[])`;
}

/** Accepted decisions beside `except` that supersede `number`. */
export async function countOtherSuccessors(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
  except: number,
): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM decision d
      JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                             AND v.version = d.version
     WHERE d.team_id = ${teamId}::uuid AND d.project_id = ${projectId}::uuid AND d.status = 'accepted'
       AND d.number <> ${except}::int AND ${number}::int = ANY(v.supersedes)`;
  return rows[0]?.count ?? 0;
}

/** False when the record has moved on to another version meanwhile. */
export async function moveDecision(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  change: { number: number; fromVersion: number; status: string; title: string; now: Date },
): Promise<boolean> {
  const { number, fromVersion, status, title, now } = change;
  const { count } = await tx.decision.updateMany({
    where: { teamId, projectId, number, version: fromVersion },
    data: { version: fromVersion + 1, status, title, updatedAt: now },
  });
  return count === 1;
}

export interface NewDecisionVersion {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly content: DecisionContent;
  readonly authorKind: string;
  readonly author: string;
  readonly sessionId: string | null;
  readonly now: Date;
}

export async function insertDecision(tx: TenantTx, key: ProjectKey, first: NewDecisionVersion): Promise<void> {
  const { teamId, projectId } = key;
  const { number, version, status, content, sessionId, now } = first;
  const { title } = content;
  await tx.decision.create({
    data: { teamId, projectId, number, version, status, title, sessionId, createdAt: now, updatedAt: now },
    select: { number: true },
  });
  await appendDecisionVersion(tx, key, first);
}

export async function appendDecisionVersion(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  { content, now, ...version }: NewDecisionVersion,
): Promise<void> {
  const { alternatives, links, evidence, ...columns } = content;
  await tx.decisionVersion.create({
    data: {
      ...columns,
      ...version,
      teamId,
      projectId,
      createdAt: now,
      alternatives: alternatives ?? [],
      links: links ?? [],
      evidence: evidence ?? [],
    },
    select: { version: true },
  });
}
