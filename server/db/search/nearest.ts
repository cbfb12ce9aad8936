import type { SearchKind } from "../../core/search/fields";
import type { TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { saidBy } from "./everything";
import { ofDimensions, vectorType } from "./vector-extension";

export interface NearQuery {
  readonly model: string;
  readonly vector: readonly number[];
  /** Project, fields and exclusions, as a `tsquery`. */
  readonly condition: string;
  readonly from: Date | null;
  readonly until: Date | null;
  /** So many of the nearest texts are looked at, before fields are. */
  readonly within: number;
  readonly limit: number;
}

export interface NearRow {
  readonly kind: SearchKind;
  readonly key: string;
  readonly at: Date;
  readonly status: string;
  readonly words: number;
  readonly text: string | null;
}

const TIMEOUT_MS = 1_000;
/** From here on an index is read on until enough rows of the project are found (pgvector's manual, "Iterative Index Scans"). */
const ITERATIVE_FROM = [0, 8] as const;

/** Entries whose texts are nearest in meaning, the nearest first. Ends itself when it takes too long. */
export async function findNearest(
  sql: TenantSql,
  key: ProjectKey,
  version: string,
  query: NearQuery,
): Promise<NearRow[]> {
  const type = vectorType(query.vector.length);
  if (type === null) return [];
  await sql.query("SELECT set_config('statement_timeout', $1, true)", [String(TIMEOUT_MS)]);
  if (isIterative(version)) await sql.query("SET LOCAL hnsw.iterative_scan TO strict_order");
  const distance = `v.vector::${type} <=> $5::real[]::${type}`;
  const answer = await sql.query<NearRow>(
    `WITH near AS MATERIALIZED (
       SELECT v.kind, v.key, ${distance} AS distance FROM search_vector v
        WHERE v.team_id = $1::uuid AND v.project_id = $2::uuid AND v.model = $3 AND ${ofDimensions(query.vector.length)}
        ORDER BY ${distance} LIMIT $4::int
     )
     SELECT e.kind, e.key, e.at, e.status, e.words, ${saidBy("e")} AS text
       FROM near n
       JOIN search_entry e ON e.team_id = $1::uuid AND e.project_id = $2::uuid AND e.kind = n.kind AND e.key = n.key
      WHERE e.tsv @@ $6::tsquery
        AND ($7::timestamptz IS NULL OR e.at >= $7::timestamptz)
        AND ($8::timestamptz IS NULL OR e.at < $8::timestamptz)
      ORDER BY n.distance, e.kind, e.key LIMIT $9::int`,
    [
      key.teamId,
      key.projectId,
      query.model,
      query.within,
      `{${query.vector.join(",")}}`,
      query.condition,
      query.from,
      query.until,
      query.limit,
    ],
  );
  return answer.rows;
}

function isIterative(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > ITERATIVE_FROM[0] || minor >= ITERATIVE_FROM[1];
}
