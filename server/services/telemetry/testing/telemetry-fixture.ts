import { createHash } from "node:crypto";
import type { ProjectScope } from "@/server/core/access/scope";
import { startOfHourMs } from "@/server/core/telemetry/zone";
import { addToRollups, type RollupCell } from "@/server/db/sql/rollups";
import { resolveProjectScope } from "@/server/services/access/resolve-scope";
import { type TeamFixture, type TestDeps, value } from "@/server/services/testing/team-fixture";

/** Small sessions written straight into the tables, so that a test knows every number that must come out again. */

export async function projectScopeOf(team: TeamFixture, slug = team.project.slug): Promise<ProjectScope> {
  return value(await resolveProjectScope(team.deps, team.people.owner, team.slug, slug, "telemetry:read"));
}

export interface SessionSpec {
  readonly client: string;
  readonly title: string | null;
  readonly person: string;
  readonly branch: string | null;
  readonly startedAt: string;
  readonly lastEventAt: string;
  readonly model: string | null;
  readonly cwd: string | null;
  readonly windowTokens: number | null;
  readonly peakContextTokens: number | null;
  readonly ingestRevision: number;
  readonly analysedRevision: number;
}

export interface CellSpec extends Partial<Omit<RollupCell, "hourMs">> {
  /** Any instant of the hour. */
  readonly at: string;
}

export interface StoredSession {
  readonly id: string;
  readonly number: number;
}

const SESSION: SessionSpec = {
  client: "claude-code",
  title: "Fix the webhooks",
  person: "Ines",
  branch: "main",
  startedAt: "2026-11-20T08:00:00.000Z",
  lastEventAt: "2026-11-20T08:30:00.000Z",
  model: null,
  cwd: null,
  windowTokens: 200_000,
  peakContextTokens: 100_000,
  ingestRevision: 1,
  analysedRevision: 1,
};

/** A session of the project with these cells in both rollups. */
export async function storeSession(
  deps: TestDeps,
  scope: ProjectScope,
  spec: Partial<SessionSpec> = {},
  cells: readonly CellSpec[] = [],
): Promise<StoredSession> {
  const session = { ...SESSION, ...spec };
  const id = deps.ids.next();
  return deps.db.withTenantSql(scope, async (sql) => {
    const { rows } = await sql.query<{ number: number }>(
      `INSERT INTO session (team_id, id, project_id, number, client, native_id, title, person, branch, started_at,
         last_event_at, window_tokens, peak_context_tokens, ingest_revision, analysed_revision, created_at, updated_at,
         model, cwd)
       SELECT $1::uuid, $2::uuid, $3::uuid,
         (SELECT coalesce(max(number), 0) + 1 FROM session WHERE team_id = $1::uuid AND project_id = $3::uuid),
         $4, $2::text, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16
       RETURNING number`,
      [
        scope.teamId,
        id,
        scope.projectId,
        session.client,
        session.title,
        session.person,
        session.branch,
        session.startedAt,
        session.lastEventAt,
        session.windowTokens,
        session.peakContextTokens,
        session.ingestRevision,
        session.analysedRevision,
        deps.clock.now(),
        session.model,
        session.cwd,
      ],
    );
    const owner = { ...scope, sessionId: id, client: session.client, person: session.person };
    await addToRollups(
      sql,
      owner,
      cells.map((cell) => cellOf(cell, scope.timeZone)),
    );
    return { id, number: rows[0]?.number ?? 0 };
  });
}

function cellOf({ at, ...cell }: CellSpec, timeZone: string): RollupCell {
  return {
    hourMs: startOfHourMs(Date.parse(at), timeZone),
    agent: "main",
    skill: "",
    tool: "",
    kind: "tool_result",
    pass: "added",
    model: "",
    branch: "",
    stage: "",
    events: 1,
    tokens: 0,
    carriedRequests: 0,
    carriedTokens: 0,
    costNanoUsd: 0,
    unpricedTokens: 0,
    ...cell,
  };
}

