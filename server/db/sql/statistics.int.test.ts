import { afterAll, beforeAll, expect, it } from "vitest";
import { analyseAll } from "@/server/services/analysis/testing/rollup-checks";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
  for (const table of ["event", "event_state", "verdict"]) {
    await uploader.rows(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  }
});
afterAll(() => uploader.close());

/** How Postgres looks for one event, as it does for each foreign key that leads to one. */
async function planOfLookUp(): Promise<string> {
  const [session] = await uploader.rows("SELECT team_id, id FROM session");
  const rows = await uploader.rows(
    "EXPLAIN SELECT 1 FROM ONLY event x WHERE team_id = $1 AND session_id = $2 AND entry_id = $3 FOR KEY SHARE OF x",
    [session?.["team_id"], session?.["id"], "first-e7"],
  );
  return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
}

it("looks events up by their key once a large first session is analysed, without waiting for autovacuum", async () => {
  const session = aSession("first").said("Look at everything");
  for (let file = 0; file < 700; file++) session.read(`src/${file}.ts`, `const part = ${file};`);
  for (const batch of session.batches(1_000)) await uploader.append(batch);
  expect(await planOfLookUp()).not.toContain("event_pkey");
  await analyseAll(uploader);
  expect(await planOfLookUp()).toContain("event_pkey");
});
