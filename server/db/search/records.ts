import type { TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { statement } from "../sql/statement";

export interface RecordToIndex {
  readonly key: string;
  readonly at: Date;
  readonly title: string;
  readonly status: string;
  /** What it says: texts, lists of texts and JSON. */
  readonly texts: unknown;
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly session: number | null;
}

const NUMBERED = "r.number = ANY ($3::text[]::int[])";
const NO_TEXTS = "ARRAY[]::text[]";
const CURRENT =
  "v.team_id = r.team_id AND v.project_id = r.project_id AND v.number = r.number AND v.version = r.version";

/**
 * Of each kind: rows with alias `r` and what the search holds of them. `at` moves with every change, so that it tells
 * whether an entry is up to date.
 */
const SOURCES = {
  decision: {
    from: `decision r JOIN decision_version v ON ${CURRENT}`,
    key: "r.number::text",
    named: NUMBERED,
    at: "r.updated_at",
    title: "r.title",
    status: "r.status",
    texts: "jsonb_build_array(v.context, v.decision, v.reasoning, v.alternatives, v.impact, to_jsonb(v.assumptions))",
    paths: "v.affected_paths",
    tags: "v.tags",
    authors: "ARRAY[v.author]",
    session: "v.session_id",
  },
  failure: {
    from: `failure r JOIN failure_version v ON ${CURRENT}`,
    key: "r.number::text",
    named: NUMBERED,
    at: "r.updated_at",
    title: "r.title",
    status: "r.status",
    texts: "jsonb_build_array(v.type, v.description, v.approach, v.root_cause, v.fix)",
    paths: "v.affected_paths",
    tags: "v.tags",
    authors: "ARRAY[v.author]",
    session: "v.session_id",
  },
  constraint: {
    from: `constraint_record r JOIN constraint_version v ON ${CURRENT}`,
    key: "r.number::text",
    named: NUMBERED,
    at: "r.updated_at",
    title: "r.title",
    status: "r.status",
    texts: "jsonb_build_array(v.rule, v.reason)",
    paths: "v.affected_paths",
    tags: "v.tags",
    authors: "ARRAY[v.author]",
    session: "v.session_id",
  },
  preference: {
    from: `preference r JOIN preference_version v ON ${CURRENT}`,
    key: "r.number::text",
    named: NUMBERED,
    at: "r.updated_at",
    title: "r.title",
    status: "r.status",
    texts: "jsonb_build_array(v.text)",
    paths: NO_TEXTS,
    tags: "v.tags",
    authors: "ARRAY[v.author]",
    session: "v.session_id",
  },
  handoff: {
    from: `handoff r JOIN handoff_version v ON ${CURRENT}`,
    key: "r.number::text",
    named: NUMBERED,
    at: "r.updated_at",
    title: "r.title",
    status: "r.status",
    texts: "jsonb_build_array(v.markdown)",
    paths: NO_TEXTS,
    tags: NO_TEXTS,
    authors: "ARRAY[v.author]",
    session: "r.session_id",
  },
  summary: {
    from: `session_summary r JOIN session_summary_version v ON ${CURRENT}`,
    key: "r.number::text",
    named: NUMBERED,
    at: "r.updated_at",
    title: "r.title",
    status: "''",
    texts: "jsonb_build_array(v.body)",
    paths: NO_TEXTS,
    tags: NO_TEXTS,
    authors: "ARRAY[v.author]",
    session: "r.session_id",
  },
  document: {
    from: `project_document r JOIN project_document_version v
             ON v.team_id = r.team_id AND v.project_id = r.project_id AND v.path = r.path AND v.version = r.version
            AND r.removed_at IS NULL`,
    key: "r.path",
    named: "r.path = ANY ($3::text[])",
    at: "r.updated_at",
    title: "r.path",
    status: "''",
    texts: "jsonb_build_array(v.text)",
    paths: "ARRAY[r.path]",
    tags: NO_TEXTS,
    authors: "ARRAY[v.author]",
    session: "v.session_id",
  },
  comment: {
    from: `comment r LEFT JOIN member m ON m.team_id = r.team_id AND m.id = r.author_id`,
    where: "r.deleted_at IS NULL",
    key: "r.subject_kind || '/' || r.subject_number || '/' || r.id",
    named: "r.id::text IN (SELECT split_part(name, '/', 3) FROM unnest($3::text[]) AS name)",
    at: "coalesce(r.edited_at, r.created_at)",
    title: "'Comment by ' || coalesce(m.name, 'somebody')",
    status: "''",
    texts: "jsonb_build_array(r.body)",
    paths: NO_TEXTS,
    tags: NO_TEXTS,
    authors: "ARRAY[coalesce(m.name, '')]",
    session: "NULL::uuid",
  },
  file: {
    from: "project_file r JOIN file_index i ON i.team_id = r.team_id AND i.id = r.index_id",
    key: "r.path",
    named: "r.path = ANY ($3::text[])",
    at: "i.started_at",
    title: "r.path",
    status: "''",
    texts: "jsonb_build_array(r.outline)",
    paths: "ARRAY[r.path]",
    tags: "ARRAY[r.language]",
    authors: NO_TEXTS,
    session: "NULL::uuid",
  },
} as const;

export type RecordKind = keyof typeof SOURCES;
export const RECORD_KINDS = Object.keys(SOURCES) as RecordKind[]; // The keys of a constant are its own names.

/** The source of a kind, of one project: team and project are the first two parameters. */
function fromWhere(source: (typeof SOURCES)[RecordKind]): string {
  const where = "where" in source ? ` AND ${source.where}` : "";
  return `FROM ${source.from} WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid${where}`;
}

function entriesOf(kind: RecordKind, columns: string): string {
  return `SELECT ${columns} FROM search_entry WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind = '${kind}'`;
}

/** A statement for each kind. */
function forEachKind(name: string, sql: (kind: RecordKind) => string) {
  return new Map(RECORD_KINDS.map((kind) => [kind, statement(`search.${kind}_${name}`, sql(kind))]));
}

// Set operations read both sides once, whatever Postgres knows of tables that were just filled; a join that it plans
// for a handful of rows takes a minute for a thousand.
const DUE = forEachKind("due", (kind) => {
  const { key, at, title, status } = SOURCES[kind];
  return `SELECT DISTINCT key FROM (
            SELECT ${key} AS key, (${at})::timestamptz(3) AS at, ${title} AS title, ${status} AS status
              ${fromWhere(SOURCES[kind])}
            EXCEPT ${entriesOf(kind, "key, at, title, status")}) changed`;
});

const GONE = forEachKind(
  "gone",
  (kind) => `${entriesOf(kind, "key")} EXCEPT SELECT ${SOURCES[kind].key} ${fromWhere(SOURCES[kind])}`,
);

const READ = forEachKind("to_index", (kind) => {
  const source = SOURCES[kind];
  return `SELECT ${source.key} AS key, ${source.at} AS at, ${source.title} AS title, ${source.status} AS status,
                 ${source.texts} AS texts, ${source.paths} AS paths, ${source.tags} AS tags,
                 ${source.authors} AS authors,
                 (SELECT s.number FROM session s WHERE s.team_id = r.team_id AND s.id = ${source.session}) AS session
            ${fromWhere(source)} AND ${source.named}`;
});

/** Names of the records of a kind whose entry is missing or older than they are. */
export async function recordsDue(sql: TenantSql, kind: RecordKind, key: ProjectKey): Promise<string[]> {
  return readNames(sql, statementOf(DUE, kind), key);
}

/** Names of entries whose record is no longer there. */
export async function goneRecords(sql: TenantSql, kind: RecordKind, key: ProjectKey): Promise<string[]> {
  return readNames(sql, statementOf(GONE, kind), key);
}

async function readNames(sql: TenantSql, query: Statement, { teamId, projectId }: ProjectKey): Promise<string[]> {
  return (await sql.query<{ key: string }>({ ...query, values: [teamId, projectId] })).rows.map(({ key }) => key);
}

/** What the named records say; those that went meanwhile are left out. */
export async function recordsToIndex(
  sql: TenantSql,
  kind: RecordKind,
  { teamId, projectId }: ProjectKey,
  names: readonly string[],
): Promise<RecordToIndex[]> {
  return (await sql.query<RecordToIndex>({ ...statementOf(READ, kind), values: [teamId, projectId, names] })).rows;
}

type Statement = ReturnType<typeof statement>;

function statementOf(statements: ReadonlyMap<RecordKind, Statement>, kind: RecordKind): Statement {
  const found = statements.get(kind);
  if (!found) throw new Error(`No statement reads records of the kind ${kind}.`);
  return found;
}
