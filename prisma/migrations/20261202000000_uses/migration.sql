-- Who left, who takes over, what is undone and what goes away.

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "deleting_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "prune_run" ADD COLUMN     "undone_at" TIMESTAMPTZ(3),
ADD COLUMN     "undone_by" TEXT;

-- AlterTable
ALTER TABLE "handoff" ADD COLUMN     "acknowledged_by" UUID;

-- AlterTable
ALTER TABLE "share_link" ADD COLUMN     "last_viewed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "handoff_draft" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "member_id" UUID NOT NULL,
    "base_version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoff_draft_pkey" PRIMARY KEY ("team_id","project_id","number","member_id")
);

-- AddForeignKey
ALTER TABLE "handoff_draft" ADD CONSTRAINT "handoff_draft_team_id_project_id_number_fkey" FOREIGN KEY ("team_id", "project_id", "number") REFERENCES "handoff"("team_id", "project_id", "number") ON DELETE NO ACTION ON UPDATE NO ACTION;
