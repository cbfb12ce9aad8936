import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSession } from "../../../services/ingest/testing/session-fixture";
import { aContextLab, BODY, type ContextLab, resultRefs } from "./testing/context-lab";

let lab: ContextLab;
beforeAll(async () => {
  lab = await aContextLab();
});
afterAll(() => lab.close());

const transitionCount = () => lab.uploader.count("transition");

const CLASHES = "näh 🧾 e\u0301 \u202e ‮ tab\there\r\nend\n";

describe("context.restore", () => {
  it("gives back the stored text exactly, whatever was kept in its place", async () => {
    const text = `${CLASHES}${"🧾 Grüße\n".repeat(100)}`;
    const { place, refs } = await lab.storeResults((session) =>
      session.read("src/ü.ts", text).answered("I know enough"),
    );
    const [ref = ""] = refs;
    const exact = async () => (await lab.agent.history.get({ ...place, refs })).items[0]?.text;
    const stored0 = await exact();
    await lab.agent.context.archive({ ...place, targets: [{ ref, retained: "a text with receipts" }] });
    expect(await exact()).toBe(stored0);
    expect(await lab.agent.context.restore({ ...place, refs })).toEqual({
      status: "ok",
      operation: "restore",
      changed: [ref],
      message: `Restored ${ref} to full.`,
      availability: { [ref]: "projected" },
    });
    await lab.settle();
    expect(await exact()).toBe(stored0);
    expect(Buffer.from(stored0 ?? "").equals(Buffer.from(text))).toBe(true);
    const [state] = await lab.uploader.rows("SELECT residency FROM event_state WHERE entry_id = $1", [ref.slice(4)]);
    expect(state).toEqual({ residency: "full" });
  });

  it("answers history-only past a compaction and changes nothing", async () => {
    const fixture = aSession("past").said("go").read("a.ts", BODY).answered("seen");
    const place = await lab.store(fixture);
    const [ref = ""] = resultRefs(fixture);
    await lab.agent.context.archive({ ...place, targets: [{ ref, retained: "short" }] });
    await lab.store(fixture.compacted().answered("Compacted"));
    const before = await transitionCount();
    expect(await lab.agent.context.restore({ ...place, refs: [ref] })).toEqual({
      status: "ok",
      operation: "restore",
      changed: [],
      message: `${ref} has left the window: read it with history.get.`,
      availability: { [ref]: "history-only" },
    });
    expect(await transitionCount()).toBe(before);
    const { items } = await lab.agent.history.get({ ...place, refs: [ref] });
    expect(items[0]?.text).toBe(BODY);
  });

  it("rejects a restore of what is in full, so that nobody takes it for archived", async () => {
    const { place, refs } = await lab.storeTwoReads();
    expect(await lab.person.context.restore({ ...place, refs })).toMatchObject({
      status: "rejected",
      reason: "already_full",
      rejected: refs.map((ref) => ({ ref, reason: "already_full" })),
    });
  });
});
