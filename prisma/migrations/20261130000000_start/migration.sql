-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "auth_user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "auth_rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lookup_team_slug" (
    "slug" TEXT NOT NULL,
    "team_id" UUID NOT NULL,

    CONSTRAINT "lookup_team_slug_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "lookup_user_team" (
    "user_id" TEXT NOT NULL,
    "team_id" UUID NOT NULL,

    CONSTRAINT "lookup_user_team_pkey" PRIMARY KEY ("user_id","team_id")
);

-- CreateTable
CREATE TABLE "lookup_api_key" (
    "key_hash" BYTEA NOT NULL,
    "team_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,

    CONSTRAINT "lookup_api_key_pkey" PRIMARY KEY ("key_hash")
);

-- CreateTable
CREATE TABLE "lookup_invite" (
    "token_hash" BYTEA NOT NULL,
    "team_id" UUID NOT NULL,
    "invite_id" UUID NOT NULL,

    CONSTRAINT "lookup_invite_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "lookup_share_link" (
    "token_hash" BYTEA NOT NULL,
    "team_id" UUID NOT NULL,
    "share_link_id" UUID NOT NULL,

    CONSTRAINT "lookup_share_link_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "team" (
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("team_id")
);

-- CreateTable
CREATE TABLE "member" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "invite" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invite_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "project" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "project_source" (
    "team_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_source_pkey" PRIMARY KEY ("team_id","kind","value")
);

-- CreateTable
CREATE TABLE "project_member" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_member_pkey" PRIMARY KEY ("team_id","project_id","member_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "project_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "counter" (
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "counter_pkey" PRIMARY KEY ("team_id","name")
);

-- CreateTable
CREATE TABLE "policy_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "note" TEXT,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "policy_version_pkey" PRIMARY KEY ("team_id","project_id","version")
);

-- CreateTable
CREATE TABLE "session" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "client" TEXT NOT NULL,
    "native_id" TEXT NOT NULL,
    "client_version" TEXT,
    "title" TEXT,
    "model" TEXT,
    "window_tokens" INTEGER,
    "stage" TEXT,
    "stage_told" BOOLEAN NOT NULL DEFAULT false,
    "member_id" UUID,
    "person" TEXT NOT NULL DEFAULT '',
    "cwd" TEXT,
    "branch" TEXT,
    "head" TEXT,
    "capture_mode" TEXT NOT NULL DEFAULT 'full',
    "forked_from_id" UUID,
    "root_entry_id" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_event_at" TIMESTAMPTZ(3) NOT NULL,
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "request_count" INTEGER NOT NULL DEFAULT 0,
    "added_tokens" BIGINT NOT NULL DEFAULT 0,
    "redactions" INTEGER NOT NULL DEFAULT 0,
    "ingest_revision" INTEGER NOT NULL DEFAULT 0,
    "analysed_revision" INTEGER NOT NULL DEFAULT 0,
    "analysed_at" TIMESTAMPTZ(3),
    "analysed_policy_version" INTEGER,
    "analysis_error" TEXT,
    "proven_tokens" BIGINT NOT NULL DEFAULT 0,
    "idle_tokens" BIGINT NOT NULL DEFAULT 0,
    "carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost_nano_usd" BIGINT NOT NULL DEFAULT 0,
    "peak_context_tokens" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "thread" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "agent" TEXT,
    "parent_key" TEXT,
    "spawned_by_call_id" TEXT,
    "label" TEXT,
    "auxiliary" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "thread_pkey" PRIMARY KEY ("team_id","session_id","key")
);

-- CreateTable
CREATE TABLE "event" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "thread" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT,
    "tool" TEXT,
    "tool_class" TEXT,
    "call_id" TEXT,
    "target" TEXT,
    "outcome" TEXT,
    "exit_code" INTEGER,
    "skill" TEXT,
    "path" TEXT,
    "label" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "tokens" INTEGER NOT NULL,
    "tokens_reported" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "event_pkey" PRIMARY KEY ("team_id","session_id","entry_id")
);

-- CreateTable
CREATE TABLE "content" (
    "team_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "text" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "content_pkey" PRIMARY KEY ("team_id","hash")
);

