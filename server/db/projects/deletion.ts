import type { Database, TenantSql, TenantTx } from "../client";
import { statement } from "../sql/statement";

export interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

/** Marks the project; from then on nobody finds it. False when it was marked before. */
export async function markDeleting(tx: TenantTx, { teamId, projectId }: ProjectKey, at: Date): Promise<boolean> {
  const { count } = await tx.project.updateMany({
    where: { teamId, id: projectId, deletingAt: null },
    data: { deletingAt: at },
  });
  return count === 1;
}

export interface DeletingProjectRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly deletingAt: Date | null;
}

/** Projects that a job is taking away, the latest first. */
export async function listDeletingProjects(db: Database["prisma"], teamId: string): Promise<DeletingProjectRow[]> {
  return db.project.findMany({
    where: { teamId, deletingAt: { not: null } },
    select: { id: true, slug: true, name: true, deletingAt: true },
    orderBy: [{ deletingAt: "desc" }, { id: "desc" }],
  });
}

export async function countSessions(db: Database["prisma"], { teamId, projectId }: ProjectKey): Promise<number> {
  return db.session.count({ where: { teamId, projectId } });
}

const BATCH_ROWS = 3_000;

/**
 * Rows of a project, children before parents, by the columns that lead each primary key; sessions with all that hangs
 * on them went before. There are no cascades: a distributed Postgres deletes in the order that it is told.
 */
const TABLES = [
  { table: "search_vector", key: ["hash"] },
  { table: "search_embedding", key: ["project_id"] },
  { table: "search_entry", key: ["kind", "key"] },
  { table: "search_word", key: ["lexeme"] },
  { table: "search_relation", key: ["lexeme", "other"] },
  { table: "search_project", key: ["project_id"] },
  { table: "failure_occurrence", key: ["number", "session_id", "entry_id"] },
  { table: "failure_fingerprint", key: ["fingerprint"] },
  { table: "failure_version", key: ["number", "version"] },
  { table: "failure", key: ["number"] },
  { table: "decision_flag", key: ["kind", "number", "other"] },
  { table: "decision_version", key: ["number", "version"] },
  { table: "decision", key: ["number"] },
  { table: "constraint_version", key: ["number", "version"] },
  { table: "constraint_record", key: ["number"] },
  { table: "preference_version", key: ["number", "version"] },
  { table: "preference", key: ["number"] },
  { table: "session_summary_version", key: ["number", "version"] },
  { table: "session_summary", key: ["number"] },
  { table: "project_document_version", key: ["path", "version"] },
  { table: "project_document", key: ["path"] },
  { table: "handoff_draft", key: ["number", "member_id"] },
  { table: "handoff_version", key: ["number", "version"] },
  { table: "share_link", key: ["id"] },
  { table: "handoff", key: ["number"] },
  { table: "comment", key: ["id"] },
  { table: "catalogue_version", key: ["kind", "name", "version"] },
  { table: "catalogue_item", key: ["kind", "name"] },
  { table: "project_file", key: ["path"] },
  { table: "file_index", key: ["id"] },
  { table: "upload_cursor", key: ["client", "source"] },
  {
    table: "rollup_day",
    key: ["dimension", "value", "day", "client", "agent", "skill", "tool", "kind"],
  },
  { table: "rollup_hour", key: ["dimension", "value", "hour"] },
  { table: "target_day", key: ["cell"] },
  { table: "rollup", key: ["hour", "client", "agent", "skill", "tool", "kind", "pass"] },
  { table: "policy_version", key: ["version"] },
  { table: "project_source", key: ["kind", "value"] },
  { table: "project_member", key: ["member_id"] },
] as const;

const DELETE_ROWS = TABLES.map(({ table, key }) => {
  const columns = key.join(", ");
  return statement(
    `delete_project.${table}`,
    `DELETE FROM ${table} WHERE team_id = $1 AND project_id = $2 AND (${columns}) IN (
       SELECT ${columns} FROM ${table} WHERE team_id = $1 AND project_id = $2 LIMIT ${BATCH_ROWS})`,
  );
});

/** The look-up has no project, so its rows go first, by the links that still stand. */
const DELETE_SHARE_LOOKUPS = statement(
  "delete_project.lookup_share_link",
  `DELETE FROM lookup_share_link WHERE team_id = $1 AND share_link_id IN (
     SELECT id FROM share_link WHERE team_id = $1 AND project_id = $2)`,
);

export async function deleteShareLookups(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<void> {
  await sql.query({ ...DELETE_SHARE_LOOKUPS, values: [teamId, projectId] });
}

/** Removes one batch of the project's rows; answers whether there was anything to remove. */
export async function deleteProjectRows(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<boolean> {
  for (const query of DELETE_ROWS) {
    const { rowCount } = await sql.query({ ...query, values: [teamId, projectId] });
    if (rowCount) return true;
  }
  return false;
}

const LOCK = statement(
  "delete_project.lock",
  "SELECT id FROM project WHERE team_id = $1 AND id = $2 AND deleting_at IS NOT NULL FOR UPDATE",
);

/** False when the project is gone, or nobody asked for its removal. No row that refers to it can be added meanwhile. */
export async function lockDeleting(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<boolean> {
  const { rows } = await sql.query({ ...LOCK, values: [teamId, projectId] });
  return rows.length > 0;
}

const FORGET_IN_KEYS = statement(
  "delete_project.keys",
  "UPDATE api_key SET project_ids = array_remove(project_ids, $2::uuid) WHERE team_id = $1 AND project_ids @> ARRAY[$2::uuid]",
);
/** Series are named `<kind>:<project>`. */
const DELETE_COUNTERS = statement(
  "delete_project.counters",
  "DELETE FROM counter WHERE team_id = $1 AND name LIKE '%:' || $2",
);
const DELETE_PROJECT = statement("delete_project.project", "DELETE FROM project WHERE team_id = $1 AND id = $2");

/** The last step: what names the project elsewhere, and the project itself. */
export async function deleteProjectRow(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<void> {
  for (const query of [FORGET_IN_KEYS, DELETE_COUNTERS, DELETE_PROJECT]) {
    await sql.query({ ...query, values: [teamId, projectId] });
  }
}
