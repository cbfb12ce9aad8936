import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import { aRunsWorld, aSessionWithCopies, type RunsWorld } from "@/server/services/runs/testing/runs-fixture";
import { createCaller } from "../../root";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

describe("the counter of saved tokens", () => {
  it("stays 0 until a client reports that it applied a projection", async () => {
    const { deps, team } = world.uploader;
    const api = createCaller({ deps, principal: team.people.owner });
    const base = { team: team.slug, project: team.project.slug };
    const session = await world.store(aSessionWithCopies("saved"));
    const place = { ...base, number: session.number };
    const counters = async () => {
      await world.analyse(session);
      const filter = withChange(NO_FILTER, { range: "all" });
      const { savedTokens, couldBeSavedTokens } = (await api.telemetry.overview({ ...base, filter })).totals;
      return { savedTokens, couldBeSavedTokens };
    };
    const before = await counters();
    expect(before.savedTokens).toBe(0);
    expect(before.couldBeSavedTokens).toBeGreaterThan(2_000);

    const run = await api.prune.run({ ...place, onlyIfItPays: false });
    if (!run.committed) throw new Error(run.reason);
    expect((await counters()).savedTokens).toBe(0);

    const { verdicts } = await api.prune.get({ ...place, runNumber: run.runNumber });
    const [first] = verdicts;
    if (!first) throw new Error("The run changed nothing.");
    await api.prune.applied({ ...place, runNumber: run.runNumber, refs: [first.ref] });
    const after = await counters();
    // Only what the client took out: the other copies are taken back.
    expect(after.savedTokens).toBe(first.tokensBefore - first.tokensAfter);
  });

  it("does not count a run of which the client applied nothing", async () => {
    const { deps, team } = world.uploader;
    const api = createCaller({ deps, principal: team.people.owner });
    const session = await world.store(aSessionWithCopies("not-applied"));
    const place = { team: team.slug, project: team.project.slug, number: session.number };
    const run = await api.prune.run({ ...place, onlyIfItPays: false });
    if (!run.committed) throw new Error(run.reason);
    await api.prune.applied({ ...place, runNumber: run.runNumber, refs: [] });
    await world.analyse(session);
    const { totals } = await api.sessions.get(place);
    expect(totals.noise.dropped).toBe(0);
  });
});