-- CreateTable
CREATE TABLE "model_request" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "response_id" TEXT NOT NULL,
    "thread" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "model" TEXT,
    "input_tokens" INTEGER,
    "cache_write_tokens" INTEGER,
    "cache_read_tokens" INTEGER,
    "output_tokens" INTEGER,
    "reasoning_tokens" INTEGER,

    CONSTRAINT "model_request_pkey" PRIMARY KEY ("team_id","session_id","response_id")
);

-- CreateTable
CREATE TABLE "boundary" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "thread" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "to_seq" BIGINT,
    "inferred" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "boundary_pkey" PRIMARY KEY ("team_id","session_id","thread","seq","kind")
);

-- CreateTable
CREATE TABLE "workspace_mark" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "thread" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "branch" TEXT,
    "head" TEXT,
    "cwd" TEXT,
    "stage" TEXT,
    "changed_paths" TEXT[],

    CONSTRAINT "workspace_mark_pkey" PRIMARY KEY ("team_id","session_id","thread","seq")
);

-- CreateTable
CREATE TABLE "upload_cursor" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "byte_offset" BIGINT NOT NULL,
    "prefix_sha256" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upload_cursor_pkey" PRIMARY KEY ("team_id","project_id","client","source")
);

-- CreateTable
CREATE TABLE "epoch" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "thread" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3),

    CONSTRAINT "epoch_pkey" PRIMARY KEY ("team_id","session_id","thread","number")
);

-- CreateTable
CREATE TABLE "event_state" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "user_turn" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "visible" BOOLEAN NOT NULL,
    "in_context" BOOLEAN NOT NULL,
    "residency" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "stage_told" BOOLEAN NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "noise" TEXT,
    "noise_since_turn" INTEGER,
    "carried_requests" INTEGER NOT NULL DEFAULT 0,
    "carried_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost_nano_usd" BIGINT,

    CONSTRAINT "event_state_pkey" PRIMARY KEY ("team_id","session_id","entry_id")
);

-- CreateTable
CREATE TABLE "prune_run" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "mode" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "stage" TEXT,
    "policy_version" INTEGER NOT NULL,
    "before_tokens" BIGINT NOT NULL,
    "after_tokens" BIGINT NOT NULL,
    "summary_tokens" BIGINT NOT NULL DEFAULT 0,
    "protected_events" INTEGER NOT NULL DEFAULT 0,
    "dedup_events" INTEGER NOT NULL DEFAULT 0,
    "purge_events" INTEGER NOT NULL DEFAULT 0,
    "compress_events" INTEGER NOT NULL DEFAULT 0,
    "economics" JSONB,
    "actor" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "prune_run_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "verdict" (
    "team_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "from_residency" TEXT NOT NULL,
    "to_residency" TEXT NOT NULL,
    "pass" TEXT,
    "rule" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence" TEXT[],
    "tokens_before" INTEGER NOT NULL,
    "tokens_after" INTEGER NOT NULL,
    "noise" TEXT,
    "noise_since_turn" INTEGER,
    "retained" TEXT,

    CONSTRAINT "verdict_pkey" PRIMARY KEY ("team_id","run_id","entry_id")
);

-- CreateTable
CREATE TABLE "blocked_removal" (
    "team_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "protection" TEXT NOT NULL,
    "pattern" TEXT,
    "reason" TEXT NOT NULL,

    CONSTRAINT "blocked_removal_pkey" PRIMARY KEY ("team_id","run_id","entry_id")
);

-- CreateTable
CREATE TABLE "summary" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "thread" TEXT NOT NULL,
    "from_seq" BIGINT NOT NULL,
    "to_seq" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "evidence" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "summary_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "transition" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "from_residency" TEXT NOT NULL,
    "to_residency" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "run_id" UUID,
    "retained" TEXT,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transition_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "pin" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "pinned_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "pin_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "rollup" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "client" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pass" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "carried_requests" BIGINT NOT NULL,
    "carried_tokens" BIGINT NOT NULL,
    "cost_nano_usd" BIGINT NOT NULL,
    "unpriced_tokens" BIGINT NOT NULL,

    CONSTRAINT "rollup_pkey" PRIMARY KEY ("team_id","project_id","hour","client","agent","skill","tool","kind","pass")
);

