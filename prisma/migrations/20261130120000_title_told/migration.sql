-- A title that the client told wins over one that the analysis derived from the first prompt. Every title so far was told.
ALTER TABLE "session" ADD COLUMN "title_told" BOOLEAN NOT NULL DEFAULT false;

UPDATE "session" SET "title_told" = true WHERE "title" IS NOT NULL;
