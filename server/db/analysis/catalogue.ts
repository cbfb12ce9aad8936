import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

/** A rule or skill as sessions showed it since the last analysis. */
export interface Sighting {
  readonly kind: "rule" | "skill";
  readonly name: string;
  readonly path: string | null;
  readonly category: string | null;
  /** Each text that it had, with its first sighting, oldest first. */
  readonly texts: readonly { readonly hash: Buffer; readonly tokens: number; readonly at: Date }[];
  readonly lastAt: Date;
  readonly loads: number;
}

const UPSERT = statement(
  "catalogue.upsert",
  `INSERT INTO catalogue_item (team_id, project_id, kind, name, path, category, tokens, content_hash, version, first_seen_at,
          last_seen_at, loads)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $11)
   ON CONFLICT (team_id, project_id, kind, name) DO UPDATE
      SET path = COALESCE(catalogue_item.path, EXCLUDED.path),
          category = CASE WHEN catalogue_item.category_set THEN catalogue_item.category
                          ELSE COALESCE(EXCLUDED.category, catalogue_item.category) END,
          first_seen_at = LEAST(catalogue_item.first_seen_at, EXCLUDED.first_seen_at),
          last_seen_at = GREATEST(catalogue_item.last_seen_at, EXCLUDED.last_seen_at),
          loads = catalogue_item.loads + EXCLUDED.loads`,
);

/** Sessions are analysed in any order, so a text can turn out to be older than it seemed. */
const SEE_VERSION_EARLIER = statement(
  "catalogue.see_version_earlier",
  `UPDATE catalogue_version SET first_seen_at = LEAST(first_seen_at, $6)
    WHERE team_id = $1 AND project_id = $2 AND kind = $3 AND name = $4 AND content_hash = $5`,
);

const ADD_VERSION = statement(
  "catalogue.add_version",
  `INSERT INTO catalogue_version (team_id, project_id, kind, name, version, content_hash, tokens, first_seen_at)
   SELECT $1::uuid, $2::uuid, $3, $4,
          1 + COALESCE((SELECT max(version) FROM catalogue_version
                         WHERE team_id = $1 AND project_id = $2 AND kind = $3 AND name = $4), 0),
          $5, $6, $7`,
);

/** The item shows the text that was first seen last: what the project uses now. */
const SHOW_NEWEST = statement(
  "catalogue.show_newest",
  `UPDATE catalogue_item i SET version = v.version, tokens = v.tokens, content_hash = v.content_hash
     FROM (SELECT version, tokens, content_hash FROM catalogue_version
            WHERE team_id = $1 AND project_id = $2 AND kind = $3 AND name = $4
            ORDER BY first_seen_at DESC, version DESC LIMIT 1) v
    WHERE i.team_id = $1 AND i.project_id = $2 AND i.kind = $3 AND i.name = $4`,
);

/** Adds sightings to the catalogue. Sorted by key, so that two analyses cannot block each other. */
export async function recordSightings(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sightings: readonly Sighting[],
): Promise<void> {
  const sorted = [...sightings].sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
  for (const { kind, name, path, category, texts, lastAt, loads } of sorted) {
    const first = texts[0];
    const last = texts.at(-1);
    if (!first || !last) continue;
    const item = [teamId, projectId, kind, name];
    await sql.query({ ...UPSERT, values: [...item, path, category, last.tokens, last.hash, first.at, lastAt, loads] });
    for (const { hash, tokens, at } of texts) {
      const { rowCount } = await sql.query({ ...SEE_VERSION_EARLIER, values: [...item, hash, at] });
      if (!rowCount) await sql.query({ ...ADD_VERSION, values: [...item, hash, tokens, at] });
    }
    await sql.query({ ...SHOW_NEWEST, values: item });
  }
}

const FORGET = statement(
  "catalogue.forget_loads",
  `UPDATE catalogue_item SET loads = GREATEST(0, loads - $5)
    WHERE team_id = $1 AND project_id = $2 AND kind = $3 AND name = $4`,
);

/** Takes loads back when their session is deleted; the item and its versions stay. */
export async function forgetLoads(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  counts: readonly { readonly kind: string; readonly name: string; readonly loads: number }[],
): Promise<void> {
  for (const { kind, name, loads } of counts) {
    await sql.query({ ...FORGET, values: [teamId, projectId, kind, name, loads] });
  }
}
