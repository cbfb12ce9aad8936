import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

export interface SymbolRow {
  readonly path: string;
  readonly kind: string;
  readonly line: number;
}

const SYMBOLS = statement(
  "commands.symbols",
  `SELECT f.path, o->>'kind' AS kind, (o->>'line')::int4 AS line
     FROM project_file f CROSS JOIN LATERAL jsonb_array_elements(f.outline) o
    WHERE f.team_id = $1 AND f.project_id = $2 AND f.outline @> jsonb_build_array(jsonb_build_object('name', $3::text))
      AND o->>'name' = $3
    ORDER BY f.is_test, f.path, line LIMIT $4`,
);

/** Where the index knows a symbol of this name, tests last. */
export async function readSymbols(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  name: string,
  limit: number,
): Promise<SymbolRow[]> {
  return (await sql.query<SymbolRow>({ ...SYMBOLS, values: [teamId, projectId, name, limit] })).rows;
}
