-- What the search reads: entries with their words, the project's vocabulary, and what stands together.

-- CreateTable
CREATE TABLE "search_entry" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "session_id" UUID,
    "content_hash" BYTEA,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT '',
    "words" INTEGER NOT NULL,
    "tsv" tsvector NOT NULL,

    CONSTRAINT "search_entry_pkey" PRIMARY KEY ("team_id","project_id","kind","key")
);

-- CreateTable
CREATE TABLE "search_word" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "lexeme" TEXT NOT NULL,
    "shown" TEXT NOT NULL,
    "documents" INTEGER NOT NULL,
    "near" TEXT[],

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("team_id","project_id","lexeme")
);

-- CreateTable
CREATE TABLE "search_relation" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "lexeme" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "search_relation_pkey" PRIMARY KEY ("team_id","project_id","lexeme","other")
);

-- CreateTable
CREATE TABLE "search_project" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "entries" INTEGER NOT NULL,
    "related_entries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "search_project_pkey" PRIMARY KEY ("team_id","project_id")
);

-- CreateTable
CREATE TABLE "search_session" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "search_session_pkey" PRIMARY KEY ("team_id","session_id")
);

-- CreateIndex
CREATE INDEX "search_entry_team_id_project_id_at_idx" ON "search_entry"("team_id", "project_id", "at");

-- CreateIndex
CREATE INDEX "search_entry_team_id_session_id_content_hash_idx" ON "search_entry"("team_id", "session_id", "content_hash");

-- CreateIndex
CREATE INDEX "search_entry_tsv_idx" ON "search_entry" USING GIN ("tsv");

-- CreateIndex
CREATE INDEX "search_word_near_idx" ON "search_word" USING GIN ("near");

-- AddForeignKey
ALTER TABLE "search_entry" ADD CONSTRAINT "search_entry_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "search_word" ADD CONSTRAINT "search_word_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "search_relation" ADD CONSTRAINT "search_relation_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "search_project" ADD CONSTRAINT "search_project_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;


