-- What the team remembers: replaced in part, merged, found twice, documents that govern the work.

-- AlterTable
ALTER TABLE "constraint_record" ADD COLUMN     "source_key" TEXT;

-- AlterTable
ALTER TABLE "constraint_version" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "decision" ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reviewed_by" TEXT;

-- AlterTable
ALTER TABLE "decision_version" ADD COLUMN     "amends" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "failure" ADD COLUMN     "merged_into" INTEGER;

-- AlterTable
ALTER TABLE "failure_occurrence" ADD COLUMN     "fingerprint" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "moved_by" TEXT;

-- AlterTable
ALTER TABLE "preference" ADD COLUMN     "source_key" TEXT;

-- AlterTable
ALTER TABLE "preference_version" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "decision_flag" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "other" INTEGER NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "evidence" JSONB NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),
    "dismissed_by" TEXT,

    CONSTRAINT "decision_flag_pkey" PRIMARY KEY ("team_id","project_id","kind","number","other")
);

-- CreateTable
CREATE TABLE "failure_fingerprint" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "failure_fingerprint_pkey" PRIMARY KEY ("team_id","project_id","fingerprint")
);

-- CreateTable
CREATE TABLE "project_document" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "tokens" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_document_pkey" PRIMARY KEY ("team_id","project_id","path")
);

-- CreateTable
CREATE TABLE "project_document_version" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_document_version_pkey" PRIMARY KEY ("team_id","project_id","path","version")
);

-- CreateIndex
CREATE INDEX "decision_flag_team_id_project_id_number_idx" ON "decision_flag"("team_id", "project_id", "number");

-- CreateIndex
CREATE INDEX "decision_flag_team_id_project_id_other_idx" ON "decision_flag"("team_id", "project_id", "other");

-- CreateIndex
CREATE INDEX "failure_fingerprint_team_id_project_id_number_idx" ON "failure_fingerprint"("team_id", "project_id", "number");

-- CreateIndex
CREATE INDEX "constraint_record_team_id_project_id_status_updated_at_idx" ON "constraint_record"("team_id", "project_id", "status", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "constraint_record_team_id_project_id_source_key_key" ON "constraint_record"("team_id", "project_id", "source_key");

-- CreateIndex
CREATE INDEX "preference_team_id_project_id_status_updated_at_idx" ON "preference"("team_id", "project_id", "status", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "preference_team_id_project_id_source_key_key" ON "preference"("team_id", "project_id", "source_key");

-- AddForeignKey
ALTER TABLE "decision_flag" ADD CONSTRAINT "decision_flag_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "decision"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision_flag" ADD CONSTRAINT "decision_flag_team_id_project_id_other_fkey" FOREIGN KEY ("team_id", "project_id", "other") REFERENCES "decision"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "failure_fingerprint" ADD CONSTRAINT "failure_fingerprint_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "failure"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_document" ADD CONSTRAINT "project_document_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project_document_version" ADD CONSTRAINT "project_document_version_team_id_project_id_path_fkey" FOREIGN KEY ("team_id", "project_id", "path") REFERENCES "project_document"("team_id", "project_id", "path") ON DELETE NO ACTION ON UPDATE NO ACTION;


-- Every failure is led to by its own fingerprint; its occurrences carry it.
INSERT INTO "failure_fingerprint" ("team_id", "project_id", "fingerprint", "number")
SELECT "team_id", "project_id", "fingerprint", "number" FROM "failure";

UPDATE "failure_occurrence" o SET "fingerprint" = f."fingerprint" FROM "failure" f
 WHERE f."team_id" = o."team_id" AND f."project_id" = o."project_id" AND f."number" = o."number";
