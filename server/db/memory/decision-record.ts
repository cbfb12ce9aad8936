import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "./project-key";

const VERSION = {
  version: true,
  status: true,
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
  authorKind: true,
  author: true,
  sessionId: true,
  createdAt: true,
} as const;

type Reader = Database["prisma"] | TenantTx;
export type DecisionVersionRow = Awaited<ReturnType<typeof readDecisionVersions>>[number];

/** Newest first; empty when there is no such decision. */
export async function readDecisionVersions(db: Reader, { teamId, projectId }: ProjectKey, number: number) {
  return db.decisionVersion.findMany({
    where: { teamId, projectId, number },
    select: VERSION,
    orderBy: { version: "desc" },
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

/** Accepted decisions whose newest version supersedes this one. */
export async function readSuccessors(
  db: Database,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<{ number: number; title: string }[]> {
  const { rows } = await db.pool.query<{ number: number; title: string }>(
    `SELECT d.number, d.title FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
      WHERE d.team_id = $1 AND d.project_id = $2 AND d.status = 'accepted' AND $3::int = ANY(v.supersedes)
      ORDER BY d.number`,
    [teamId, projectId, number],
  );
  return rows;
}

/** False when the record has moved on to another version meanwhile. */
export async function moveDecision(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  change: { number: number; fromVersion: number; status: string; now: Date },
): Promise<boolean> {
  const { number, fromVersion, status, now } = change;
  const { count } = await tx.decision.updateMany({
    where: { teamId, projectId, number, version: fromVersion },
    data: { version: fromVersion + 1, status, updatedAt: now },
  });
  return count === 1;
}

export interface NewVersion {
  number: number;
  /** What the new version takes over. */
  from: DecisionVersionRow;
  status: string;
  reasoning: SafeText;
  authorKind: "member" | "key" | "system";
  author: SafeText;
  now: Date;
}

export async function appendDecisionVersion(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  version: NewVersion,
): Promise<void> {
  const { number, from, status, reasoning, authorKind, author, now } = version;
  const { alternatives, links, evidence, ...columns } = from;
  await tx.decisionVersion.create({
    data: {
      ...columns,
      teamId,
      projectId,
      number,
      version: from.version + 1,
      status,
      reasoning,
      authorKind,
      author,
      createdAt: now,
      alternatives: alternatives ?? [],
      links: links ?? [],
      evidence: evidence ?? [],
    },
    select: { version: true },
  });
}
