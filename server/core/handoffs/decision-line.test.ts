import { describe, expect, it } from "vitest";
import { decisionLine } from "./decision-line";

describe("a decision in one line", () => {
  it("does not say again what its title says", () => {
    const title = "Use Zustand instead of Redux";
    expect(decisionLine({ title, decision: "Use Zustand instead of Redux." })).toBe(title);
    expect(decisionLine({ title, decision: "Use Zustand instead of Redux. Its API is simpler." })).toBe(
      "Use Zustand instead of Redux: Its API is simpler.",
    );
    expect(decisionLine({ title: "State: Zustand", decision: "Zustand\n\nSmaller bundle size" })).toBe(
      "State: Zustand: Smaller bundle size",
    );
  });

  it("tells a title that was cut whole, and once", () => {
    const decision = `${"Refresh tokens stand in a cookie that scripts cannot read, ".repeat(2)}unless the client is native.`;
    const title = `${decision.slice(0, 100)}…`;
    expect(decisionLine({ title, decision })).toBe(decision);
  });

  it("keeps of a long decision what binds it to a case, without its title again", () => {
    const filler = "It was talked over at length with everybody who works on it. ".repeat(5);
    const decision = `Retry from an outbox. ${filler}Only if the row is younger than 3 days.`;
    expect(decisionLine({ title: "Retry from an outbox", decision })).toBe(
      "Retry from an outbox: Only if the row is younger than 3 days.",
    );
  });
});
