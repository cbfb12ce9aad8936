-- Tiers for long ranges, and what files, commands and skills brought into a session.

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "counted_zone" TEXT;

-- AlterTable
ALTER TABLE "failure" ADD COLUMN     "agents" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "sessions" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rollup_hour" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "added_events" BIGINT NOT NULL DEFAULT 0,
    "added_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_events" BIGINT NOT NULL DEFAULT 0,
    "duplicate_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "duplicate_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_events" BIGINT NOT NULL DEFAULT 0,
    "error_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "error_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_events" BIGINT NOT NULL DEFAULT 0,
    "superseded_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "superseded_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "idle_tokens" BIGINT NOT NULL DEFAULT 0,
    "dropped_tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "rollup_hour_pkey" PRIMARY KEY ("team_id","project_id","dimension","value","hour")
);

-- CreateTable
CREATE TABLE "rollup_day" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "client" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "added_events" BIGINT NOT NULL DEFAULT 0,
    "added_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_events" BIGINT NOT NULL DEFAULT 0,
    "duplicate_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "duplicate_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_events" BIGINT NOT NULL DEFAULT 0,
    "error_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "error_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_events" BIGINT NOT NULL DEFAULT 0,
    "superseded_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "superseded_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "idle_tokens" BIGINT NOT NULL DEFAULT 0,
    "dropped_tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "rollup_day_pkey" PRIMARY KEY ("team_id","project_id","dimension","value","day","client","agent","skill","tool","kind")
);

-- CreateTable
CREATE TABLE "session_slice" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "added_events" BIGINT NOT NULL DEFAULT 0,
    "added_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_events" BIGINT NOT NULL DEFAULT 0,
    "duplicate_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "duplicate_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "duplicate_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_events" BIGINT NOT NULL DEFAULT 0,
    "error_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "error_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "error_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_events" BIGINT NOT NULL DEFAULT 0,
    "superseded_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "superseded_cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "superseded_unpriced_tokens" BIGINT NOT NULL DEFAULT 0,
    "idle_tokens" BIGINT NOT NULL DEFAULT 0,
    "dropped_tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "session_slice_pkey" PRIMARY KEY ("team_id","session_id","day","dimension","value")
);

-- CreateTable
CREATE TABLE "session_target" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "cell" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pass" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "failure" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "carried_requests" BIGINT NOT NULL,
    "carried_tokens" BIGINT NOT NULL,
    "cost_nano_usd" BIGINT NOT NULL,
    "unpriced_tokens" BIGINT NOT NULL,

    CONSTRAINT "session_target_pkey" PRIMARY KEY ("team_id","session_id","cell")
);

-- CreateTable
CREATE TABLE "target_day" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "cell" BYTEA NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "client" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pass" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "failure" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "carried_tokens" BIGINT NOT NULL,
    "cost_nano_usd" BIGINT NOT NULL,
    "unpriced_tokens" BIGINT NOT NULL,

    CONSTRAINT "target_day_pkey" PRIMARY KEY ("team_id","project_id","cell")
);

-- CreateTable
CREATE TABLE "session_subject" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "agent" TEXT NOT NULL,
    "subject" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "events" BIGINT NOT NULL,

    CONSTRAINT "session_subject_pkey" PRIMARY KEY ("team_id","session_id","day","agent","subject")
);

-- CreateTable
CREATE TABLE "session_skill" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "cell" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "loads" INTEGER NOT NULL,
    "load_tokens" BIGINT NOT NULL,
    "repeated_tokens" BIGINT NOT NULL,
    "under_tokens" BIGINT NOT NULL,
    "under_proven_tokens" BIGINT NOT NULL,
    "names" INTEGER NOT NULL,
    "referred" BOOLEAN,
    "first_loaded_at" TIMESTAMPTZ(3) NOT NULL,
    "last_loaded_at" TIMESTAMPTZ(3) NOT NULL,
    "first_entry_id" TEXT NOT NULL,

    CONSTRAINT "session_skill_pkey" PRIMARY KEY ("team_id","session_id","cell")
);

-- CreateIndex
CREATE INDEX "session_slice_team_id_project_id_dimension_value_day_sessio_idx" ON "session_slice"("team_id", "project_id", "dimension", "value", "day", "session_id");

