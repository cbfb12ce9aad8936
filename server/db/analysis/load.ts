import { SUMMARIZED_RULE } from "../../core/prune/judge/compact-window";
import type { StoredEvent } from "../../core/prune/session-events";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";

/** Everything that was uploaded of one session, as the analysis reads it. */

export interface LoadedEvent extends StoredEvent {
  readonly hash: Buffer;
}

const CHUNK_ROWS = 2_000;

/** By primary key, so that a chunk costs the same wherever it begins. */
const EVENTS = statement(
  "analysis.events",
  `SELECT e.entry_id AS "entryId", e.thread, e.seq, e.kind, e.occurred_at AS at, e.request_id AS "requestId", e.tool,
          e.tool_class AS "toolClass", e.call_id AS "callId", e.target, e.outcome, e.exit_code AS "exitCode", e.skill,
          e.path, e.label, e.content_hash AS hash, e.tokens, COALESCE(c.text, '') AS text
     FROM event e LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
    WHERE e.team_id = $1 AND e.session_id = $2 AND e.entry_id > $3
    ORDER BY e.entry_id LIMIT ${CHUNK_ROWS}`,
);

export async function loadEvents(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedEvent[]> {
  const events: LoadedEvent[] = [];
  let after = "";
  for (;;) {
    const { rows } = await sql.query<Omit<LoadedEvent, "seq"> & { seq: string }>({
      ...EVENTS,
      values: [teamId, sessionId, after],
    });
    for (const row of rows) events.push({ ...row, seq: Number(row.seq) });
    if (rows.length < CHUNK_ROWS) return events;
    after = rows.at(-1)?.entryId ?? after;
  }
}

export interface LoadedThread {
  readonly key: string;
  readonly agent: string | null;
  readonly parentKey: string | null;
  readonly auxiliary: boolean;
}

const THREADS = statement(
  "analysis.threads",
  `SELECT key, agent, parent_key AS "parentKey", auxiliary FROM thread WHERE team_id = $1 AND session_id = $2`,
);

export async function loadThreads(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedThread[]> {
  return (await sql.query<LoadedThread>({ ...THREADS, values: [teamId, sessionId] })).rows;
}

export interface LoadedRequest {
  readonly id: string;
  readonly thread: string;
  readonly seq: number;
  readonly at: Date;
  readonly model: string | null;
  readonly contextTokens: number | null;
}

/** The window is known when the provider told any of its three parts. */
const REQUESTS = statement(
  "analysis.requests",
  `SELECT response_id AS id, thread, seq, occurred_at AS at, model,
          CASE WHEN input_tokens IS NULL AND cache_write_tokens IS NULL AND cache_read_tokens IS NULL THEN NULL
               ELSE COALESCE(input_tokens, 0) + COALESCE(cache_write_tokens, 0) + COALESCE(cache_read_tokens, 0)
          END AS "contextTokens"
     FROM model_request WHERE team_id = $1 AND session_id = $2`,
);

export async function loadRequests(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedRequest[]> {
  const { rows } = await sql.query<Omit<LoadedRequest, "seq"> & { seq: string }>({
    ...REQUESTS,
    values: [teamId, sessionId],
  });
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

export interface LoadedBoundary {
  readonly thread: string;
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly toSeq: number | null;
}

const BOUNDARIES = statement(
  "analysis.boundaries",
  `SELECT thread, seq, occurred_at AS at, kind, to_seq AS "toSeq" FROM boundary
    WHERE team_id = $1 AND session_id = $2 ORDER BY thread, seq, kind`,
);

export async function loadBoundaries(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedBoundary[]> {
  const { rows } = await sql.query<{ thread: string; seq: string; at: Date; kind: string; toSeq: string | null }>({
    ...BOUNDARIES,
    values: [teamId, sessionId],
  });
  return rows.map((row) => ({ ...row, seq: Number(row.seq), toSeq: row.toSeq === null ? null : Number(row.toSeq) }));
}

export interface LoadedMark {
  readonly thread: string;
  readonly seq: number;
  readonly stage: string | null;
  readonly branch: string | null;
  readonly changedPaths: string[];
}

const MARKS = statement(
  "analysis.marks",
  `SELECT thread, seq, stage, branch, changed_paths AS "changedPaths" FROM workspace_mark
    WHERE team_id = $1 AND session_id = $2 ORDER BY thread, seq`,
);

export async function loadMarks(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedMark[]> {
  const { rows } = await sql.query<Omit<LoadedMark, "seq"> & { seq: string }>({
    ...MARKS,
    values: [teamId, sessionId],
  });
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

export interface LoadedPin {
  readonly ref: string;
  readonly by: string;
  readonly reason: string;
}

const PINS = statement(
  "analysis.pins",
  `SELECT entry_id AS ref, pinned_by AS by, reason FROM pin
    WHERE team_id = $1 AND session_id = $2 AND released_at IS NULL AND (expires_at IS NULL OR expires_at > $3)
    ORDER BY created_at, id`,
);

export async function loadPins(sql: TenantSql, { teamId, sessionId }: SessionKey, now: Date): Promise<LoadedPin[]> {
  return (await sql.query<LoadedPin>({ ...PINS, values: [teamId, sessionId, now] })).rows;
}

export interface LoadedStanding {
  readonly ref: string;
  readonly residency: string;
  readonly retained: string | null;
  readonly actorKind: string;
  readonly at: Date;
  readonly isApplied: boolean;
}

/**
 * A person's or an agent's change holds at once; a run's only once a client has said that it carried it out. What an
 * undone run wrote, and what took it back, counts as never made: the event stands as it did before the run.
 */
const STANDINGS = statement(
  "analysis.standings",
  `SELECT DISTINCT ON (t.entry_id) t.entry_id AS ref, t.to_residency AS residency, t.retained, t.actor_kind AS "actorKind",
          t.created_at AS at, (t.run_id IS NULL OR r.applied_at IS NOT NULL) AS "isApplied"
     FROM transition t
     LEFT JOIN prune_run r ON r.team_id = t.team_id AND r.id = t.run_id
    WHERE t.team_id = $1 AND t.session_id = $2 AND r.undone_at IS NULL
    ORDER BY t.entry_id, t.created_at DESC, t.id DESC`,
);

/** Where the newest transition left each event that ever had one. */
export async function loadStandings(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedStanding[]> {
  return (await sql.query<LoadedStanding>({ ...STANDINGS, values: [teamId, sessionId] })).rows;
}

const ACKNOWLEDGED = statement(
  "analysis.acknowledged",
  "SELECT entry_id AS ref FROM acknowledgement WHERE team_id = $1 AND session_id = $2 ORDER BY entry_id",
);

export async function loadAcknowledged(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<string[]> {
  const { rows } = await sql.query<{ ref: string }>({ ...ACKNOWLEDGED, values: [teamId, sessionId] });
  return rows.map(({ ref }) => ref);
}

/** A record of the project with the events of this session that it came from. */
export interface LoadedRecord {
  readonly kind: "decision" | "failure" | "summary";
  readonly number: number;
  readonly version: number;
  /** Of a summary: the section whose statements the events prove. */
  readonly title: string;
  readonly status: string;
  readonly refs: string[];
}

const RECORDS = statement(
  "analysis.records",
  `SELECT 'decision' AS kind, d.number, d.version, d.title, d.status,
          ARRAY(SELECT e->>'ref' FROM jsonb_array_elements(v.evidence) AS e
                 WHERE e->>'ref' IS NOT NULL AND (e->>'session')::int = s.number) AS refs
     FROM session s
     JOIN decision d ON d.team_id = s.team_id AND d.project_id = s.project_id AND d.session_id = s.id
     JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number AND v.version = d.version
    WHERE s.team_id = $1 AND s.id = $2 AND d.status <> 'rejected'
   UNION ALL
   SELECT 'failure', f.number, f.version, f.title, f.status, array_agg(o.entry_id ORDER BY o.entry_id)
     FROM failure_occurrence o
     JOIN failure f ON f.team_id = o.team_id AND f.project_id = o.project_id AND f.number = o.number
    WHERE o.team_id = $1 AND o.session_id = $2
    GROUP BY f.number, f.version, f.title, f.status
   UNION ALL
   SELECT 'summary', r.number, r.version, p.section, '',
          ARRAY(SELECT DISTINCT substr(l.link, 5)
                  FROM jsonb_array_elements(v.body->p.section) AS i(item), jsonb_array_elements_text(i.item->'evidence') AS l(link)
                 WHERE l.link LIKE 'ctx:%' ORDER BY 1)
     FROM session_summary r
     JOIN session_summary_version v ON v.team_id = r.team_id AND v.project_id = r.project_id AND v.number = r.number AND v.version = r.version
    CROSS JOIN (VALUES ('worked'), ('failed')) AS p(section)
    WHERE r.team_id = $1 AND r.session_id = $2
   ORDER BY 1, 2, 4`,
);

export async function loadRecords(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedRecord[]> {
  return (await sql.query<LoadedRecord>({ ...RECORDS, values: [teamId, sessionId] })).rows;
}

export interface LoadedSummary {
  readonly thread: string;
  readonly refs: string[];
  readonly text: string;
  readonly tokens: number;
  readonly evidence: string[];
  readonly replacedTokens: number;
}

const SUMMARIES = statement(
  "analysis.summaries",
  `SELECT s.thread, s.text, s.tokens, s.evidence, array_agg(e.entry_id ORDER BY e.seq, e.entry_id) AS refs,
          sum(e.tokens)::int AS "replacedTokens"
     FROM summary s
     JOIN prune_run r ON r.team_id = s.team_id AND r.id = s.run_id AND r.undone_at IS NULL
     JOIN transition t ON t.team_id = s.team_id AND t.session_id = s.session_id AND t.run_id = s.run_id AND t.rule = $3
     JOIN event e ON e.team_id = t.team_id AND e.session_id = t.session_id AND e.entry_id = t.entry_id
                 AND e.thread = s.thread AND e.seq BETWEEN s.from_seq AND s.to_seq
    WHERE s.team_id = $1 AND s.session_id = $2
    GROUP BY s.id, s.thread, s.text, s.tokens, s.evidence, s.created_at
    ORDER BY s.created_at, s.id`,
);

/** What committed runs have put in place of whole ranges, with the events that it stands for. */
export async function loadSummaries(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadedSummary[]> {
  return (await sql.query<LoadedSummary>({ ...SUMMARIES, values: [teamId, sessionId, SUMMARIZED_RULE] })).rows;
}
