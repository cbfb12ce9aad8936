import { runOnce } from "graphile-worker";
import { afterEach, beforeEach, expect, it } from "vitest";
import { resolveProjectScope } from "../services/access/resolve-scope";
import { expectRollupsRight } from "../services/analysis/testing/rollup-checks";
import { aNoisySession } from "../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../services/ingest/testing/uploader";
import { changeProject } from "../services/projects/update-project";
import { value } from "../services/testing/team-fixture";
import { createTasks } from "./tasks";

let uploader: Uploader;
beforeEach(async () => {
  uploader = await anUploader();
});
afterEach(() => uploader.close());

/** The queue works off what is there; analyses wait for a moment, so their time is moved up. */
async function workOff(): Promise<void> {
  const { deps, rows } = uploader;
  for (let left = 1; left > 0; ) {
    await rows("UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'");
    await runOnce({ pgPool: deps.db.pool, taskList: createTasks(deps), noHandleSignals: true });
    left = (await rows("SELECT id FROM graphile_worker._private_jobs")).length;
  }
}

async function setZone(timeZone: string): Promise<void> {
  const { deps, team } = uploader;
  const scope = await resolveProjectScope(deps, team.people.owner, team.slug, team.project.slug, "project:update");
  value(await changeProject(deps, value(scope), { timeZone }));
}

/** Minutes past the full UTC hour at which the buckets begin. */
const minutes = async () =>
  (await uploader.rows("SELECT DISTINCT extract(minute FROM hour)::int AS m FROM rollup ORDER BY 1")).map(({ m }) => m);

it.each([
  ["Asia/Kolkata", 30],
  ["Asia/Kathmandu", 15],
])("moves the hours of all figures to those of %s, and back", async (timeZone, past) => {
  await uploader.append(aNoisySession("a"));
  await uploader.append(aNoisySession("b"));
  await workOff();
  expect(await minutes()).toEqual([0]);
  await setZone(timeZone);
  await workOff();
  expect(await minutes()).toEqual([past]);
  await expectRollupsRight(uploader);
  await setZone("America/New_York");
  await workOff();
  expect(await minutes()).toEqual([0]);
  await expectRollupsRight(uploader);
});

it("asks for no new analysis when the zone stays what it was", async () => {
  await uploader.append(aNoisySession("a"));
  await workOff();
  await setZone("Europe/Berlin");
  expect(await uploader.rows("SELECT id FROM graphile_worker._private_jobs")).toEqual([]);
});
