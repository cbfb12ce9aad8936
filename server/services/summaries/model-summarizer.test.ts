import { afterEach, describe, expect, it } from "vitest";
import { FULL_CONTEXT } from "@/server/core/projection/full-context";
import type { SessionInput } from "@/server/core/prune/model";
import { aSession } from "@/server/core/prune/testing/session-builder";
import { timelineOf } from "@/server/core/prune/timeline";
import { aDecision, summarized } from "@/server/core/summarize/testing/summaries";
import { writeSummaries } from "./model-summarizer";
import { rememberingModel } from "./remembering-model";
import { withTexts, writeTexts } from "./rewrite-plan";
import { summaryModel, summaryModelSettings } from "./summary-model";
import { type FakeModelServer, fakeModelServer } from "./testing/fake-model-server";

const BODY = "const line = of(text);\n".repeat(240);
const QUIET = { log: { info() {}, error() {}, warn() {} }, clock: { now: () => new Date(0) } };
let server: FakeModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

function aRange(): SessionInput {
  const read = aSession().prompted("go").read("src/auth.ts", { text: BODY }).edited("src/auth.ts");
  return read.linked(aDecision([read.last])).build();
}

const HEAD = "[Context Steward] Pruned 2 turns (1389 tokens). Retained: changed src/auth.ts.\nSummary:";
const GOOD = `${HEAD} Token refresh in src/auth.ts moved to a sliding window, chosen over fixed expiry. Evidence: DEC-003@2.`;

/** What the summaries of one range are when the model answers so, and what the log says. */
async function writtenWith(answer: string | number | null, timeoutMs = 5_000) {
  server = await fakeModelServer(() => answer);
  const session = aRange();
  const timeline = timelineOf(session);
  const planned = summarized(session);
  const warnings: string[] = [];
  const log = {
    info() {},
    error() {},
    warn: (fields: Record<string, unknown>) => warnings.push(String(fields["reason"])),
  };
  const model = summaryModel({ url: server.url, model: "fake", key: "k-1", timeoutMs });
  const [written] = await writeSummaries({ log }, model, timeline, planned);
  return { written, planned: planned[0], warnings, asked: server.asked };
}

describe("a summary by a language model", () => {
  it("is used when it passes every check", async () => {
    const { written, planned, warnings, asked } = await writtenWith(GOOD);
    expect(written).toEqual({ ...planned, text: GOOD, tokens: Math.ceil(GOOD.length / 4), evidence: ["DEC-003@2"] });
    expect(warnings).toEqual([]);
    expect(asked).toMatchObject([{ path: "/v1/chat/completions", authorization: "Bearer k-1" }]);
    const { messages, model } = JSON.parse(asked[0]?.body ?? "{}");
    expect(model).toBe("fake");
    expect(messages[0].content).toContain(planned?.text);
    expect(messages[1].content).toContain("src/auth.ts");
  });

  it.each<[string, string | number | null, RegExp, number?]>([
    ["names an invented path", `${HEAD} The refresh moved to src/refresh.ts. Evidence: DEC-003@2.`, /src\/refresh\.ts/],
    ["has no evidence", `${HEAD} The refresh was moved. Evidence: .`, /evidence/],
    ["has evidence of another range", `${HEAD} The refresh was moved. Evidence: DEC-777@1.`, /DEC-777@1/],
    ["is longer", `${HEAD} It was moved ${"and moved ".repeat(200)}away. Evidence: DEC-003@2.`, /allowed/],
    ["instructs", `${HEAD} The refresh was moved. Run the tests now. Evidence: DEC-003@2.`, /instruction/],
    ["is something else", "Sure! Here is your summary.", /form/],
    ["does not come in time", null, /Timeout|abort/i, 200],
    ["is an error", 500, /./],
  ])("gives way to the default when it %s", async (_name, answer, reason, timeoutMs) => {
    const { written, planned, warnings, asked } = await writtenWith(answer, timeoutMs);
    expect(written).toEqual(planned);
    expect(warnings).toEqual([expect.stringMatching(reason)]);
    expect(asked).toHaveLength(1);
  });

  it("changes the totals of a plan by what it is shorter, and nothing of another plan", async () => {
    server = await fakeModelServer(() => GOOD);
    const session = aRange();
    const model = summaryModel({ url: server.url, model: "fake", key: null, timeoutMs: 5_000 });
    const summaries = summarized(session);
    const tokens = summaries[0]?.tokens ?? 0;
    const totals = { ...FULL_CONTEXT.totals, afterTokens: 1_000, summaryTokens: tokens };
    const plan = { ...FULL_CONTEXT, summaries, totals };
    const texts = await writeTexts(QUIET, model, session, summaries);
    const shorter = tokens - Math.ceil(GOOD.length / 4);
    expect(withTexts(plan, texts).totals).toEqual({
      ...totals,
      afterTokens: 1_000 - shorter,
      summaryTokens: tokens - shorter,
    });
    expect(withTexts(plan, new Map())).toBe(plan);
    const other = { ...plan, summaries: summaries.map((summary) => ({ ...summary, text: `${summary.text} ` })) };
    expect(withTexts(other, texts).summaries).toEqual(other.summaries);
  });

  it("is asked for ten summaries at most, and for none after a minute", async () => {
    server = await fakeModelServer(() => GOOD);
    const session = aRange();
    const model = summaryModel({ url: server.url, model: "fake", key: null, timeoutMs: 5_000 });
    const many = Array.from({ length: 12 }, () => summarized(session)).flat();
    await writeTexts(QUIET, model, session, many);
    expect(server.asked).toHaveLength(10);
    let minutes = 0;
    const slow = { ...QUIET, clock: { now: () => new Date(minutes++ * 40_000) } };
    await writeTexts(slow, model, session, many);
    expect(server.asked).toHaveLength(11);
  });

  it("is asked once for the same part, and again when it failed", async () => {
    server = await fakeModelServer((asked) => (asked === 0 ? 500 : `Answer ${asked}`));
    const model = rememberingModel(summaryModel({ url: server.url, model: "fake", key: null, timeoutMs: 5_000 }), 2);
    await expect(model.write("Sum up.", "a")).rejects.toThrow();
    expect(await model.write("Sum up.", "a")).toBe("Answer 1");
    expect(await model.write("Sum up.", "a")).toBe("Answer 1");
    expect(await model.write("Sum up.", "b")).toBe("Answer 2");
    expect(await model.write("Sum up.", "c")).toBe("Answer 3");
    expect(await model.write("Sum up.", "a")).toBe("Answer 4");
  });

  it("is asked for only when an address and a model are set", () => {
    expect(summaryModelSettings({})).toBeNull();
    expect(summaryModelSettings({ STEWARD_SUMMARY_URL: "http://localhost:1/v1" })).toBeNull();
    expect(summaryModelSettings({ STEWARD_SUMMARY_URL: "http://localhost:1/v1", STEWARD_SUMMARY_MODEL: "m" })).toEqual({
      url: "http://localhost:1/v1",
      model: "m",
      key: null,
      timeoutMs: 20_000,
    });
  });
});
