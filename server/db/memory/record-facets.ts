import type { Database } from "../client";
import { SqlParams } from "../telemetry/where";
import type { ProjectKey } from "./project-key";
import { conditionsOf, fromRecord, type RecordColumns, type RecordQuery } from "./record-query";

export interface FacetRow {
  readonly facet: "total" | "status" | "tag" | "author" | "path";
  readonly value: string;
  readonly count: number;
}

/**
 * How many records each value of a filter leads to. A status, an author and a path take each other's place, so their
 * counts leave their own filter out; tags add up, so theirs keep it. `total` is of the project.
 */
export async function readFacets(
  db: Database,
  scope: ProjectKey,
  query: RecordQuery,
  columns: RecordColumns,
  limit: number,
): Promise<FacetRow[]> {
  const params = new SqlParams();
  const { base, status, tags, authors, paths } = conditionsOf(params, scope, query, columns);
  const top = params.add(limit);
  const { rows } = await db.pool.query<FacetRow>(
    `WITH base AS MATERIALIZED (
       SELECT ${columns.status} AS status, v.tags, ${columns.authors} AS authors, ${columns.paths} AS paths,
              ${status} AS s, ${tags} AS t, ${authors} AS a, ${paths} AS p
         FROM ${fromRecord(columns)} WHERE ${base})
     SELECT 'total' AS facet, '' AS value, count(*)::int AS count FROM ${fromRecord(columns)}
      WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND ${columns.listed ?? "true"}
        AND ${columns.standsForEqual ?? "true"}
     UNION ALL SELECT 'status', status, count(*)::int FROM base WHERE t AND a AND p GROUP BY status
     UNION ALL (SELECT 'tag', x, count(*)::int FROM base, unnest(tags) AS x WHERE s AND t AND a AND p
                 GROUP BY x ORDER BY 3 DESC, 2 LIMIT ${top})
     UNION ALL (SELECT 'author', x, count(*)::int FROM base, unnest(authors) AS x WHERE s AND t AND p
                 GROUP BY x ORDER BY 3 DESC, 2 LIMIT ${top})
     UNION ALL (SELECT 'path', x, count(*)::int FROM base, unnest(paths) AS x WHERE s AND t AND a
                 GROUP BY x ORDER BY 3 DESC, 2 LIMIT ${top})`,
    params.values,
  );
  return rows;
}
