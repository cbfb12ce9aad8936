import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRollupsRight } from "../services/analysis/testing/rollup-checks";
import { aNoisySession, aSession } from "../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../services/ingest/testing/uploader";
import { runWorker } from "./run-worker";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error("It did not come true within 10 seconds.");
}

const lagging = async () =>
  Number(
    (await uploader.rows("SELECT count(*) FROM session WHERE analysed_revision <> ingest_revision"))[0]?.["count"],
  );

describe("the worker", () => {
  it("analyses what was uploaded, before and while it runs, and ends when it is told to", async () => {
    await uploader.append(aNoisySession("before"));
    const worker = runWorker(uploader.deps);
    await until(async () => (await lagging()) === 0);
    for (const batch of aNoisySession("while").batches(7)) await uploader.append(batch);
    await until(async () => (await lagging()) === 0);
    await worker.stop();
    await uploader.append(aSession("after").said("Hello"));
    await sleep(800);
    expect(await lagging()).toBe(1);
  });

  it("takes over the jobs of a worker that was killed", async () => {
    await uploader.deps.db.pool.query(
      "UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now(), attempts = attempts + 1",
    );
    await uploader.deps.db.pool.query(
      "UPDATE graphile_worker._private_job_queues SET locked_by = 'dead', locked_at = now() WHERE true",
    );
    const worker = runWorker(uploader.deps);
    await until(async () => (await lagging()) === 0);
    await worker.stop();
  });

  it("judges sessions again that an update left without a policy's version, and counts what is new", async () => {
    for (const table of ["session_target", "session_subject", "target_day", "session_skill"]) {
      await uploader.deps.db.pool.query(`DELETE FROM ${table}`);
    }
    await uploader.deps.db.pool.query("UPDATE session SET analysed_policy_version = NULL");
    const worker = runWorker(uploader.deps);
    const unjudged = "SELECT count(*)::int AS n FROM session WHERE analysed_policy_version IS NULL";
    await until(async () => (await uploader.rows(unjudged))[0]?.["n"] === 0);
    await worker.stop();
    expect(await uploader.count("session_target")).toBeGreaterThan(0);
    await expectRollupsRight(uploader);
  });

  it("goes on after the database closed all connections", async () => {
    const worker = runWorker(uploader.deps);
    await sleep(300);
    await uploader.deps.db.pool
      .query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      )
      .catch(() => {});
    // This pool's own connections were closed as well, and it finds out one by one.
    const isTaken = () => uploader.append(aNoisySession("reconnect")).then(Boolean, () => false);
    await until(isTaken);
    await until(async () => (await lagging()) === 0);
    await worker.stop();
  });
});
