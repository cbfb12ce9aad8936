import type { Principal } from "@/server/core/access/scope";
import type { Result } from "@/server/core/result";
import { migrateJobs } from "@/server/jobs/migrate";
import { authenticateKey } from "@/server/services/keys/authenticate-key";
import { aTeam, type TeamFixture, type TestDeps, testDeps, value } from "@/server/services/testing/team-fixture";
import { createTestDatabase } from "@/server/testing/test-database";
import { type AppendAnswer, appendEvents } from "../append-events";
import type { RawBatch } from "../read-batch";
import type { SessionFixture } from "./session-fixture";

export type KeyPrincipal = Extract<Principal, { kind: "key" }>;

/** A team with a key, ready to upload into a database of its own. */
export interface Uploader {
  url: string;
  deps: TestDeps;
  team: TeamFixture;
  key: KeyPrincipal;
  tryAppend(batch: RawBatch & { create?: boolean }): Promise<Result<AppendAnswer>>;
  append(batch: SessionFixture | (RawBatch & { create?: boolean })): Promise<AppendAnswer>;
  /** Rows of a tenant table, each as a plain object in a stable order. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

export async function anUploader(): Promise<Uploader> {
  const { url, drop } = await createTestDatabase();
  await migrateJobs(url);
  const deps = testDeps(url);
  const team = await aTeam(deps);
  const key = await keyPrincipal(deps, (await team.key()).secret);
  const tryAppend: Uploader["tryAppend"] = (batch) => appendEvents(deps, key, batch);
  const rows: Uploader["rows"] = async (sql, values) => (await deps.db.pool.query(sql, values)).rows;
  return {
    url,
    deps,
    team,
    key,
    tryAppend,
    append: async (batch) => value(await tryAppend("batch" in batch ? { ...batch.batch() } : batch)),
    rows,
    count: async (table) => Number((await rows(`SELECT count(*) AS count FROM ${table}`))[0]?.["count"]),
    async close() {
      await deps.db.close();
      await drop();
    },
  };
}

export async function keyPrincipal(deps: TestDeps, secret: string): Promise<KeyPrincipal> {
  const principal = await authenticateKey(deps, secret);
  if (principal.kind !== "key") throw new Error("The key does not count.");
  return principal;
}
