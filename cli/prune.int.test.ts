import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSessionWithCopies } from "@/server/services/runs/testing/runs-fixture";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
  await world.logIn({ key: (await world.uploader.team.key({ scopes: ["context"] })).secret, project: "billing-api" });
});
afterAll(() => world.close());

const run = (...args: string[]) => world.steward.run(args);
const runs = () => world.uploader.rows("SELECT passes, compact FROM prune_run WHERE mode = 'committed'");

describe("steward prune", () => {
  it("previews, runs, refuses what is done already, and telemetry prints the run", async () => {
    await world.uploader.append(aSessionWithCopies("cli-1"));
    const seen = await run("prune", "S-1", "--preview");
    expect(seen).toMatchObject({ code: 0, err: "" });
    expect(seen.out).toMatch(/^Session #1: 3 events would change, [\d,]+ to [\d,]+ tokens\.$/m);
    expect(seen.out).toMatch(/^dedup 3, purge-errors 0, compress-stale 0, protected \d+$/m);
    expect(seen.out).toContain("dedup.identical-result  ctx:cli-1-e");
    expect(seen.out).toMatch(/Nothing was changed\. To do it: steward prune 1\n$/);
    expect(await runs()).toEqual([]);

    const done = await run("prune", "1", "--passes", "dedup,purge-errors");
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toMatch(/^Run 1 took out [\d,]+ tokens: [\s\S]+\n3 changes \(3 duplicates,/);
    expect(await runs()).toEqual([{ passes: ["dedup", "purge-errors"], compact: false }]);

    const again = await run("prune", "#1", "--passes", "dedup");
    expect(again.code).toBe(1);
    expect(again.out).toMatch(/^Nothing was pruned\. Nothing to take out/);
    const last = await run("prune");
    expect(last.code).toBe(1);
    expect(last.err).toMatch(/^What a run of S-1 would change {2}http.+preview=1\n$/);

    const told = await run("telemetry", "--from", "2026-11-20");
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(told.out)).toMatchObject({ event: "context-prune", session_id: "cli-1", passes: { dedup: 3 } });
    expect((await run("telemetry", "--to", "2026-11-20")).out).toBe("");
  });

  it("says what is wrong with its arguments", async () => {
    const unknownPass = await run("prune", "1", "--passes", "dedup,tidy");
    expect(unknownPass).toMatchObject({ code: 2, out: "" });
    expect(unknownPass.err).toContain("There is no pass tidy. Passes: dedup, purge-errors, compress-stale.");
    expect((await run("prune", "twelve")).err).toBe(
      "prune wants nothing more, and does not know “twelve”. Write it as: steward prune [session] [options]\n",
    );
    expect(await run("prune", "99")).toMatchObject({ code: 2, out: "" });
    expect((await run("telemetry", "--from", "May")).err).toContain("Give a day or a time");
  });
});