-- CreateIndex
CREATE INDEX "session_target_team_id_project_id_pass_hour_idx" ON "session_target"("team_id", "project_id", "pass", "hour");

-- CreateIndex
CREATE INDEX "session_target_team_id_project_id_target_idx" ON "session_target"("team_id", "project_id", "target");

-- CreateIndex
CREATE INDEX "failure_occurrence_team_id_project_id_occurred_at_number_se_idx" ON "failure_occurrence"("team_id", "project_id", "occurred_at", "number", "session_id");

-- CreateIndex
CREATE INDEX "target_day_team_id_project_id_dimension_value_pass_day_idx" ON "target_day"("team_id", "project_id", "dimension", "value", "pass", "day");

-- CreateIndex
CREATE INDEX "session_subject_team_id_project_id_subject_day_agent_sessio_idx" ON "session_subject"("team_id", "project_id", "subject", "day", "agent", "session_id");

-- CreateIndex
CREATE INDEX "session_skill_team_id_project_id_hour_idx" ON "session_skill"("team_id", "project_id", "hour");

-- CreateIndex
CREATE INDEX "session_skill_team_id_project_id_skill_content_hash_last_lo_idx" ON "session_skill"("team_id", "project_id", "skill", "content_hash", "last_loaded_at");

-- AddForeignKey
ALTER TABLE "rollup_day" ADD CONSTRAINT "rollup_day_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_slice" ADD CONSTRAINT "session_slice_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_target" ADD CONSTRAINT "session_target_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_skill" ADD CONSTRAINT "session_skill_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rollup_hour" ADD CONSTRAINT "rollup_hour_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "target_day" ADD CONSTRAINT "target_day_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_subject" ADD CONSTRAINT "session_subject_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What is charted already: the tiers are sums of the rollups.
INSERT INTO session_slice (team_id, project_id, client, person, session_id, day, dimension, value,
  added_events, added_tokens, duplicate_events, duplicate_tokens, duplicate_carried_tokens, duplicate_cost_nano_usd, duplicate_unpriced_tokens, error_events, error_tokens, error_carried_tokens, error_cost_nano_usd, error_unpriced_tokens, superseded_events, superseded_tokens, superseded_carried_tokens, superseded_cost_nano_usd, superseded_unpriced_tokens, idle_tokens, dropped_tokens)
SELECT d.team_id, d.project_id, min(d.client), min(d.person), d.session_id, d.day, d.dimension, d.value,
       coalesce(sum(d.events) FILTER (WHERE d.pass = 'added'), 0)::int8 AS added_events,
       coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'added'), 0)::int8 AS added_tokens,
       coalesce(sum(d.events) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_events,
       coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_tokens,
       coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_carried_tokens,
       coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_cost_nano_usd,
       coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_unpriced_tokens,
       coalesce(sum(d.events) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_events,
       coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_tokens,
       coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_carried_tokens,
       coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_cost_nano_usd,
       coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_unpriced_tokens,
       coalesce(sum(d.events) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_events,
       coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_tokens,
       coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_carried_tokens,
       coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_cost_nano_usd,
       coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_unpriced_tokens,
       coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'idle'), 0)::int8 AS idle_tokens,
       coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'dropped'), 0)::int8 AS dropped_tokens
  FROM (SELECT u.*, date_trunc('day', u.hour, p.time_zone) AS day, v.dimension, v.value
          FROM session_rollup u
          JOIN project p ON p.team_id = u.team_id AND p.id = u.project_id
         CROSS JOIN LATERAL (VALUES ('', ''), ('agent', u.agent), ('skill', u.skill), ('tool', u.tool), ('kind', u.kind),
          ('model', u.model), ('branch', u.branch), ('stage', u.stage)) AS v(dimension, value)) d
 GROUP BY d.team_id, d.project_id, d.session_id, d.day, d.dimension, d.value;