-- CreateTable
CREATE TABLE "session_rollup" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "agent" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pass" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "carried_requests" BIGINT NOT NULL,
    "carried_tokens" BIGINT NOT NULL,
    "cost_nano_usd" BIGINT NOT NULL,
    "unpriced_tokens" BIGINT NOT NULL,

    CONSTRAINT "session_rollup_pkey" PRIMARY KEY ("team_id","session_id","hour","agent","skill","tool","kind","pass","model","branch","stage")
);

-- CreateTable
CREATE TABLE "catalogue_item" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "path" TEXT,
    "category" TEXT,
    "tokens" INTEGER NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "version" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "loads" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "catalogue_item_pkey" PRIMARY KEY ("team_id","project_id","kind","name")
);

-- CreateTable
CREATE TABLE "catalogue_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "tokens" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalogue_version_pkey" PRIMARY KEY ("team_id","project_id","kind","name","version")
);

-- CreateTable
CREATE TABLE "decision" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "source_key" TEXT,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "decision_pkey" PRIMARY KEY ("team_id","project_id","number")
);

-- CreateTable
CREATE TABLE "decision_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "decided_on" TIMESTAMPTZ(3),
    "context" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reasoning" TEXT NOT NULL,
    "alternatives" JSONB NOT NULL,
    "impact" TEXT NOT NULL,
    "reversible" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "confidence" TEXT NOT NULL,
    "assumptions" TEXT[],
    "affected_paths" TEXT[],
    "tags" TEXT[],
    "links" JSONB NOT NULL,
    "evidence" JSONB NOT NULL,
    "supersedes" INTEGER[],
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "decision_version_pkey" PRIMARY KEY ("team_id","project_id","number","version")
);

-- CreateTable
CREATE TABLE "failure" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "occurrences" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failure_pkey" PRIMARY KEY ("team_id","project_id","number")
);

-- CreateTable
CREATE TABLE "failure_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "approach" TEXT NOT NULL,
    "root_cause" TEXT NOT NULL,
    "fix" TEXT NOT NULL,
    "affected_paths" TEXT[],
    "tags" TEXT[],
    "evidence" JSONB NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failure_version_pkey" PRIMARY KEY ("team_id","project_id","number","version")
);

-- CreateTable
CREATE TABLE "failure_occurrence" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "session_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "agent" TEXT NOT NULL,
    "resolved_by_entry_id" TEXT,

    CONSTRAINT "failure_occurrence_pkey" PRIMARY KEY ("team_id","project_id","number","session_id","entry_id")
);

-- CreateTable
CREATE TABLE "constraint_record" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "constraint_record_pkey" PRIMARY KEY ("team_id","project_id","number")
);

-- CreateTable
CREATE TABLE "constraint_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "affected_paths" TEXT[],
    "evidence" JSONB NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "constraint_version_pkey" PRIMARY KEY ("team_id","project_id","number","version")
);

-- CreateTable
CREATE TABLE "preference" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preference_pkey" PRIMARY KEY ("team_id","project_id","number")
);

-- CreateTable
CREATE TABLE "preference_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preference_version_pkey" PRIMARY KEY ("team_id","project_id","number","version")
);

-- CreateTable
CREATE TABLE "session_summary" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "session_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_summary_pkey" PRIMARY KEY ("team_id","project_id","number")
);

-- CreateTable
CREATE TABLE "session_summary_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_summary_version_pkey" PRIMARY KEY ("team_id","project_id","number","version")
);

-- CreateTable
CREATE TABLE "handoff" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "session_id" UUID,
    "addressed_to" TEXT NOT NULL,
    "addressee_id" UUID,
    "claimed_by" UUID,
    "claimed_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoff_pkey" PRIMARY KEY ("team_id","project_id","number")
);

-- CreateTable
CREATE TABLE "handoff_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "note" JSONB NOT NULL,
    "markdown" TEXT NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoff_version_pkey" PRIMARY KEY ("team_id","project_id","number","version")
);

