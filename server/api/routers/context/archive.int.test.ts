import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aContextLab, BODY, type ContextLab } from "./testing/context-lab";

let lab: ContextLab;
beforeAll(async () => {
  lab = await aContextLab();
});
afterAll(() => lab.close());

const transitionCount = () => lab.uploader.count("transition");

describe("context.archive", () => {
  it("archives for an agent, tells what changed, and has the session analysed again", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const [a = "", b = ""] = refs;
    const answer = await lab.agent.context.archive({
      ...place,
      targets: [{ ref: a }, { ref: b, retained: "b.ts: amount is priceOf(invoice)" }],
    });
    expect(answer).toEqual({
      status: "ok",
      operation: "archive",
      changed: [a, b],
      message: "Archived 2 results from the next projection. 1 of them with kept meaning.",
    });
    const waiting = "SELECT ingest_revision > analysed_revision AS waiting FROM session WHERE number = $1";
    expect(await lab.uploader.rows(waiting, [place.number])).toEqual([{ waiting: true }]);
    const jobs = "SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = 'analyse:' || $1";
    const [session] = await lab.uploader.rows("SELECT id FROM session WHERE number = $1", [place.number]);
    expect(await lab.uploader.rows(jobs, [session?.["id"]])).toEqual([{ jobs: 1 }]);

    await lab.settle();
    const states = await lab.uploader.rows(
      "SELECT entry_id, residency FROM event_state WHERE session_id = $1 AND residency <> 'full' ORDER BY entry_id",
      [session?.["id"]],
    );
    expect(states).toEqual([
      { entry_id: a.slice(4), residency: "reference" },
      { entry_id: b.slice(4), residency: "retained" },
    ]);
  });

  it("changes nothing when one target is wrong, and lists every wrong one", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const [a = "", b = ""] = refs;
    const before = await transitionCount();
    const answer = await lab.agent.context.archive({
      ...place,
      targets: [{ ref: a }, { ref: "ctx:nobody" }, { ref: b, retained: BODY }, { ref: "two\nlines" }],
    });
    expect(answer).toMatchObject({
      status: "rejected",
      operation: "archive",
      changed: [],
      reason: "unknown_ref",
      rejected: [
        { ref: "ctx:nobody", reason: "unknown_ref" },
        { ref: b, reason: "retained_too_long" },
        { ref: "two\nlines", reason: "invalid_ref" },
      ],
    });
    expect(answer.message).toMatch(/^Nothing was archived: 3 of 4 targets cannot be used\. /);
    expect(await transitionCount()).toBe(before);
    expect(await lab.agent.context.archive({ ...place, targets: [{ ref: a }] })).toMatchObject({ status: "ok" });
  });

  it("says so when a request names nothing, or too much", async () => {
    const { place } = await lab.storeTwoReads();
    const many = Array.from({ length: 201 }, (_, at) => ({ ref: `ctx:${at}` }));
    expect(await lab.agent.context.archive({ ...place, targets: [] })).toMatchObject({ reason: "targets_required" });
    expect(await lab.agent.context.archive({ ...place, targets: many })).toMatchObject({
      status: "rejected",
      reason: "too_many_targets",
      message: expect.stringContaining("at most 200"),
    });
    expect(await lab.agent.context.restore({ ...place, refs: [] })).toMatchObject({ reason: "refs_required" });
  });

  it("refuses a field that is not in its form", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const target = { ref: refs[0] ?? "", keep: "x" };
    await expect(lab.agent.context.archive({ ...place, targets: [target] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("lets a person past a protection by force, and never an agent", async () => {
    const { place, refs } = await lab.storeResults((session) =>
      session.read("CLAUDE.md", BODY).answered("I know enough"),
    );
    const targets = [{ ref: refs[0] ?? "" }];
    const refused = await lab.person.context.archive({ ...place, targets });
    expect(refused).toMatchObject({ status: "rejected", reason: "protected" });
    expect(refused.message).toContain("protect.core-files, pattern CLAUDE.md");
    expect(await lab.agent.context.archive({ ...place, targets, force: true })).toMatchObject({ reason: "protected" });
    expect(await lab.person.context.archive({ ...place, targets, force: true })).toMatchObject({ changed: refs });
  });

  it("shows a prompt as what nobody archives", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = [{ ref: refs[0]?.replace(/e\d+$/, "e1") ?? "" }];
    const answer = await lab.person.context.archive({ ...place, targets, force: true });
    expect(answer).toMatchObject({ status: "rejected", reason: "not_resolvable" });
  });

  it("lets an agent archive only what its window shows, and tells a person that the rest is history", async () => {
    const { place, refs } = await lab.storeResults((session) =>
      session.read("a.ts", BODY).compacted().answered("Compacted"),
    );
    const targets = [{ ref: refs[0] ?? "" }];
    expect(await lab.agent.context.archive({ ...place, targets })).toMatchObject({ reason: "not_shown" });
    expect(await lab.person.context.archive({ ...place, targets })).toMatchObject({ reason: "history_only" });
  });

  it("wants the current change acknowledged first", async () => {
    const { place, refs } = await lab.storeResults((session) => session.edited("src/a.ts").answered("done"));
    const [receipt = ""] = refs;
    expect(await lab.agent.context.archive({ ...place, targets: [{ ref: receipt }] })).toMatchObject({
      reason: "in_flight",
    });
    expect(await lab.agent.context.ack({ ...place, refs })).toMatchObject({ operation: "ack", changed: refs });
    expect(await lab.agent.context.ack({ ...place, refs })).toMatchObject({ status: "ok", changed: [] });
    expect(await lab.agent.context.archive({ ...place, targets: [{ ref: receipt }] })).toMatchObject({ status: "ok" });
  });

  it("serves nobody of another team, and no missing session", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = [{ ref: refs[0] ?? "" }];
    await expect(lab.stranger.context.archive({ ...place, targets })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(lab.stranger.context.restore({ ...place, refs })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(lab.agent.context.archive({ ...place, number: 9_999, targets })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("takes a ref of another session for unknown", async () => {
    const { refs } = await lab.storeTwoReads();
    const { place } = await lab.storeTwoReads();
    const answer = await lab.agent.context.archive({ ...place, targets: [{ ref: refs[0] ?? "" }] });
    expect(answer).toMatchObject({ reason: "unknown_ref" });
  });
});

describe("context.suggest", () => {
  it("names results that are used up, in a form that archive takes as it is", async () => {
    const { place, refs } = await lab.storeResults((session) =>
      session
        .called("Grep", { pattern: "priceOf" }, "src/a.ts:3: export const priceOf = one;\n".repeat(20))
        .read("src/a.ts", BODY)
        .edited("src/a.ts")
        .answered("Done")
        .answered("All of it")
        .answered("Really"),
    );
    const list = await lab.agent.context.suggest(place);
    expect(list.suggestions).toMatchObject([
      { ref: refs[0], to: "reference", rule: "suggest.broad-search", evidence: [refs[1]], label: "Grep priceOf" },
    ]);
    expect(list.boundary).toMatchObject({ kind: "exploration-end", source: "inferred" });
    const targets = list.suggestions.map(({ ref, retained }) => ({ ref, ...(retained === null ? {} : { retained }) }));
    expect(await lab.agent.context.archive({ ...place, targets })).toMatchObject({ status: "ok" });
    expect((await lab.agent.context.suggest(place)).suggestions).toEqual([]);
    await expect(lab.stranger.context.suggest(place)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
