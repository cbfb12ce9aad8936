-- Days of the loads of skills, so that their use is charted from a fraction of the rows.

-- CreateTable
CREATE TABLE "session_skill_day" (
    "team_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "skill" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "client" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "loads" INTEGER NOT NULL,
    "load_tokens" BIGINT NOT NULL,
    "names" INTEGER NOT NULL,
    "referred" BOOLEAN,
    "last_loaded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_skill_day_pkey" PRIMARY KEY ("team_id","session_id","day","skill")
);

-- CreateIndex
CREATE INDEX "session_skill_day_team_id_project_id_day_idx" ON "session_skill_day"("team_id", "project_id", "day");

-- AddForeignKey
ALTER TABLE "session_skill_day" ADD CONSTRAINT "session_skill_day_team_id_session_id_fkey" FOREIGN KEY ("team_id", "session_id") REFERENCES "session"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What was counted before.
INSERT INTO "session_skill_day" ("team_id", "session_id", "day", "skill", "project_id", "client", "person", "loads",
                                 "load_tokens", "names", "referred", "last_loaded_at")
SELECT k."team_id", k."session_id", date_trunc('day', k."hour", coalesce(s."counted_zone", 'UTC')) AS day, k."skill",
       k."project_id", min(k."client"), min(k."person"), sum(k."loads")::int4, sum(k."load_tokens")::int8,
       max(k."names"), bool_or(k."referred"), max(k."last_loaded_at")
  FROM "session_skill" k JOIN "session" s ON s."team_id" = k."team_id" AND s."id" = k."session_id"
 GROUP BY k."team_id", k."session_id", 3, k."skill", k."project_id";
