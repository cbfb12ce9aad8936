import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

export interface CatalogueRow {
  readonly kind: "rule" | "skill";
  readonly name: string;
  readonly path: string | null;
  readonly category: string | null;
  readonly categorySet: boolean;
  readonly tokens: number;
  readonly contentHash: Buffer;
  readonly version: number;
  readonly loads: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

const COLUMNS = `kind, name, path, category, category_set AS "categorySet", tokens, content_hash AS "contentHash",
          version, loads, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"`;

const LIST = statement(
  "catalogue.list",
  `SELECT ${COLUMNS} FROM catalogue_item WHERE team_id = $1 AND project_id = $2 ORDER BY kind, name LIMIT $3`,
);

export async function readCatalogue(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<CatalogueRow[]> {
  return (await sql.query<CatalogueRow>({ ...LIST, values: [teamId, projectId, limit] })).rows;
}

const SET_CATEGORY = statement(
  "catalogue.set_category",
  `UPDATE catalogue_item SET category = $5, category_set = $6
    WHERE team_id = $1 AND project_id = $2 AND kind = $3 AND name = $4 RETURNING ${COLUMNS}`,
);

/** Null when the project has no such item. */
export async function setItemCategory(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  item: { readonly kind: string; readonly name: string; readonly category: string | null; readonly isSet: boolean },
): Promise<CatalogueRow | null> {
  const values = [teamId, projectId, item.kind, item.name, item.category, item.isSet];
  return (await sql.query<CatalogueRow>({ ...SET_CATEGORY, values })).rows[0] ?? null;
}
