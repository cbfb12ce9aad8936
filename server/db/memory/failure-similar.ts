import type { Database } from "../client";
import type { ProjectKey } from "./project-key";

/** Failures that may be like a question; how much they are is decided by core/failures/similar. */

export interface MatchingFingerprint {
  readonly number: number;
  readonly fingerprint: string;
}

/** Fingerprints that share what was asked or the cause with a question; those that share both come first. */
export async function readMatchingFingerprints(
  db: Database,
  { teamId, projectId }: ProjectKey,
  asked: { fingerprints: readonly string[]; subjects: readonly string[]; causes: readonly string[] },
  limit: number,
): Promise<MatchingFingerprint[]> {
  const { rows } = await db.pool.query<MatchingFingerprint>(
    `SELECT number, fingerprint
       FROM (SELECT x.number, x.fingerprint, x.fingerprint = ANY($3::text[]) AS whole,
                    split_part(x.fingerprint, ' ▸ ', 1) = ANY($4::text[]) AS asked,
                    substr(x.fingerprint, strpos(x.fingerprint, ' ▸ ') + 3) = ANY($5::text[]) AS caused
               FROM failure_fingerprint x WHERE x.team_id = $1 AND x.project_id = $2) x
      WHERE whole OR asked OR caused
      ORDER BY whole DESC, caused DESC, number DESC LIMIT $6`,
    [teamId, projectId, asked.fingerprints, asked.subjects, asked.causes, limit],
  );
  return rows;
}

export interface CandidateRow {
  readonly number: number;
  readonly status: string;
  readonly occurrences: number;
  readonly lastSeenAt: Date;
  readonly title: string;
  readonly description: string;
  readonly approach: string;
  readonly rootCause: string;
  readonly fix: string;
  readonly affectedPaths: string[];
  readonly evidence: unknown;
  readonly sessionId: string | null;
}

/**
 * The failures of some numbers, then those whose texts have the most of the words, then the newest: at most `limit`.
 * Texts are cut where nothing that is compared or shown goes on. Bytes are compared, since the rules of a language make
 * it ten times as slow and only capitals outside ASCII are missed.
 */
export async function readCandidates(
  db: Database,
  { teamId, projectId }: ProjectKey,
  asked: { numbers: readonly number[]; words: readonly string[]; path: string },
  limit: number,
): Promise<CandidateRow[]> {
  const { rows } = await db.pool.query<CandidateRow>(
    `WITH texts AS MATERIALIZED (
       SELECT f.number, f.version, f.status, f.occurrences, f.last_seen_at,
              lower(concat_ws(' ', v.title, left(v.approach, 400), left(v.description, 600), left(v.root_cause, 400),
                              left(v.fix, 400)) COLLATE "C") AS text,
              $5 <> '' AND strpos(lower(array_to_string(v.affected_paths, ' ')), $5) > 0 AS is_near
         FROM failure f
         JOIN failure_version v ON v.team_id = f.team_id AND v.project_id = f.project_id AND v.number = f.number
                               AND v.version = f.version
        WHERE f.team_id = $1 AND f.project_id = $2 AND f.merged_into IS NULL),
     ranked AS MATERIALIZED (
       SELECT t.*, (t.number = ANY($3::int4[]))::int * 1000 + t.is_near::int * 100
                   + (SELECT count(*) FROM unnest($4::text[]) AS w(word) WHERE strpos(t.text, w.word COLLATE "C") > 0)
                   AS hits
         FROM texts t ORDER BY hits DESC, t.last_seen_at DESC, t.number DESC LIMIT $6)
     SELECT r.number, r.status, r.occurrences, r.last_seen_at AS "lastSeenAt", v.title,
            left(v.description, 4000) AS description, left(v.approach, 2000) AS approach,
            left(v.root_cause, 4000) AS "rootCause", left(v.fix, 4000) AS fix, v.affected_paths AS "affectedPaths",
            v.evidence, v.session_id AS "sessionId"
       FROM ranked r
       JOIN failure_version v ON v.team_id = $1 AND v.project_id = $2 AND v.number = r.number AND v.version = r.version
      ORDER BY r.hits DESC, r.last_seen_at DESC, r.number DESC`,
    [teamId, projectId, asked.numbers, asked.words, asked.path.toLowerCase(), limit],
  );
  return rows;
}
