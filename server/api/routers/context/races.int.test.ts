import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../db/client";
import { aSession } from "../../../services/ingest/testing/session-fixture";
import { createCaller } from "../../root";
import { aContextLab, BODY, type ContextLab, resultRefs } from "./testing/context-lab";

let lab: ContextLab;
beforeAll(async () => {
  lab = await aContextLab();
});
afterAll(() => lab.close());

const transitionCount = () => lab.uploader.count("transition");

describe("two changes at once", () => {
  it("lets one archive win, and tells the other that it is done already", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = refs.map((ref) => ({ ref }));
    const before = await transitionCount();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => lab.agent.context.archive({ ...place, targets })),
    );
    expect(answers.filter(({ status }) => status === "ok")).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== "ok");
    expect(others.map(({ reason }) => reason)).toEqual(others.map(() => "already_archived"));
    expect(await transitionCount()).toBe(before + refs.length);
  });

  it("ends in one state when some archive and some restore", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = refs.map((ref) => ({ ref }));
    const calls = Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0 ? lab.agent.context.archive({ ...place, targets }) : lab.person.context.restore({ ...place, refs }),
    );
    const answers = await Promise.all(calls);
    const done = answers.filter(({ status }) => status === "ok");
    expect(answers.every(({ status }) => status !== "unavailable")).toBe(true);
    expect(Object.values(await lab.residencies(place.number))).toEqual(
      refs.map(() => (done.length % 2 === 1 ? "reference" : "full")),
    );
  });

  it("judges behind the lock when batches come in between again and again", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const { db } = lab.uploader.deps;
    let between = 0;
    const crowded: Database = {
      ...db,
      async withTenantSql(scope, work) {
        between++;
        await db.pool.query("UPDATE session SET ingest_revision = ingest_revision + 1 WHERE number = $1", [
          place.number,
        ]);
        return db.withTenantSql(scope, work);
      },
    };
    const caller = callerWith(crowded);
    const targets = refs.map((ref) => ({ ref }));
    expect(await caller.context.archive({ ...place, targets })).toMatchObject({ status: "ok", changed: refs });
    expect(between).toBe(3);
    expect(await caller.context.archive({ ...place, targets })).toMatchObject({ reason: "already_archived" });
  });

  it("does not lose an archive that comes while batches arrive", async () => {
    const fixture = aSession("busy").said("go").read("a.ts", BODY).answered("seen");
    const place = await lab.store(fixture);
    const [ref = ""] = resultRefs(fixture);
    const uploads = [1, 2, 3, 4, 5].map((step) => lab.uploader.append(fixture.answered(`step ${step}`).batch()));
    const answer = await lab.agent.context.archive({ ...place, targets: [{ ref }] });
    await Promise.all(uploads);
    expect(answer).toMatchObject({ status: "ok", changed: [ref] });
    expect(await lab.residencies(place.number)).toEqual({ [ref]: "reference" });
  });
});

function callerWith(db: Database) {
  const { deps, team } = lab.uploader;
  return createCaller({ deps: { ...deps, db }, principal: team.people.member });
}
