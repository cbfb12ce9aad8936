import type { SafeText } from "../../core/redact/safe-text";
import type { SourceKind } from "../../core/teams/project-source";
import type { Database, TenantTx } from "../client";

type Reader = Database["prisma"];

export interface NewProject {
  id: string;
  slug: string;
  name: SafeText;
  timeZone: string;
  isDemo: boolean;
  createdAt: Date;
}

/** Adds the project; false when the team has another one with this slug. */
export async function insertProject(tx: TenantTx, teamId: string, project: NewProject): Promise<boolean> {
  const { count } = await tx.project.createMany({ data: [{ teamId, ...project }], skipDuplicates: true });
  return count === 1;
}

export interface ProjectRow {
  id: string;
  slug: string;
  name: string;
  timeZone: string;
  isDemo: boolean;
  createdAt: Date;
}

const PROJECT_COLUMNS = { id: true, slug: true, name: true, timeZone: true, isDemo: true, createdAt: true } as const;

/** The team's projects that are neither archived nor being removed; `only` narrows to the list of a key. */
export async function listProjects(db: Reader, teamId: string, only: readonly string[] | null): Promise<ProjectRow[]> {
  return db.project.findMany({
    where: { teamId, archivedAt: null, deletingAt: null, ...(only ? { id: { in: [...only] } } : {}) },
    select: PROJECT_COLUMNS,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
}

export async function findProject(db: Reader, teamId: string, projectId: string): Promise<ProjectRow | null> {
  return db.project.findUnique({ where: { teamId_id: { teamId, id: projectId } }, select: PROJECT_COLUMNS });
}

export async function updateProject(
  tx: TenantTx,
  teamId: string,
  projectId: string,
  change: { name?: SafeText; timeZone?: string },
): Promise<void> {
  await tx.project.update({ where: { teamId_id: { teamId, id: projectId } }, data: change, select: { id: true } });
}

export interface ProjectCountsRow {
  sessions: number;
  failures: number;
  handoffs: number;
}

/** What the navigation shows beside decisions: all sessions, failures and handoffs that wait for somebody. */
export async function countProject(db: Reader, teamId: string, projectId: string): Promise<ProjectCountsRow> {
  const where = { teamId, projectId };
  const [sessions, failures, handoffs] = await Promise.all([
    db.session.count({ where }),
    db.failure.count({ where: { ...where, status: "active", mergedInto: null } }),
    db.handoff.count({ where: { ...where, claimedAt: null } }),
  ]);
  return { sessions, failures, handoffs };
}

export interface ProjectSourceRow {
  kind: string;
  value: string;
  projectId: string;
}

/** Adds a source; false when the team has it already, for this project or another. */
export async function insertProjectSource(
  tx: TenantTx,
  teamId: string,
  source: { kind: SourceKind; value: SafeText; projectId: string; createdAt: Date },
): Promise<boolean> {
  const { count } = await tx.projectSource.createMany({ data: [{ teamId, ...source }], skipDuplicates: true });
  return count === 1;
}

export async function findProjectSource(
  tx: TenantTx,
  teamId: string,
  kind: SourceKind,
  value: string,
): Promise<{ projectId: string; projectName: string } | null> {
  const row = await tx.projectSource.findUnique({
    where: { teamId_kind_value: { teamId, kind, value } },
    select: { projectId: true, project: { select: { name: true } } },
  });
  return row && { projectId: row.projectId, projectName: row.project.name };
}

export async function deleteProjectSource(
  tx: TenantTx,
  teamId: string,
  source: { kind: SourceKind; value: string; projectId: string },
): Promise<boolean> {
  const { count } = await tx.projectSource.deleteMany({ where: { teamId, ...source } });
  return count === 1;
}

export async function listProjectSources(db: Reader, teamId: string, projectId: string): Promise<ProjectSourceRow[]> {
  return db.projectSource.findMany({
    where: { teamId, projectId },
    select: { kind: true, value: true, projectId: true },
    orderBy: [{ kind: "asc" }, { value: "asc" }],
  });
}
