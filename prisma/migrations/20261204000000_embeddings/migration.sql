-- Meanings of texts as an embedding model gives them. Plain arrays: the type and index of pgvector are added at run
-- time where the database has them (server/db/search/vector-extension.ts).

-- CreateTable
CREATE TABLE "search_vector" (
    "team_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "model" TEXT NOT NULL DEFAULT '',
    "vector" REAL[],

    CONSTRAINT "search_vector_pkey" PRIMARY KEY ("team_id","hash","project_id")
);

-- CreateTable
CREATE TABLE "search_embedding" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "model" TEXT NOT NULL,

    CONSTRAINT "search_embedding_pkey" PRIMARY KEY ("team_id","project_id")
);

-- CreateIndex
CREATE INDEX "search_vector_team_id_project_id_model_idx" ON "search_vector"("team_id", "project_id", "model");

-- CreateIndex
CREATE INDEX "search_vector_team_id_project_id_kind_key_idx" ON "search_vector"("team_id", "project_id", "kind", "key");

-- AddForeignKey
ALTER TABLE "search_vector" ADD CONSTRAINT "search_vector_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "search_embedding" ADD CONSTRAINT "search_embedding_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
