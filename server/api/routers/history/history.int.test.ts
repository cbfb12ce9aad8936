import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSession } from "../../../services/ingest/testing/session-fixture";
import { aContextLab, type ContextLab } from "../context/testing/context-lab";

let lab: ContextLab;
let place: { team: string; project: string; number: number };
/** Refs of the long session's results, in order. */
let refs: string[];

const EMOJI = "🧾 näh 100% _under_\\back e\u0301\r\n".repeat(900);

beforeAll(async () => {
  lab = await aContextLab();
  const fixture = aSession("long")
    .said("Fix the invoices")
    .read("src/invoice.ts", `${"padding ".repeat(40)}export const priceOfInvoice = 1;\n`)
    .ran("npm test", { exit: 1, out: "AssertionError: priceOfInvoice is NaN" })
    .compacted()
    .read("src/receipt.ts", EMOJI)
    .ran("git status", { out: "nothing to commit, priceOfInvoice untouched" })
    .answered("Seen");
  place = await lab.store(fixture);
  refs = fixture
    .batch()
    .events.filter((event) => event.kind === "tool_result")
    .map((event) => `ctx:${event.id}`);
  await lab.agent.context.archive({ ...place, targets: [{ ref: refs[3] ?? "" }] });
  await lab.settle();
});
afterAll(() => lab.close());

const find = async (query: string, more: object = {}) =>
  (await lab.agent.history.search({ ...place, query, ...more })).hits;

describe("history.search", () => {
  it("finds what was archived and what a compaction took, and says where each stands", async () => {
    const hits = await find("priceOfInvoice");
    expect(hits.map(({ ref, epoch, inContext, residency }) => [ref, epoch, inContext, residency])).toEqual([
      [refs[3], 1, true, "reference"],
      [refs[1], 0, false, "full"],
      [refs[0], 0, false, "full"],
    ]);
    expect(hits[2]?.snippet).toMatch(/^….*priceOfInvoice/);
    expect(hits[1]).toMatchObject({ label: "Bash npm test", tool: "Bash", session: place.number });
  });

  it("wants every word, a phrase in quotes as one, and takes letters of either case", async () => {
    const found = async (query: string) => (await find(query)).map(({ ref }) => ref);
    expect(await found("PRICEOFINVOICE nan")).toEqual([refs[1]]);
    expect(await found('"to commit" priceOf')).toEqual([refs[3]]);
    expect(await found('"commit to"')).toEqual([]);
    expect(await found("src/receipt.ts")).toContain(refs[2]);
  });

  it("takes % and _ for what they are", async () => {
    expect((await find("100%")).map(({ ref }) => ref)).toEqual([refs[2]]);
    expect((await find("_under_\\back")).map(({ ref }) => ref)).toEqual([refs[2]]);
    expect(await find("priceOf_nvoice")).toEqual([]);
  });

  it("pages completely, one at a time as well as all at once", async () => {
    const whole = (await find("e", { limit: 100 })).map(({ ref }) => ref);
    expect(whole.length).toBeGreaterThan(6);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof lab.agent.history.search>> = await lab.agent.history.search({
        ...place,
        query: "e",
        cursor,
        limit: 1,
      });
      paged.push(...page.hits.map(({ ref }) => ref));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole);
  });

  it("looks through all sessions of the project when none is named, the newest first", async () => {
    const numbers: number[] = [];
    for (let at = 0; at < 12; at++) numbers.push((await lab.store(aSession(`n${at}`).said("needle here"))).number);
    const found: number[] = [];
    let cursor: string | null = null;
    const { team, project } = place;
    do {
      const page: Awaited<ReturnType<typeof lab.agent.history.search>> = await lab.agent.history.search({
        team,
        project,
        query: "needle",
        cursor,
        limit: 5,
      });
      found.push(...page.hits.map(({ session }) => session));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(numbers.reverse());
  });

  it("names the field that is wrong", async () => {
    await expect(find("   ")).rejects.toThrow(/query is empty/);
    await expect(find("a b c d e f g h i")).rejects.toThrow(/query has 9 words/);
    await expect(find("x", { cursor: "not ours" })).rejects.toThrow(/page mark/);
  });

  it("shows nothing to another team", async () => {
    await expect(lab.stranger.history.search({ ...place, query: "price" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(lab.agent.history.search({ ...place, number: 9_999, query: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("history.get", () => {
  it("gives the stored text in parts that fit together byte for byte", async () => {
    const [, , ref = ""] = refs;
    let text = "";
    let offset: number | null = 0;
    let parts = 0;
    let sha256 = "";
    while (offset !== null) {
      const { items } = await lab.agent.history.get({ ...place, refs: [ref], offset, limit: 997 });
      text += items[0]?.text;
      sha256 = items[0]?.sha256 ?? "";
      offset = items[0]?.nextOffset ?? null;
      parts++;
    }
    expect(parts).toBeGreaterThan(10);
    expect(Buffer.from(text).equals(Buffer.from(EMOJI))).toBe(true);
    expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
  });

  it("gives the text of an archived result, not what was kept of it, and names refs that are not there", async () => {
    const answer = await lab.agent.history.get({ ...place, refs: [refs[3] ?? "", "ctx:nobody", refs[3] ?? ""] });
    expect(answer.items.map(({ text }) => text)).toEqual(["nothing to commit, priceOfInvoice untouched"]);
    expect(answer.missing).toEqual(["ctx:nobody"]);
  });

  it("makes nothing up where a client uploads no texts", async () => {
    const fixture = aSession("bare", { captureMode: "metadata" }).read("src/a.ts", "the text");
    const bare = await lab.store(fixture);
    const ref = `ctx:${fixture.batch().events.at(-1)?.id}`;
    const { items } = await lab.agent.history.get({ ...bare, refs: [ref] });
    expect(items).toMatchObject([{ ref, stored: false, text: "", nextOffset: null }]);
  });

  it("keeps one answer within bounds", async () => {
    const many = Array.from({ length: 20 }, () => refs[0] ?? "");
    await expect(lab.agent.history.get({ ...place, refs: many, limit: 200_000 })).rejects.toThrow(/lower limit/);
  });

  it("shows nothing to another team", async () => {
    await expect(lab.stranger.history.get({ ...place, refs })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
