import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../db/client";
import { createCaller } from "../../root";
import { aContextLab, type ContextLab } from "./testing/context-lab";

let lab: ContextLab;
beforeAll(async () => {
  lab = await aContextLab();
});
afterAll(() => lab.close());

describe("faults that other pruners had", () => {
  it("prunes twice, or leaves a prune in place after it was undone", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = refs.map((ref) => ({ ref }));
    expect(await lab.agent.context.archive({ ...place, targets })).toMatchObject({ status: "ok" });
    expect(await lab.agent.context.archive({ ...place, targets })).toMatchObject({
      status: "rejected",
      reason: "already_archived",
      changed: [],
    });
    expect(await lab.person.context.restore({ ...place, refs })).toMatchObject({ status: "ok", changed: refs });
    expect(await lab.residencies(place.number)).toEqual(Object.fromEntries(refs.map((ref) => [ref, "full"])));
    await lab.settle();
    const changed = await lab.uploader.rows(
      `SELECT st.entry_id FROM event_state st JOIN session s ON s.team_id = st.team_id AND s.id = st.session_id
       WHERE s.number = $1 AND st.residency <> 'full'`,
      [place.number],
    );
    expect(changed).toEqual([]);
  });

  it("protects restored output for ever, so that the window only grows", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = refs.map((ref) => ({ ref }));
    for (let round = 0; round < 3; round++) {
      expect(await lab.agent.context.archive({ ...place, targets })).toMatchObject({ status: "ok", changed: refs });
      expect(await lab.agent.context.restore({ ...place, refs })).toMatchObject({ status: "ok", changed: refs });
    }
    expect(await lab.agent.context.archive({ ...place, targets })).toMatchObject({ status: "ok" });
    expect(await lab.residencies(place.number)).toEqual(Object.fromEntries(refs.map((ref) => [ref, "reference"])));
  });

  it("reports a prune that failed as done", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = refs.map((ref) => ({ ref }));
    const broken = (fault: Error & { code: string }, commits: boolean) => callerWith(failing(fault, commits));
    const refused = Object.assign(new Error("disk full"), { code: "53100" });
    expect(await broken(refused, false).context.archive({ ...place, targets })).toMatchObject({
      status: "unavailable",
      reason: "persistence_failed",
      changed: [],
    });
    expect(await lab.residencies(place.number)).toEqual({});

    const lost = Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    const uncertain = await broken(lost, true).context.archive({ ...place, targets });
    expect(uncertain).toMatchObject({ status: "unavailable", reason: "persistence_uncertain", changed: [] });
    // It was written after all, which is why the answer says to look first.
    const { rows } = await lab.agent.context.transitions(place);
    expect(rows.map(({ ref, to }) => [ref, to]).sort()).toEqual(refs.map((ref) => [ref, "reference"]).sort());
  });

  it("answers unavailable, and changes nothing, when a session cannot be read", async () => {
    const { place, refs } = await lab.storeTwoReads();
    await lab.uploader.rows("ALTER TABLE workspace_mark RENAME TO workspace_mark_away");
    const answer = await lab.agent.context.archive({ ...place, targets: refs.map((ref) => ({ ref })) });
    await lab.uploader.rows("ALTER TABLE workspace_mark_away RENAME TO workspace_mark");
    expect(answer).toMatchObject({ status: "unavailable", reason: "session_unreadable", changed: [] });
    expect(await lab.residencies(place.number)).toEqual({});
  });
});

/** The database with a fault at the end of its next writes: refused before the commit, or broken behind it. */
function failing(fault: Error, commits: boolean): Database {
  const { db } = lab.uploader.deps;
  return {
    ...db,
    async withTenantSql(scope, work) {
      if (commits) await db.withTenantSql(scope, work);
      throw fault;
    },
  };
}

function callerWith(db: Database) {
  const { deps, team } = lab.uploader;
  return createCaller({ deps: { ...deps, db }, principal: team.people.member });
}
