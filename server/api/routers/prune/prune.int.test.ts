import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyPrincipal } from "@/server/services/ingest/testing/uploader";
import { aRunsWorld, aSessionWithCopies, type RunsWorld } from "@/server/services/runs/testing/runs-fixture";
import { createCaller } from "../../root";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

async function agentWith(scopes: readonly ("read" | "context" | "ingest")[]) {
  const { deps, team } = world.uploader;
  const principal = await keyPrincipal(deps, (await team.key({ scopes: [...scopes] })).secret);
  return createCaller({ deps, principal });
}

const placeOf = (number: number) => ({
  team: world.uploader.team.slug,
  project: world.uploader.team.project.slug,
  number,
});

describe("an agent's key", () => {
  it("with the scope context previews, runs, reads and reports what it applied", async () => {
    const place = placeOf((await world.store(aSessionWithCopies("agent-1"))).number);
    const { prune } = await agentWith(["context"]);
    const { revision, moves } = await prune.preview(place);
    const answer = await prune.run({ ...place, expectedRevision: revision });
    if (!answer.committed) throw new Error(answer.reason);
    const { runNumber } = answer;
    const shown = await prune.get({ ...place, runNumber });
    expect(shown.verdicts.map(({ ref }) => ref).sort()).toEqual(moves.rows.map(({ ref }) => ref).sort());
    const applied = await prune.applied({ ...place, runNumber, refs: shown.verdicts.map(({ ref }) => ref) });
    expect(applied).toMatchObject({ applied: 3, takenBack: 0 });
    const [row] = (await prune.list(place)).rows;
    expect(row).toMatchObject({ number: runNumber, appliedAt: applied.appliedAt });
    expect((await prune.blocked({ ...place, runNumber })).total).toBe(answer.blocked);
    const { text } = await prune.telemetry(place);
    expect(JSON.parse(text)).toMatchObject({ event: "context-prune", session_id: "agent-1" });
  });

  it("with the scope read may look and not run", async () => {
    const place = placeOf((await world.store(aSessionWithCopies("agent-2"))).number);
    const { prune } = await agentWith(["read"]);
    expect((await prune.preview(place)).moves.total).toBe(3);
    await expect(prune.run(place)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(prune.applied({ ...place, runNumber: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("hears which field is wrong", async () => {
    const place = placeOf((await world.store(aSessionWithCopies("agent-3"))).number);
    const { prune } = await agentWith(["context"]);
    await expect(prune.run({ ...place, passes: [] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(prune.run({ ...place, thread: "nobody" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("There is no thread nobody. Name one of: main."),
    });
    await expect(prune.run({ ...place, expectedRevision: 99 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Preview it again"),
    });
  });
});
