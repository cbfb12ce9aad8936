import type { SearchKind } from "../../core/search/fields";
import type { Database, TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { SqlParams } from "../telemetry/where";

export interface CandidateQuery {
  /** Project, fields and exclusions, as a `tsquery`; it always names the project. */
  readonly condition: string;
  /** The words; null looks for the fields only. */
  readonly match: string | null;
  readonly kind: SearchKind | null;
  readonly from: Date | null;
  readonly until: Date | null;
  /** Newest rows that are looked at, of records and of events each. */
  readonly limit: number;
  /**
   * Whether so many events match that the newest are found soonest by looking at the newest; otherwise the index of
   * words names them all. Postgres' own guess takes conditions for independent and can be wrong a thousandfold.
   */
  readonly isDense: boolean;
}

export interface WeighedQuery {
  readonly word: number;
  readonly weight: number;
  readonly query: string;
}

export interface CandidateRow {
  readonly kind: SearchKind;
  readonly key: string;
  readonly at: Date;
  /** Of an event: its kind. */
  readonly status: string;
  readonly words: number;
  /** Sum of the best find of each word. */
  readonly score: number;
  /** How many of the words were found. */
  readonly found: number;
}

/** What a find counts by where it stands: weights D, C, B, A. */
const PLACE_WEIGHTS = "{0.4, 0.5, 0.75, 1}";
/** A search that takes longer is ended; the caller says so. */
const TIMEOUT_MS = 5_000;

type Group = "record" | "event";

/** The newest entries of a group that match. */
function candidates(params: SqlParams, key: ProjectKey, query: CandidateQuery, group: Group, columns: string): string {
  const team = params.add(key.teamId);
  const project = params.add(key.projectId);
  const from = params.add(query.from);
  const until = params.add(query.until);
  const kind = query.kind === null ? [] : [`'kind:${query.kind}'`];
  const words = query.match === null ? [] : [query.match];
  const wanted = params.add([`'is:${group}'`, ...kind, query.condition, ...words].join(" & "));
  return `SELECT ${columns} FROM search_entry e
     WHERE e.team_id = ${team}::uuid AND e.project_id = ${project}::uuid AND e.tsv @@ ${wanted}::tsquery
       AND (${from}::timestamptz IS NULL OR e.at >= ${from}::timestamptz)
       AND (${until}::timestamptz IS NULL OR e.at < ${until}::timestamptz)
     ORDER BY e.at DESC LIMIT ${params.add(query.limit)}::int`;
}

/** Groups that the query can find, each with the way to find it. */
function groupsOf({ kind, isDense }: CandidateQuery): { group: Group; byTime: boolean }[] {
  const groups: { group: Group; byTime: boolean }[] = [];
  if (kind !== "event") groups.push({ group: "record", byTime: false });
  if (kind === null || kind === "event") groups.push({ group: "event", byTime: isDense });
  return groups;
}

/** Keeps the transaction's next statements to one of the two indexes; both give the same rows. Null lets it choose. */
async function choosePath(sql: TenantSql, byTime: boolean | null): Promise<void> {
  const onOff = (isOn: boolean) => (isOn ? "on" : "off");
  await sql.query(
    `SELECT set_config('enable_indexscan', $1, true), set_config('enable_bitmapscan', $2, true),
            set_config('enable_seqscan', $3, true)`,
    [onOff(byTime !== false), onOff(byTime !== true), onOff(byTime === null)],
  );
}

/**
 * Matching entries with what each word is worth in them. A tsvector that is stored out of line is read once for all
 * words: the concatenation makes a copy in memory.
 */
export async function findCandidates(
  sql: TenantSql,
  key: ProjectKey,
  query: CandidateQuery,
  weighed: readonly WeighedQuery[],
): Promise<CandidateRow[]> {
  const found: CandidateRow[] = [];
  for (const { group, byTime } of groupsOf(query)) {
    const params = new SqlParams();
    const words = params.add(weighed.map(({ word }) => word));
    const weights = params.add(weighed.map(({ weight }) => weight));
    const queries = params.add(weighed.map(({ query: text }) => text));
    const columns = "e.kind, e.key, e.at, e.status, e.words, e.tsv || ''::tsvector AS lexemes";
    await choosePath(sql, byTime);
    const { rows } = await sql.query<CandidateRow>(
      `WITH candidate AS MATERIALIZED (${candidates(params, key, query, group, columns)}),
       variant AS MATERIALIZED (
         SELECT v.word, v.weight, v.query::tsquery AS query
           FROM unnest(${words}::int[], ${weights}::float8[], ${queries}::text[]) AS v(word, weight, query)
       )
       SELECT c.kind, c.key, c.at, c.status, c.words, f.score, f.found
         FROM candidate c CROSS JOIN LATERAL (
           SELECT coalesce(sum(best), 0)::float8 AS score, count(*)::int AS found
             FROM (SELECT v.word, max(v.weight * ts_rank('${PLACE_WEIGHTS}'::float4[], c.lexemes, v.query)) AS best
                     FROM variant v WHERE c.lexemes @@ v.query GROUP BY v.word) word
         ) f`,
      params.values,
    );
    found.push(...rows);
  }
  await choosePath(sql, null);
  return found;
}

/** How many of the newest matching entries are of each kind. */
export async function countKinds(
  sql: TenantSql,
  key: ProjectKey,
  query: CandidateQuery,
): Promise<{ kind: SearchKind; count: number }[]> {
  const counts: { kind: SearchKind; count: number }[] = [];
  for (const { group, byTime } of groupsOf(query)) {
    const params = new SqlParams();
    const rows = candidates(params, key, query, group, "e.kind, e.at");
    await choosePath(sql, byTime);
    const answer = await sql.query<{ kind: SearchKind; count: number }>(
      `SELECT kind, count(*)::int AS count FROM (${rows}) candidate GROUP BY kind`,
      params.values,
    );
    counts.push(...answer.rows);
  }
  await choosePath(sql, null);
  return counts;
}

export interface FoundRow {
  readonly kind: SearchKind;
  readonly key: string;
  readonly at: Date;
  readonly title: string;
  readonly status: string;
  readonly text: string;
  /** Of an event: what the model sees of it, and whether it is in the context at all. */
  readonly residency: string | null;
  readonly inContext: boolean | null;
}

/** What is shown of the entries. */
export async function readFound(
  sql: TenantSql,
  key: ProjectKey,
  names: readonly { readonly kind: string; readonly key: string }[],
  characters: number,
): Promise<FoundRow[]> {
  const answer = await sql.query<FoundRow>(
    `SELECT e.kind, e.key, e.at, e.title, e.status, left(coalesce(c.text, e.body), $5::int) AS text,
            CASE WHEN e.kind = 'event' THEN coalesce(standing.residency, 'full') END AS residency,
            CASE WHEN e.kind = 'event' THEN coalesce(st.in_context AND st.visible, true) END AS "inContext"
       FROM unnest($3::text[], $4::text[]) AS n(kind, key)
       JOIN search_entry e ON e.team_id = $1::uuid AND e.project_id = $2::uuid AND e.kind = n.kind AND e.key = n.key
       LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
       LEFT JOIN event_state st ON st.team_id = e.team_id AND st.session_id = e.session_id
            AND st.entry_id = substr(e.key, position('/' in e.key) + 1)
       LEFT JOIN LATERAL (
         SELECT t.to_residency AS residency FROM transition t
          WHERE t.team_id = e.team_id AND t.session_id = e.session_id
            AND t.entry_id = substr(e.key, position('/' in e.key) + 1)
          ORDER BY t.created_at DESC, t.id DESC LIMIT 1
       ) standing ON e.kind = 'event'`,
    [key.teamId, key.projectId, names.map(({ kind }) => kind), names.map(({ key: name }) => name), characters],
  );
  return answer.rows;
}

/** Runs a search that ends itself when it takes too long; null then. */
export async function withinTime<T>(
  db: Database,
  key: ProjectKey,
  work: (sql: TenantSql) => Promise<T>,
): Promise<T | null> {
  try {
    return await db.withTenantSql(key, async (sql) => {
      await sql.query("SELECT set_config('statement_timeout', $1, true)", [String(TIMEOUT_MS)]);
      return work(sql);
    });
  } catch (error) {
    // query_canceled
    if (typeof error === "object" && error !== null && "code" in error && error.code === "57014") return null;
    throw error;
  }
}
