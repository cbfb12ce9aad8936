-- AlterTable
ALTER TABLE "session" ADD COLUMN     "advice_action" TEXT,
ADD COLUMN     "advice_turn" INTEGER;

-- AlterTable
ALTER TABLE "prune_run" ADD COLUMN     "compact" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "passes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "transition" ADD COLUMN     "rule" TEXT;

-- AlterTable
ALTER TABLE "catalogue_item" ADD COLUMN     "category_set" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "acknowledgement" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "acknowledged_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "acknowledgement_pkey" PRIMARY KEY ("team_id","session_id","entry_id")
);

-- CreateTable
CREATE TABLE "checkpoint" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "stage" TEXT,
    "policy_version" INTEGER NOT NULL,
    "ingest_revision" INTEGER NOT NULL,
    "state" JSONB NOT NULL,
    "text" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "context_tokens" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resumed_at" TIMESTAMPTZ(3),
    "resumed_by" TEXT,

    CONSTRAINT "checkpoint_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "project_file" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "lines" INTEGER NOT NULL,
    "tokens" INTEGER NOT NULL,
    "imports" TEXT[],
    "outline" JSONB NOT NULL,
    "commits" INTEGER NOT NULL,
    "last_commit_at" TIMESTAMPTZ(3),
    "coverage" DOUBLE PRECISION,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "is_generated" BOOLEAN NOT NULL DEFAULT false,
    "pinned_priority" TEXT,
    "pinned_by" TEXT,
    "pinned_at" TIMESTAMPTZ(3),
    "index_id" UUID NOT NULL,

    CONSTRAINT "project_file_pkey" PRIMARY KEY ("team_id","project_id","path")
);

-- CreateTable
CREATE TABLE "file_index" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "head" TEXT,
    "branch" TEXT,
    "files" INTEGER NOT NULL DEFAULT 0,
    "indexed_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "file_index_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkpoint_team_id_session_id_number_key" ON "checkpoint"("team_id", "session_id", "number");

-- CreateIndex
CREATE INDEX "file_index_team_id_project_id_started_at_idx" ON "file_index"("team_id", "project_id", "started_at");

-- CreateIndex
CREATE INDEX "transition_team_id_session_id_created_at_id_idx" ON "transition"("team_id", "session_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "acknowledgement" ADD CONSTRAINT "acknowledgement_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "checkpoint" ADD CONSTRAINT "checkpoint_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_file" ADD CONSTRAINT "project_file_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "file_index" ADD CONSTRAINT "file_index_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;


