import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface TimelineEventRow {
  readonly ref: string;
  readonly thread: string;
  readonly seq: number;
  readonly at: Date;
  readonly agent: string | null;
  readonly kind: string;
  readonly label: string;
  readonly tool: string | null;
  readonly outcome: string | null;
  readonly exitCode: number | null;
  readonly tokens: number;
  readonly tokensReported: boolean;
  readonly tokensAfter: number;
  readonly fromResidency: string;
  readonly toResidency: string;
  readonly noise: string | null;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly evidence: string[];
  readonly turn: number | null;
  readonly userTurn: number | null;
  readonly epoch: number | null;
  readonly inContext: boolean;
}

export type TimelineSelection =
  | {
      readonly thread: string;
      readonly after: { readonly seq: number; readonly ref: string } | null;
      readonly limit: number;
    }
  | { readonly thread: string; readonly seqs: readonly number[]; readonly limit: number }
  | { readonly ref: string };

function selectionSql(selection: TimelineSelection): { condition: string; values: unknown[]; limit: number } {
  if ("ref" in selection) return { condition: "e.entry_id = $4", values: [selection.ref], limit: 1 };
  if ("seqs" in selection) {
    return {
      condition: "e.thread = $4 AND e.seq = ANY($5::bigint[])",
      values: [selection.thread, selection.seqs],
      limit: selection.limit,
    };
  }
  if (!selection.after) return { condition: "e.thread = $4", values: [selection.thread], limit: selection.limit };
  return {
    condition: "e.thread = $4 AND (e.seq, e.entry_id) > ($5::bigint, $6)",
    values: [selection.thread, selection.after.seq, selection.after.ref],
    limit: selection.limit,
  };
}

interface PageRow extends TimelineEventRow {
  /** The call of a result; null for anything else. */
  readonly callId: string | null;
}

/**
 * Events with what the shadow plan says of each, in thread order. A result takes its label and tool from its call:
 * clients name only the call. Two looks and no join, as for `readRefLabels`.
 */
export async function readTimeline(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  shadowRunId: string | null,
  selection: TimelineSelection,
): Promise<TimelineEventRow[]> {
  const { condition, values, limit } = selectionSql(selection);
  const { rows } = await db.pool.query<PageRow>(
    `WITH page AS MATERIALIZED (
       SELECT * FROM event e
       WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND ${condition}
       ORDER BY e.seq, e.entry_id LIMIT ${limit}
     )
     SELECT e.entry_id AS ref, e.thread, e.seq::float8 AS seq, e.occurred_at AS at, st.agent, e.kind, e.label, e.tool,
            CASE WHEN e.kind <> 'tool_call' THEN e.call_id END AS "callId", e.outcome, e.exit_code AS "exitCode",
            e.tokens, e.tokens_reported AS "tokensReported", coalesce(v.tokens_after, e.tokens) AS "tokensAfter",
            coalesce(v.from_residency, st.residency, 'full') AS "fromResidency",
            coalesce(v.to_residency, st.residency, 'full') AS "toResidency",
            st.noise, v.rule, v.reason, coalesce(v.evidence, '{}') AS evidence, st.turn, st.user_turn AS "userTurn",
            st.epoch, coalesce(st.in_context AND st.visible, true) AS "inContext"
     FROM page e
     LEFT JOIN event_state st ON st.team_id = e.team_id AND st.session_id = e.session_id AND st.entry_id = e.entry_id
     LEFT JOIN verdict v ON v.team_id = e.team_id AND v.run_id = $3::uuid AND v.entry_id = e.entry_id
     ORDER BY e.seq, e.entry_id`,
    [scope.teamId, sessionId, shadowRunId, ...values],
  );
  const calls = await readCalls(db, scope, sessionId, rows);
  return rows.map(({ callId, ...row }) => {
    const call = callId === null ? undefined : calls.get(callId);
    return { ...row, label: call?.label || row.label, tool: row.tool ?? call?.tool ?? null };
  });
}

export interface RefLabelRow {
  readonly ref: string;
  readonly label: string;
  readonly thread: string;
}

interface NamedRow extends RefLabelRow {
  /** The call of a result; null for anything else. */
  readonly callId: string | null;
}

/**
 * What some events are called, for links to them; a result by its call. Two looks and no join: without statistics, as
 * right after an upload, Postgres compares every call with every event (100 s in a session of 20,000 events).
 */
export async function readRefLabels(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  refs: readonly string[],
): Promise<RefLabelRow[]> {
  if (refs.length === 0) return [];
  const { rows } = await db.pool.query<NamedRow>(
    `SELECT entry_id AS ref, thread, label, CASE WHEN kind <> 'tool_call' THEN call_id END AS "callId"
     FROM event WHERE team_id = $1::uuid AND session_id = $2::uuid AND entry_id = ANY($3::text[])`,
    [scope.teamId, sessionId, refs],
  );
  const calls = await readCalls(db, scope, sessionId, rows);
  return rows.map(({ ref, thread, label, callId }) => ({
    ref,
    thread,
    label: (callId !== null && calls.get(callId)?.label) || label,
  }));
}

interface CallRow {
  readonly callId: string;
  readonly label: string;
  readonly tool: string | null;
}

/** The calls of some results by their ids; of several with one id, the first one. */
async function readCalls(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  results: readonly { readonly callId: string | null }[],
): Promise<Map<string, CallRow>> {
  const callIds = [...new Set(results.flatMap(({ callId }) => callId ?? []))];
  if (callIds.length === 0) return new Map();
  const { rows } = await db.pool.query<CallRow>(
    `SELECT DISTINCT ON (call_id) call_id AS "callId", label, tool FROM event
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND kind = 'tool_call' AND call_id = ANY($3::text[])
     ORDER BY call_id, seq`,
    [scope.teamId, sessionId, callIds],
  );
  return new Map(rows.map((row) => [row.callId, row]));
}
