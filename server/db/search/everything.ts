import type { EntryGroup, SearchKind } from "../../core/search/fields";
import type { Database, TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { SqlParams } from "../telemetry/where";

export interface CandidateQuery {
  /** Project, fields and exclusions, as a `tsquery`; it always names the project. */
  readonly condition: string;
  /** The words; null looks for the fields only. */
  readonly match: string | null;
  readonly kind: SearchKind | null;
  readonly group: EntryGroup;
  readonly from: Date | null;
  readonly until: Date | null;
  /** So many of the newest matches are wanted. */
  readonly limit: number;
  /** Only so many of the newest entries are looked through, one by one; 0 asks an index for all that match. */
  readonly lookBack: number;
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
  /** What it says, as a hash; null for what stands for itself (`saidBy`). */
  readonly text: string | null;
  /** Sum of the best find of each word. */
  readonly score: number;
  /** How many of the words were found. */
  readonly found: number;
}

/**
 * SQL of a hash of what an entry says: those with the same one are one find. Texts of events; notes that were composed of
 * several sessions and drafts that were found in several. Null for other records. What differs in equal notes by itself
 * is left out: the session in the head, and the numbers that equal drafts have.
 */
export function saidBy(entry: string): string {
  const body = `regexp_replace(${entry}.body, '^\\*\\*From\\*\\*: .*$| \\((DEC|FAIL)-\\d+\\)', '', 'gn')`;
  return `CASE WHEN ${entry}.kind = 'event' THEN encode(${entry}.content_hash, 'hex')
               WHEN ${entry}.kind = 'handoff' OR (${entry}.kind = 'decision' AND ${entry}.status = 'draft')
               THEN md5(concat_ws(E'\n', ${entry}.kind, ${entry}.status, ${entry}.title, ${body})) END`;
}

/** What a find counts by where it stands: weights D, C, B, A. */
const PLACE_WEIGHTS = "{0.4, 0.5, 0.75, 1}";
/** A search that takes longer is ended; the caller says so. */
const TIMEOUT_MS = 5_000;

/** The newest entries that match. Vectors pass the sorting as they are stored, unread. */
function candidates(params: SqlParams, key: ProjectKey, query: CandidateQuery, columns: string): string {
  const team = params.add(key.teamId);
  const project = params.add(key.projectId);
  const from = params.add(query.from);
  const until = params.add(query.until);
  const words = query.match === null ? [] : [query.match];
  const { filter, lexemes } = kindOf(query);
  const wanted = params.add([...lexemes, query.condition, ...words].join(" & "));
  const ofProject = `SELECT e.kind, e.key, e.at, e.status, e.words, e.content_hash, e.title, e.body, e.tsv FROM search_entry e
     WHERE e.team_id = ${team}::uuid AND e.project_id = ${project}::uuid AND ${filter}
       AND (${from}::timestamptz IS NULL OR e.at >= ${from}::timestamptz)
       AND (${until}::timestamptz IS NULL OR e.at < ${until}::timestamptz)`;
  const newest = `ORDER BY e.at DESC LIMIT ${params.add(query.limit)}::int`;
  if (query.lookBack === 0) return `SELECT ${columns} FROM (${ofProject} AND e.tsv @@ ${wanted}::tsquery ${newest}) e`;
  const near = `${ofProject} ORDER BY e.at DESC LIMIT ${params.add(query.lookBack)}::int`;
  return `SELECT ${columns} FROM (${near}) e WHERE e.tsv @@ ${wanted}::tsquery ${newest}`;
}

/** Nearly all entries are events: a look at each find is cheaper than the index' list of all of them. */
function kindOf({ group, kind }: CandidateQuery): { filter: string; lexemes: string[] } {
  if (group === "event") return { filter: "e.kind = 'event'", lexemes: [] };
  return { filter: "true", lexemes: ["'is:record'", ...(kind === null ? [] : [`'kind:${kind}'`])] };
}

const BITMAPS_ONLY = { enable_indexscan: "off", enable_seqscan: "off", max_parallel_workers_per_gather: "0" };

/**
 * Keeps the transaction's next statements to bitmaps, and so to the index of words, in one process. Postgres takes
 * conditions for independent, can be wrong a thousandfold about how many match, and would walk back in time through all
 * entries, or start workers, which cost more than they share in.
 */
export function restrictToBitmaps(sql: TenantSql): Promise<void> {
  return set(sql, BITMAPS_ONLY);
}

export function endRestriction(sql: TenantSql): Promise<void> {
  return set(sql, Object.fromEntries(Object.keys(BITMAPS_ONLY).map((name) => [name, "DEFAULT"])));
}

async function set(sql: TenantSql, settings: Readonly<Record<string, string>>): Promise<void> {
  await sql.query(
    Object.entries(settings)
      .map(([name, value]) => `SET LOCAL ${name} TO ${value}`)
      .join("; "),
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
  const params = new SqlParams();
  const words = params.add(weighed.map(({ word }) => word));
  const weights = params.add(weighed.map(({ weight }) => weight));
  const queries = params.add(weighed.map(({ query: text }) => text));
  const rows = candidates(params, key, query, `e.kind, e.key, e.at, e.status, e.words, ${saidBy("e")} AS text, e.tsv`);
  const answer = await sql.query<CandidateRow>(
    `WITH candidate AS MATERIALIZED (${rows}),
     variant AS MATERIALIZED (
       SELECT v.word, v.weight, v.query::tsquery AS query
         FROM unnest(${words}::int[], ${weights}::float8[], ${queries}::text[]) AS v(word, weight, query)
     )
     SELECT c.kind, c.key, c.at, c.status, c.words, c.text, f.score, f.found
       FROM candidate c
       CROSS JOIN LATERAL (SELECT c.tsv || ''::tsvector AS lexemes OFFSET 0) own
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(best), 0)::float8 AS score, count(*)::int AS found
           FROM (SELECT v.word, max(v.weight * ts_rank('${PLACE_WEIGHTS}'::float4[], own.lexemes, v.query)) AS best
                   FROM variant v WHERE own.lexemes @@ v.query GROUP BY v.word) word
       ) f`,
    params.values,
  );
  return answer.rows;
}

export interface KindCountRow {
  readonly kind: SearchKind;
  readonly count: number;
}

/** How many of the newest matching entries are of each kind. */
export async function countKinds(sql: TenantSql, key: ProjectKey, query: CandidateQuery): Promise<KindCountRow[]> {
  const params = new SqlParams();
  const rows = candidates(params, key, query, "e.kind");
  const answer = await sql.query<KindCountRow>(
    `SELECT kind, count(*)::int AS count FROM (${rows}) candidate GROUP BY kind`,
    params.values,
  );
  return answer.rows;
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

export interface TextRow {
  readonly kind: SearchKind;
  readonly key: string;
  readonly text: string;
}

/** Titles and texts of entries, for what must be looked for word by word. */
export async function readTexts(
  sql: TenantSql,
  key: ProjectKey,
  names: readonly { readonly kind: string; readonly key: string }[],
  characters: number,
): Promise<TextRow[]> {
  const answer = await sql.query<TextRow>(
    `SELECT e.kind, e.key, e.title || E'\n' || left(coalesce(c.text, e.body), $5::int) AS text
       FROM unnest($3::text[], $4::text[]) AS n(kind, key)
       JOIN search_entry e ON e.team_id = $1::uuid AND e.project_id = $2::uuid AND e.kind = n.kind AND e.key = n.key
       LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash`,
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