-- CreateTable
CREATE TABLE "share_link" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "handoff_number" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "view_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "comment" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_number" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "project_id" UUID,
    "detail" JSONB,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "auth_user_email_key" ON "auth_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "auth_session_token_key" ON "auth_session"("token");

-- CreateIndex
CREATE INDEX "auth_session_user_id_idx" ON "auth_session"("user_id");

-- CreateIndex
CREATE INDEX "auth_account_user_id_idx" ON "auth_account"("user_id");

-- CreateIndex
CREATE INDEX "auth_verification_identifier_idx" ON "auth_verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "auth_rate_limit_key_key" ON "auth_rate_limit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "member_team_id_user_id_key" ON "member"("team_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_team_id_slug_key" ON "project"("team_id", "slug");

-- CreateIndex
CREATE INDEX "project_source_team_id_project_id_idx" ON "project_source"("team_id", "project_id");

-- CreateIndex
CREATE INDEX "project_member_team_id_member_id_idx" ON "project_member"("team_id", "member_id");

-- CreateIndex
CREATE INDEX "api_key_team_id_member_id_idx" ON "api_key"("team_id", "member_id");

-- CreateIndex
CREATE INDEX "session_team_id_project_id_last_event_at_id_idx" ON "session"("team_id", "project_id", "last_event_at", "id");

-- CreateIndex
CREATE INDEX "session_team_id_project_id_root_entry_id_idx" ON "session"("team_id", "project_id", "root_entry_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_team_id_project_id_client_native_id_key" ON "session"("team_id", "project_id", "client", "native_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_team_id_project_id_number_key" ON "session"("team_id", "project_id", "number");

-- CreateIndex
CREATE INDEX "event_team_id_session_id_thread_seq_idx" ON "event"("team_id", "session_id", "thread", "seq");

-- CreateIndex
CREATE INDEX "model_request_team_id_session_id_thread_seq_idx" ON "model_request"("team_id", "session_id", "thread", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "prune_run_team_id_session_id_number_key" ON "prune_run"("team_id", "session_id", "number");

-- CreateIndex
CREATE INDEX "verdict_team_id_session_id_entry_id_idx" ON "verdict"("team_id", "session_id", "entry_id");

-- CreateIndex
CREATE INDEX "summary_team_id_run_id_idx" ON "summary"("team_id", "run_id");

-- CreateIndex
CREATE INDEX "transition_team_id_session_id_entry_id_idx" ON "transition"("team_id", "session_id", "entry_id");

-- CreateIndex
CREATE INDEX "pin_team_id_session_id_idx" ON "pin"("team_id", "session_id");

-- CreateIndex
CREATE INDEX "session_rollup_team_id_project_id_hour_idx" ON "session_rollup"("team_id", "project_id", "hour");

-- CreateIndex
CREATE INDEX "decision_team_id_project_id_status_updated_at_idx" ON "decision"("team_id", "project_id", "status", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "decision_team_id_project_id_source_key_key" ON "decision"("team_id", "project_id", "source_key");

-- CreateIndex
CREATE INDEX "failure_team_id_project_id_status_last_seen_at_idx" ON "failure"("team_id", "project_id", "status", "last_seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "failure_team_id_project_id_fingerprint_key" ON "failure"("team_id", "project_id", "fingerprint");

-- CreateIndex
CREATE INDEX "failure_occurrence_team_id_session_id_idx" ON "failure_occurrence"("team_id", "session_id");

-- CreateIndex
CREATE INDEX "session_summary_team_id_session_id_idx" ON "session_summary"("team_id", "session_id");

-- CreateIndex
CREATE INDEX "handoff_team_id_session_id_idx" ON "handoff"("team_id", "session_id");

-- CreateIndex
CREATE INDEX "handoff_team_id_project_id_updated_at_idx" ON "handoff"("team_id", "project_id", "updated_at");

-- CreateIndex
CREATE INDEX "share_link_team_id_project_id_handoff_number_idx" ON "share_link"("team_id", "project_id", "handoff_number");

-- CreateIndex
CREATE INDEX "comment_team_id_project_id_subject_kind_subject_number_crea_idx" ON "comment"("team_id", "project_id", "subject_kind", "subject_number", "created_at");

-- CreateIndex
CREATE INDEX "audit_entry_team_id_occurred_at_id_idx" ON "audit_entry"("team_id", "occurred_at", "id");

-- AddForeignKey
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("team_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invite" ADD CONSTRAINT "invite_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("team_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("team_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_source" ADD CONSTRAINT "project_source_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_team_id_member_id_fkey" FOREIGN KEY ("team_id", "member_id") REFERENCES "member"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_team_id_member_id_fkey" FOREIGN KEY ("team_id", "member_id") REFERENCES "member"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "policy_version" ADD CONSTRAINT "policy_version_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "thread" ADD CONSTRAINT "thread_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_team_id_session_id_thread_fkey" FOREIGN KEY ("team_id", "session_id", "thread") REFERENCES "thread"("team_id", "session_id", "key") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "model_request" ADD CONSTRAINT "model_request_team_id_session_id_thread_fkey" FOREIGN KEY ("team_id", "session_id", "thread") REFERENCES "thread"("team_id", "session_id", "key") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "boundary" ADD CONSTRAINT "boundary_team_id_session_id_thread_fkey" FOREIGN KEY ("team_id", "session_id", "thread") REFERENCES "thread"("team_id", "session_id", "key") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "workspace_mark" ADD CONSTRAINT "workspace_mark_team_id_session_id_thread_fkey" FOREIGN KEY ("team_id", "session_id", "thread") REFERENCES "thread"("team_id", "session_id", "key") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "upload_cursor" ADD CONSTRAINT "upload_cursor_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "epoch" ADD CONSTRAINT "epoch_team_id_session_id_thread_fkey" FOREIGN KEY ("team_id", "session_id", "thread") REFERENCES "thread"("team_id", "session_id", "key") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_state" ADD CONSTRAINT "event_state_team_id_session_id_entry_id_fkey" FOREIGN KEY ("team_id", "session_id", "entry_id") REFERENCES "event"("team_id", "session_id", "entry_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "prune_run" ADD CONSTRAINT "prune_run_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_team_id_run_id_fkey" FOREIGN KEY ("team_id", "run_id") REFERENCES "prune_run"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "blocked_removal" ADD CONSTRAINT "blocked_removal_team_id_run_id_fkey" FOREIGN KEY ("team_id", "run_id") REFERENCES "prune_run"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "summary" ADD CONSTRAINT "summary_team_id_run_id_fkey" FOREIGN KEY ("team_id", "run_id") REFERENCES "prune_run"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transition" ADD CONSTRAINT "transition_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pin" ADD CONSTRAINT "pin_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rollup" ADD CONSTRAINT "rollup_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_rollup" ADD CONSTRAINT "session_rollup_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "catalogue_item" ADD CONSTRAINT "catalogue_item_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "catalogue_version" ADD CONSTRAINT "catalogue_version_team_id_project_id_kind_name_fkey" FOREIGN KEY ("team_id", "project_id", "kind", "name") REFERENCES "catalogue_item"("team_id", "project_id", "kind", "name") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision_version" ADD CONSTRAINT "decision_version_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "decision"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "failure" ADD CONSTRAINT "failure_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "failure_version" ADD CONSTRAINT "failure_version_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "failure"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "failure_occurrence" ADD CONSTRAINT "failure_occurrence_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "failure"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "constraint_record" ADD CONSTRAINT "constraint_record_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "constraint_version" ADD CONSTRAINT "constraint_version_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "constraint_record"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "preference" ADD CONSTRAINT "preference_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "preference_version" ADD CONSTRAINT "preference_version_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "preference"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_summary" ADD CONSTRAINT "session_summary_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session_summary_version" ADD CONSTRAINT "session_summary_version_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "session_summary"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "handoff" ADD CONSTRAINT "handoff_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "handoff_version" ADD CONSTRAINT "handoff_version_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "handoff"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_team_id_project_id_handoff_number_fkey" FOREIGN KEY ("team_id", "project_id", "handoff_number") REFERENCES "handoff"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;


