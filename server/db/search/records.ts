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

const READ = Object.fromEntries(
  RECORD_KINDS.map((kind) => {
    const source = SOURCES[kind];
    const where = "where" in source ? ` AND ${source.where}` : "";
    return [
      kind,
      statement(
        `search.${kind}_to_index`,
        `SELECT ${source.key} AS key, ${source.at} AS at, ${source.title} AS title, ${source.status} AS status,
                ${source.texts} AS texts, ${source.paths} AS paths, ${source.tags} AS tags,
                ${source.authors} AS authors,
                (SELECT s.number FROM session s WHERE s.team_id = r.team_id AND s.id = ${source.session}) AS session
           FROM ${source.from}
           LEFT JOIN search_entry x ON x.team_id = r.team_id AND x.project_id = r.project_id
                AND x.kind = '${kind}' AND x.key = ${source.key}
          WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid${where}
            AND (x.key IS NULL OR x.at <> ${source.at} OR x.title <> ${source.title} OR x.status <> ${source.status})
          LIMIT $3::int`,
      ),
    ];
  }),
);

const GONE = Object.fromEntries(
  RECORD_KINDS.map((kind) => {
    const source = SOURCES[kind];
    const where = "where" in source ? ` AND ${source.where}` : "";
    return [
      kind,
      statement(
        `search.${kind}_gone`,
        `SELECT x.key FROM search_entry x
          WHERE x.team_id = $1::uuid AND x.project_id = $2::uuid AND x.kind = '${kind}'
            AND NOT EXISTS (SELECT FROM ${source.from}
                             WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND ${source.key} = x.key${where})
          LIMIT $3::int`,
      ),
    ];
  }),
);

/** Records of a kind whose entry is missing or older than they are. */
export async function recordsToIndex(
  sql: TenantSql,
  kind: RecordKind,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<RecordToIndex[]> {
  return (await sql.query<RecordToIndex>({ ...statementOf(READ, kind), values: [teamId, projectId, limit] })).rows;
}

/** Names of entries whose record is no longer there. */
export async function goneRecords(
  sql: TenantSql,
  kind: RecordKind,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>({
    ...statementOf(GONE, kind),
    values: [teamId, projectId, limit],
  });
  return rows.map(({ key }) => key);
}

function statementOf(statements: Readonly<Record<string, ReturnType<typeof statement>>>, kind: RecordKind) {
  const found = statements[kind];
  if (!found) throw new Error(`No statement reads records of the kind ${kind}.`);
  return found;
}
