import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aContextLab, type ContextLab } from "./testing/context-lab";

let lab: ContextLab;
beforeAll(async () => {
  lab = await aContextLab();
});
afterAll(() => lab.close());

describe("pins", () => {
  it("hold against agents until a person takes them off, and say who, why and until when", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const [a = "", b = ""] = refs;
    const until = new Date(lab.uploader.deps.clock.now().getTime() + 3_600_000).toISOString();
    expect(await lab.person.context.pin({ ...place, refs: [a], reason: "the contract", until })).toMatchObject({
      status: "ok",
      operation: "pin",
      changed: [a],
    });
    await lab.agent.context.pin({ ...place, refs: [b], reason: "for the next step" });
    const { pins } = await lab.agent.context.pins(place);
    expect(pins.map(({ ref, by, reason, until }) => [ref, by, reason, until])).toEqual([
      [b, "agent of Olga Owner", "for the next step", null],
      [a, "Mia Member", "the contract", until],
    ]);

    const held = await lab.agent.context.archive({ ...place, targets: [{ ref: a }] });
    expect(held.message).toContain("protect.pin: Pinned by Mia Member: the contract");
    expect(await lab.agent.context.unpin({ ...place, refs: [a, b] })).toMatchObject({
      status: "rejected",
      rejected: [{ ref: a, reason: "pinned_by_person" }],
    });
    expect(await lab.agent.context.unpin({ ...place, refs: [b] })).toMatchObject({ status: "ok", changed: [b] });
    expect(await lab.agent.context.unpin({ ...place, refs: [b] })).toMatchObject({ reason: "not_pinned" });
    expect(await lab.person.context.unpin({ ...place, refs: [a] })).toMatchObject({ status: "ok" });
    expect(await lab.agent.context.archive({ ...place, targets: [{ ref: a }] })).toMatchObject({ status: "ok" });
  });

  it("end by themselves, and a later one of the same person takes the place of the first", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const until = new Date(lab.uploader.deps.clock.now().getTime() + 60_000).toISOString();
    await lab.person.context.pin({ ...place, refs, reason: "once" });
    await lab.person.context.pin({ ...place, refs, reason: "twice", until });
    const { pins } = await lab.person.context.pins(place);
    expect(pins.map(({ reason }) => reason)).toEqual(["twice", "twice"]);
    lab.uploader.deps.advance(61_000);
    expect((await lab.person.context.pins(place)).pins).toEqual([]);
    expect(await lab.agent.context.archive({ ...place, targets: refs.map((ref) => ({ ref })) })).toMatchObject({
      status: "ok",
    });
  });

  it("that were just taken off can be put back as they were, by whom and why", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const [a = "", b = ""] = refs;
    await lab.agent.context.pin({ ...place, refs: [a], reason: "for the next step" });
    await lab.person.context.pin({ ...place, refs: [a], reason: "the contract" });
    const before = await lab.person.context.pins(place);
    await lab.person.context.unpin({ ...place, refs: [a] });
    expect((await lab.person.context.pins(place)).pins).toEqual([]);
    expect(await lab.person.context.repin({ ...place, refs: [a] })).toMatchObject({ status: "ok", changed: [a] });
    expect(await lab.person.context.pins(place)).toEqual(before);
    expect(await lab.person.context.repin({ ...place, refs: [a] })).toMatchObject({ reason: "not_released" });
    expect(await lab.person.context.repin({ ...place, refs: [b] })).toMatchObject({ reason: "not_released" });

    await lab.person.context.unpin({ ...place, refs: [a] });
    lab.uploader.deps.advance(1_000);
    await lab.person.context.pin({ ...place, refs: [a], reason: "somebody was faster" });
    expect(await lab.person.context.repin({ ...place, refs: [a] })).toMatchObject({ reason: "not_released" });
    await lab.person.context.unpin({ ...place, refs: [a] });
    lab.uploader.deps.advance(11 * 60_000);
    expect(await lab.person.context.repin({ ...place, refs: [a] })).toMatchObject({ reason: "not_released" });
  });

  it("want a reason, a time to come and events that exist", async () => {
    const { place, refs } = await lab.storeTwoReads();
    await expect(lab.agent.context.pin({ ...place, refs, reason: " " })).rejects.toThrow(/reason is empty/);
    const past = { ...place, refs, reason: "x", until: "2020-01-01T00:00:00Z" };
    await expect(lab.agent.context.pin(past)).rejects.toThrow(/until is in the past/);
    expect(await lab.agent.context.pin({ ...place, refs: [...refs, "ctx:no"], reason: "x" })).toMatchObject({
      status: "rejected",
      rejected: [{ ref: "ctx:no", reason: "unknown_ref" }],
    });
    expect((await lab.agent.context.pins(place)).pins).toEqual([]);
  });

  it("keep no secret in a reason", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}`;
    await lab.agent.context.pin({ ...place, refs, reason: `works with ${secret}` });
    const { pins } = await lab.agent.context.pins(place);
    expect(pins[0]?.reason).not.toContain(secret);
  });
});

describe("context.transitions", () => {
  it("lists who changed what and why, the newest first, and pages completely", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const [a = "", b = ""] = refs;
    await lab.agent.context.archive({ ...place, targets: [{ ref: a, retained: "kept" }, { ref: b }] });
    await lab.person.context.restore({ ...place, refs: [a] });
    const whole = await lab.person.context.transitions(place);
    expect(whole.nextCursor).toBeNull();
    expect(whole.rows.map(({ ref, from, to, actorKind, actor }) => [ref, from, to, actorKind, actor])).toEqual([
      [a, "retained", "full", "member", "Mia Member"],
      [b, "full", "reference", "key", "Olga Owner"],
      [a, "full", "retained", "key", "Olga Owner"],
    ]);
    expect(whole.rows[2]).toMatchObject({ retained: "kept", rule: null, run: null, label: "Read src/a.ts" });

    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof lab.person.context.transitions>> = await lab.person.context.transitions({
        ...place,
        cursor,
        limit: 1,
      });
      paged.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.rows.map(({ id }) => id));
    await expect(lab.person.context.transitions({ ...place, cursor: "x~y" })).rejects.toThrow(/page mark/);
    await expect(lab.stranger.context.transitions(place)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("keeps their order when the clock of one server lags behind", async () => {
    const { place, refs } = await lab.storeTwoReads();
    const targets = refs.map((ref) => ({ ref }));
    await lab.agent.context.archive({ ...place, targets });
    lab.uploader.deps.advance(-60_000);
    await lab.agent.context.restore({ ...place, refs });
    lab.uploader.deps.advance(60_000);
    expect(await lab.residencies(place.number)).toEqual(Object.fromEntries(refs.map((ref) => [ref, "full"])));
  });
});
