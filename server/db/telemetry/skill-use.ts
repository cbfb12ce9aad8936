import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Database } from "../client";
import type { GrainedPeriod } from "./breakdown";
import { skillSourceFor } from "./tables";
import { rollupWhere, SqlParams } from "./where";

export interface SkillUseSumsRow {
  readonly skill: string;
  readonly loads: number;
  readonly sessions: number;
  /** Sessions that kept the text, and of these the ones that named something that the body brought. */
  readonly knownSessions: number;
  readonly referredSessions: number;
  readonly loadTokens: number;
  readonly bodyTokens: number;
  /** Identifiers that the richest of its bodies names: what names nothing cannot be referred to. */
  readonly names: number;
  readonly lastLoadedAt: Date;
}

/** How the skills were used that were loaded in the range; the size of a body is that of the newest one. */
export async function readSkillUse(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  limit: number,
): Promise<SkillUseSumsRow[]> {
  const params = new SqlParams();
  const source = skillSourceFor(filter, { hours: period.grain === "hour" });
  const where = rollupWhere(source, scope, filter, period, params);
  const { rows } = await db.pool.query<SkillUseSumsRow>(
    `SELECT u.skill, u.loads, u.sessions, u."knownSessions", u."referredSessions", u."loadTokens", u.names,
            u."lastLoadedAt", coalesce(i.tokens, round(u."loadTokens" / greatest(u.loads, 1)))::int AS "bodyTokens"
     FROM (
       SELECT k.skill, sum(k.loads)::int AS loads, count(*)::int AS sessions,
              count(k.referred)::int AS "knownSessions", (count(*) FILTER (WHERE k.referred))::int AS "referredSessions",
              sum(k.tokens)::float8 AS "loadTokens", max(k.names) AS names, max(k.last_at) AS "lastLoadedAt"
       FROM (
         SELECT r.skill, r.session_id, sum(r.loads) AS loads, sum(r.load_tokens) AS tokens, max(r.names) AS names,
                bool_or(r.referred) AS referred, max(r.last_loaded_at) AS last_at
         FROM ${source.table} r WHERE ${where} GROUP BY r.skill, r.session_id
       ) k GROUP BY k.skill
     ) u
     LEFT JOIN catalogue_item i ON i.team_id = ${params.add(scope.teamId)}::uuid
       AND i.project_id = ${params.add(scope.projectId)}::uuid AND i.kind = 'skill' AND i.name = u.skill
     ORDER BY u."loadTokens" DESC, u.skill LIMIT ${params.add(limit)}::int`,
    params.values,
  );
  return rows;
}

export interface SkillItemRow {
  readonly path: string | null;
  readonly category: string | null;
}

export async function readSkillItem(db: Database, scope: ProjectScope, skill: string): Promise<SkillItemRow | null> {
  const { rows } = await db.pool.query<SkillItemRow>(
    `SELECT path, category FROM catalogue_item
     WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind = 'skill' AND name = $3`,
    [scope.teamId, scope.projectId, skill],
  );
  return rows[0] ?? null;
}

export interface SkillVersionRow {
  readonly version: number;
  readonly tokens: number;
  readonly firstSeenAt: Date;
  readonly loads: number;
  readonly sessions: number;
  readonly knownSessions: number;
  readonly referredSessions: number;
  readonly loadTokens: number;
  readonly repeatedTokens: number;
  readonly underTokens: number;
  readonly underNoiseTokens: number;
  /** The newest session that loaded the body while its text is kept. */
  readonly session: number | null;
  readonly ref: string | null;
}

/** The bodies of a skill, the one that was first seen last at the top, each with what its loads did at any time. */
export async function readSkillVersions(
  db: Database,
  scope: ProjectScope,
  skill: string,
  limit: number,
): Promise<SkillVersionRow[]> {
  const { rows } = await db.pool.query<SkillVersionRow>(
    `SELECT v.version, v.tokens, v.first_seen_at AS "firstSeenAt", coalesce(u.loads, 0)::int AS loads,
            coalesce(u.sessions, 0)::int AS sessions, coalesce(u.known, 0)::int AS "knownSessions",
            coalesce(u.referred, 0)::int AS "referredSessions", coalesce(u.load_tokens, 0)::float8 AS "loadTokens",
            coalesce(u.repeated, 0)::float8 AS "repeatedTokens", coalesce(u.under, 0)::float8 AS "underTokens",
            coalesce(u.proven, 0)::float8 AS "underNoiseTokens", s.number AS session, u.place[2] AS ref
     FROM (SELECT * FROM catalogue_version
            WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind = 'skill' AND name = $3
            ORDER BY first_seen_at DESC, version DESC LIMIT $5) v
     LEFT JOIN LATERAL (
       SELECT sum(k.loads) AS loads, sum(k.load_tokens) AS load_tokens, sum(k.repeated) AS repeated,
              sum(k.under) AS under, sum(k.proven) AS proven, count(*) AS sessions, count(k.referred) AS known,
              count(*) FILTER (WHERE k.referred) AS referred,
              (SELECT ARRAY[l.session_id::text, l.first_entry_id] FROM session_skill l
                WHERE l.team_id = v.team_id AND l.project_id = v.project_id AND l.skill = $4
                  AND l.content_hash = v.content_hash AND l.referred IS NOT NULL
                ORDER BY l.last_loaded_at DESC, l.session_id LIMIT 1) AS place
       FROM (
         SELECT sum(r.loads) AS loads, sum(r.load_tokens) AS load_tokens, sum(r.repeated_tokens) AS repeated,
                sum(r.under_tokens) AS under, sum(r.under_proven_tokens) AS proven, bool_or(r.referred) AS referred
         FROM session_skill r
         WHERE r.team_id = v.team_id AND r.project_id = v.project_id AND r.skill = $4 AND r.content_hash = v.content_hash
         GROUP BY r.session_id
       ) k
     ) u ON TRUE
     LEFT JOIN session s ON s.team_id = v.team_id AND s.id = u.place[1]::uuid
       AND EXISTS (SELECT 1 FROM content c WHERE c.team_id = v.team_id AND c.hash = v.content_hash)
     ORDER BY v.first_seen_at DESC, v.version DESC`,
    [scope.teamId, scope.projectId, skill, skill, limit],
  );
  return rows;
}