export interface EventSpec {
  readonly ref: string;
  readonly thread?: string;
  readonly seq: number;
  readonly kind?: string;
  readonly label?: string;
  readonly tool?: string | null;
  readonly callId?: string | null;
  readonly outcome?: string | null;
  readonly text?: string;
  readonly tokens?: number;
  readonly noise?: string | null;
  readonly residency?: string;
  readonly turn?: number;
  readonly carriedTokens?: number;
  readonly inContext?: boolean;
  readonly verdict?: {
    to: string;
    rule: string;
    reason: string;
    evidence?: string[];
    after: number;
    retained?: string;
  };
}

/** Events with their state and, where given, the shadow plan's verdict. */
export async function storeEvents(
  deps: TestDeps,
  scope: ProjectScope,
  sessionId: string,
  events: readonly EventSpec[],
): Promise<void> {
  const ids = { teamId: scope.teamId, sessionId, runId: deps.ids.next(), now: deps.clock.now() };
  await deps.db.withTenantSql(scope, async (sql) => {
    for (const key of new Set(events.map((event) => event.thread ?? ""))) {
      await sql.query(
        "INSERT INTO thread (team_id, session_id, key, agent, parent_key) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        [ids.teamId, sessionId, key, key === "" ? "main" : key, key === "" ? null : ""],
      );
    }
    await sql.query(
      `INSERT INTO prune_run (team_id, id, session_id, number, mode, trigger, policy_version, before_tokens, after_tokens,
         created_at) VALUES ($1, $2, $3, 0, 'shadow', 'analysis', 7, 0, 0, $4)`,
      [ids.teamId, ids.runId, sessionId, ids.now],
    );
    for (const event of events) await storeEvent(sql, ids, event);
  });
}

type Sql = { query(text: string, values: unknown[]): Promise<unknown> };
type Ids = { teamId: string; sessionId: string; runId: string; now: Date };

const EVENT = {
  thread: "",
  kind: "tool_result",
  tool: null,
  callId: null,
  outcome: null,
  label: "",
  tokens: 10,
  noise: null,
  residency: "full",
  turn: 1,
  carriedTokens: 0,
  inContext: true,
} satisfies Partial<EventSpec>;

async function storeEvent(sql: Sql, { teamId, sessionId, runId, now }: Ids, spec: EventSpec): Promise<void> {
  const event = { ...EVENT, ...spec };
  const text = event.text ?? (event.label || event.ref);
  const hash = createHash("sha256").update(text).digest();
  const bytes = Buffer.byteLength(text);
  await sql.query(
    "INSERT INTO content (team_id, hash, text, bytes, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    [teamId, hash, text, bytes, now],
  );
  await sql.query(
    `INSERT INTO event (team_id, session_id, entry_id, thread, seq, kind, occurred_at, tool, call_id, outcome, label,
       content_hash, bytes, tokens) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[teamId, sessionId, event.ref, event.thread, event.seq, event.kind],
      new Date(now.getTime() + event.seq * 1000),
      ...[event.tool, event.callId, event.outcome, event.label, hash, bytes, event.tokens],
    ],
  );
  await sql.query(
    `INSERT INTO event_state (team_id, session_id, entry_id, turn, user_turn, epoch, visible, in_context, residency, stage,
       stage_told, agent, skill, model, noise, noise_since_turn, carried_requests, carried_tokens, cost_nano_usd)
     VALUES ($1, $2, $3, $4, 1, 0, true, $5, $6, 'execute', false, $7, '', '', $8, $9, 3, $10, 5000000)`,
    [
      ...[teamId, sessionId, event.ref, event.turn, event.inContext, event.residency, event.thread || "main"],
      ...[event.noise, event.noise ? 2 : null, event.carriedTokens],
    ],
  );
  if (!event.verdict) return;
  const { to, rule, reason, evidence = [], after, retained = null } = event.verdict;
  await sql.query(
    `INSERT INTO verdict (team_id, run_id, entry_id, session_id, from_residency, to_residency, pass, rule, reason, evidence,
       tokens_before, tokens_after, noise, retained) VALUES ($1, $2, $3, $4, 'full', $5, 'dedup', $6, $7, $8, $9, $10, $11, $12)`,
    [teamId, runId, event.ref, sessionId, to, rule, reason, evidence, event.tokens, after, event.noise, retained],
  );
}
