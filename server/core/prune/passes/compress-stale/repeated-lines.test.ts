import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../../model";
import { plan } from "../../pipeline";
import { EAGER_POLICY } from "../../testing/policies";
import { planned, verdictOf } from "../../testing/reading";
import { aSession, type SessionBuilder } from "../../testing/session-builder";
import { lineKey } from "../../visible/text-units";
import { CUT_MARK, REPEATED_LINES_RULE } from "./repeated-lines";

const POLICY: PrunePolicy = {
  ...EAGER_POLICY,
  superseded: { coveredShare: 1, tokens: 9_999_999, turns: 9_999 },
  blocks: { minTokens: 100, minTurns: 2, minLines: 3, minGainShare: 0.15 },
};
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `statement number ${from + at} does its work;`);
const text = (...parts: readonly (readonly string[])[]) => parts.flat().join("\n");
const cutOf = (session: SessionBuilder, policy = POLICY, at = 0) => {
  const verdict = verdictOf(session, session.results()[at] ?? "", policy);
  return verdict?.rule === REPEATED_LINES_RULE && verdict.to === "retained" ? verdict : null;
};

describe("lines that something newer shows again", () => {
  const old = text(["head of it"], lines(1, 40), ["middle of it"], lines(41, 60), ["end of it"]);
  const newer = text(lines(1, 40), ["something else"]);
  const session = aSession().ran("cat a", { text: old }).ran("cat b", { text: newer }).turns(1);

  it("are cut from the older result, which keeps all else in its order", () => {
    const cut = cutOf(session);
    expect(cut?.retained).toBe(text(["head of it", CUT_MARK, "middle of it"], lines(41, 60), ["end of it"]));
    expect(cut).toMatchObject({ pass: "compress-stale", noise: null, noiseSinceTurn: null });
    expect(cut?.reason).toBe(`40 of its lines stand again, word for word, in ctx:${session.results()[1] ?? ""}.`);
    expect(cut?.evidence).toEqual([session.results()[1]]);
    expect(cutOf(session, POLICY, 1)).toBeNull();
  });

  it("may be numbered, indented or signed another way, and stand in a call's arguments or a message", () => {
    const numbered = lines(1, 40).map((line, at) => `  ${at + 7}→\t${line}`);
    const added = lines(1, 40).map((line) => `+${line}`);
    const ran = aSession().ran("cat a", { text: old });
    expect(cutOf(ran.ran("cat b", { text: text(numbered) }).turns(1))).not.toBeNull();
    expect(cutOf(ran.ran("git diff", { text: text(added) }).turns(1))).not.toBeNull();
    expect(cutOf(ran.said(text(lines(1, 40))).turns(1))).not.toBeNull();
    const written = JSON.stringify({ content: text(lines(1, 40)) });
    const wrote = ran.used({ tool: "Write", toolClass: "write", params: written, text: "ok" }, {}).turns(1);
    expect(cutOf(wrote)).not.toBeNull();
  });

  it("stay when they stand only in front of it, in another window, or in what the model no longer sees", () => {
    const before = aSession().ran("cat b", { text: newer }).ran("cat a", { text: old }).turns(2);
    expect(cutOf(before, POLICY, 1)).toBeNull();
    const sub = aSession().ran("cat a", { text: old }).inThread("sub").ran("cat b", { text: newer });
    expect(cutOf(sub.inThread("main").turns(2))).toBeNull();
    const hidden = session.standing(session.results()[1] ?? "", "reference");
    expect(cutOf(hidden)).toBeNull();
    const kept = session.standing(session.results()[1] ?? "", "retained", { retained: text(lines(1, 40)) });
    expect(cutOf(kept)).not.toBeNull();
  });

  it("are cut on the word of what stays: not of a line that is cut itself", () => {
    const copy = text(lines(1, 40));
    const three = aSession()
      .ran("cat a", { text: text(["first"], lines(1, 40), lines(50, 60)) })
      .ran("cat b", { text: text(["second"], lines(1, 40), lines(70, 80)) })
      .ran("cat c", { text: copy })
      .turns(2);
    const [one = "", two = "", last = ""] = three.results();
    expect([cutOf(three)?.evidence, cutOf(three, POLICY, 1)?.evidence]).toEqual([[last], [last]]);
    expect([one, two, last].map((ref) => verdictOf(three, ref, POLICY)?.to ?? "full")).toEqual([
      "retained",
      "retained",
      "full",
    ]);
  });

  it("need a run that is long enough, an age, a size and a gain", () => {
    const withBlocks = (blocks: Partial<NonNullable<PrunePolicy["blocks"]>>): PrunePolicy => ({
      ...POLICY,
      blocks: { minTokens: 100, minTurns: 2, minLines: 3, minGainShare: 0.15, ...blocks },
    });
    const { tokens = 0 } = session.build().events[1] ?? {};
    expect(cutOf(session, withBlocks({ minLines: 40 }))).not.toBeNull();
    expect(cutOf(session, withBlocks({ minLines: 41 }))).toBeNull();
    expect(cutOf(session, withBlocks({ minTokens: tokens }))).not.toBeNull();
    expect(cutOf(session, withBlocks({ minTokens: tokens + 1 }))).toBeNull();
    expect(cutOf(session, withBlocks({ minTurns: 3 }))).toBeNull();
    const gain = 1 - (cutOf(session)?.tokensAfter ?? 0) / tokens;
    expect(cutOf(session, withBlocks({ minGainShare: gain - 0.001 }))).not.toBeNull();
    expect(cutOf(session, withBlocks({ minGainShare: gain + 0.001 }))).toBeNull();
    expect(cutOf(session, { ...POLICY, blocks: null })).toBeNull();
  });

  it("run on over lines that tell nothing, and are not counted among them", () => {
    const braces = text(["head"], lines(1, 20), ["}", "", "}"], lines(21, 40), ["tail of the text"], lines(90, 110));
    const ran = aSession()
      .ran("cat a", { text: braces })
      .ran("cat b", { text: text(lines(1, 40)) });
    expect(cutOf(ran.turns(1))?.retained).toBe(text(["head", CUT_MARK, "tail of the text"], lines(90, 110)));
    const few = text(["head"], lines(1, 2), ["}", "}", "}", "}"], lines(60, 120));
    expect(
      cutOf(
        aSession()
          .ran("cat a", { text: few })
          .ran("cat b", { text: text(lines(1, 2)) })
          .turns(1),
      ),
    ).toBeNull();
  });

  it("stay in what is guarded, cited, archived or not asked for", () => {
    const [first = ""] = session.results();
    expect(cutOf(session.pinned(first))).toBeNull();
    expect(cutOf(session.standing(first, "retained", { retained: "short" }))).toBeNull();
    const asked = plan(session.build(), POLICY, { passes: ["dedup", "purge-errors"] });
    expect(asked.verdicts.filter(({ rule }) => rule === REPEATED_LINES_RULE)).toEqual([]);
    const cited = aSession().ran("cat a", { text: old }).ran("cat a", { text: old }).ran("cat b", { text: newer });
    const verdicts = planned(cited.turns(3), POLICY).verdicts;
    expect(verdicts.filter(({ to }) => to !== "full").map(({ ref, rule }) => [ref, rule])).toEqual([
      [cited.results()[1], "dedup.identical-result"],
    ]);
  });

  it("are lost nowhere: each line of the old text is kept, or stands behind it", () => {
    const kept = new Set((cutOf(session)?.retained ?? "").split("\n").map(lineKey));
    const behind = new Set(newer.split("\n").map(lineKey));
    for (const line of old.split("\n").map(lineKey)) expect(kept.has(line) || behind.has(line)).toBe(true);
  });

  it("are told with the newest that shows them, at most three, and only those of lines that were cut", () => {
    const block = (from: number) => lines(from, from + 9);
    const four = [1, 21, 41, 61].reduce(
      (so, from) => so.ran(`cat ${from}`, { text: text(block(from)) }),
      aSession().ran("cat a", { text: text(...[1, 21, 41, 61].flatMap((from) => [block(from), [`between ${from}`]])) }),
    );
    const [, b = "", c = "", d = ""] = four.results();
    const cut = cutOf(four.turns(1));
    expect(cut?.evidence).toEqual([b, c, d]);
    expect(cut?.reason).toBe(`40 of its lines stand again, word for word, in ctx:${b}, ctx:${c}, ctx:${d}.`);
    const twice = session.ran("cat c", { text: newer });
    expect(cutOf(twice.pinned(twice.results()[1] ?? ""))?.evidence).toEqual([twice.last]);
    const few = aSession()
      .ran("cat a", { text: text(["head of it"], lines(1, 40), ["middle of it"], lines(80, 81), ["end of it"]) })
      .ran("cat b", { text: text(lines(1, 40)) })
      .ran("cat c", { text: text(lines(80, 81)) });
    expect(cutOf(few.turns(1))?.evidence).toEqual([few.results()[1]]);
  });

  it("may stand in what a protection keeps in full, but not in what the plan takes out", () => {
    const [, second = ""] = session.results();
    expect(cutOf(session.pinned(second))).not.toBeNull();
    const failed = aSession()
      .ran("cat a", { text: old })
      .ran("make", { exit: 1, text: newer })
      .ran("make", { text: "made" });
    expect(verdictOf(failed.turns(2), failed.results()[1] ?? "", POLICY)?.to).toBe("retained");
    expect(cutOf(failed.turns(2))).toBeNull();
  });

  it("count from four characters on", () => {
    const short = Array.from({ length: 90 }, (_, at) => `w${String(at).padStart(3, "0")}`);
    const ran = aSession()
      .ran("cat a", { text: text(["head of it"], short) })
      .ran("cat b", { text: text(short) });
    expect(cutOf(ran.turns(1))?.retained).toBe(text(["head of it", CUT_MARK]));
  });

  it("come in the order of the events that lose them", () => {
    const three = aSession()
      .ran("cat a", { text: text(["first"], lines(1, 40)) })
      .ran("cat b", { text: text(["second"], lines(1, 40)) })
      .ran("cat c", { text: text(lines(1, 40)) });
    const cuts = planned(three.turns(2), POLICY).verdicts.filter(({ rule }) => rule === REPEATED_LINES_RULE);
    expect(cuts.map(({ ref }) => ref)).toEqual(three.results().slice(0, 2));
  });
});