INSERT INTO rollup_hour (team_id, project_id, dimension, value, hour, added_events, added_tokens, duplicate_events, duplicate_tokens, duplicate_carried_tokens, duplicate_cost_nano_usd, duplicate_unpriced_tokens, error_events, error_tokens, error_carried_tokens, error_cost_nano_usd, error_unpriced_tokens, superseded_events, superseded_tokens, superseded_carried_tokens, superseded_cost_nano_usd, superseded_unpriced_tokens, idle_tokens, dropped_tokens)
 SELECT team_id, project_id, dimension, value, hour,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'added'), 0)::int8 AS added_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'added'), 0)::int8 AS added_tokens,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_tokens,
     coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_carried_tokens,
     coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_cost_nano_usd,
     coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_unpriced_tokens,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_tokens,
     coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_carried_tokens,
     coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_cost_nano_usd,
     coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_unpriced_tokens,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_tokens,
     coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_carried_tokens,
     coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_cost_nano_usd,
     coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_unpriced_tokens,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'idle'), 0)::int8 AS idle_tokens,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'dropped'), 0)::int8 AS dropped_tokens
  FROM (SELECT u.*, v.dimension, v.value
          FROM session_rollup u
         CROSS JOIN LATERAL (VALUES ('', ''), ('client', u.client), ('person', u.person), ('agent', u.agent), ('skill', u.skill),
          ('tool', u.tool), ('kind', u.kind), ('model', u.model), ('branch', u.branch), ('stage', u.stage)) AS v(dimension, value)) d
 GROUP BY team_id, project_id, dimension, value, hour;

INSERT INTO rollup_day (team_id, project_id, dimension, value, day, client, agent, skill, tool, kind, added_events, added_tokens, duplicate_events, duplicate_tokens, duplicate_carried_tokens, duplicate_cost_nano_usd, duplicate_unpriced_tokens, error_events, error_tokens, error_carried_tokens, error_cost_nano_usd, error_unpriced_tokens, superseded_events, superseded_tokens, superseded_carried_tokens, superseded_cost_nano_usd, superseded_unpriced_tokens, idle_tokens, dropped_tokens)
 SELECT team_id, project_id, dimension, value, day, client, agent, skill, tool, kind,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'added'), 0)::int8 AS added_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'added'), 0)::int8 AS added_tokens,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_tokens,
     coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_carried_tokens,
     coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_cost_nano_usd,
     coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'duplicate'), 0)::int8 AS duplicate_unpriced_tokens,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_tokens,
     coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_carried_tokens,
     coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_cost_nano_usd,
     coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'resolved-error'), 0)::int8 AS error_unpriced_tokens,
     coalesce(sum(d.events) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_events,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_tokens,
     coalesce(sum(d.carried_tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_carried_tokens,
     coalesce(sum(d.cost_nano_usd) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_cost_nano_usd,
     coalesce(sum(d.unpriced_tokens) FILTER (WHERE d.pass = 'superseded'), 0)::int8 AS superseded_unpriced_tokens,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'idle'), 0)::int8 AS idle_tokens,
     coalesce(sum(d.tokens) FILTER (WHERE d.pass = 'dropped'), 0)::int8 AS dropped_tokens
  FROM (SELECT u.*, date_trunc('day', u.hour, p.time_zone) AS day, v.dimension, v.value
          FROM session_rollup u
          JOIN project p ON p.team_id = u.team_id AND p.id = u.project_id
         CROSS JOIN LATERAL (VALUES ('', ''), ('person', u.person), ('model', u.model), ('branch', u.branch), ('stage', u.stage)) AS v(dimension, value)) d
 GROUP BY team_id, project_id, dimension, value, day, client, agent, skill, tool, kind;

UPDATE session s SET counted_zone = p.time_zone FROM project p
 WHERE p.team_id = s.team_id AND p.id = s.project_id
   AND EXISTS (SELECT FROM session_rollup r WHERE r.team_id = s.team_id AND r.session_id = s.id);

UPDATE failure f SET sessions = o.sessions, agents = o.agents
  FROM (SELECT team_id, project_id, number, count(DISTINCT session_id) AS sessions,
               array_agg(DISTINCT agent ORDER BY agent) AS agents
          FROM failure_occurrence GROUP BY team_id, project_id, number) o
 WHERE o.team_id = f.team_id AND o.project_id = f.project_id AND o.number = f.number;

-- Targets and skills can only be told by an analysis: what was judged before is judged again.
UPDATE session SET analysed_policy_version = NULL WHERE analysed_policy_version IS NOT NULL;
