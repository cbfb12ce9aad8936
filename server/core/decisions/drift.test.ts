import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDrift } from "./drift";
import type { DriftDecision } from "./drift-profile";
import { DECISION_STATUSES } from "./transitions";

let counter = 0;
function aDecision(title: string, more: Partial<DriftDecision> = {}): DriftDecision {
  counter += 1;
  const told = { question: "", alternatives: [], affectedPaths: [], supersedes: [], amends: [] };
  return { number: counter, status: "accepted", title, decision: title, ...told, ...more };
}

/** Decisions of a project that have nothing to do with each other. */
const OTHERS = [
  "Money is stored as integer cents",
  "Release notes are written by hand",
  "Log lines are JSON, one event a line",
  "Time zones come from the project's settings",
  "Feature flags live in the database",
].map((title) => aDecision(title));

const kinds = (...decisions: DriftDecision[]) =>
  findDrift([...OTHERS, ...decisions]).map(({ kind, number, other }) => [kind, number, other]);

describe("drift", () => {
  it("is none among decisions about different things", () => {
    expect(kinds()).toEqual([]);
  });

  it("is a contradiction when one chose what the other turned down", () => {
    const old = aDecision("Webhook queue: Outbox table", {
      decision: "Outbox table",
      alternatives: ["Redis", "Kafka"],
    });
    const newer = aDecision("Webhook queue: Redis", { decision: "Redis", alternatives: ["Outbox table"] });
    expect(kinds(old, newer)).toEqual([["contradiction", newer.number, old.number]]);
    const [flag] = findDrift([...OTHERS, old, newer]);
    expect(flag?.reasons.join(" ")).toContain("turned down as “Outbox table”");
  });

  it("is none when an option was turned down for something else", () => {
    const cache = aDecision("Cache tax rates in memory", { alternatives: ["Redis"] });
    const sessions = aDecision("Sessions of the shop are kept in Redis", { decision: "Redis" });
    expect(kinds(cache, sessions)).toEqual([]);
  });

  it.each([
    ["Use Redis for the job queue", "Do not use Redis for the job queue"],
    ["Enable retries for Stripe webhooks", "Disable retries for Stripe webhooks"],
    ["Always validate input at the edge with zod", "Never validate input at the edge with zod"],
  ])("is a contradiction when one says “%s” and the other “%s”", (one, other) => {
    const [a, b] = [aDecision(one), aDecision(other)];
    expect(kinds(a, b)).toEqual([["contradiction", b.number, a.number]]);
  });

  it("is a contradiction when one question was answered twice, each time otherwise", () => {
    const question = "How long do we keep sent webhook rows?";
    const a = aDecision("Retention: 30 days", { decision: "30 days", question });
    const b = aDecision("Rows: 90 days", {
      decision: "90 days",
      question: "How long should we keep the sent webhook rows?",
    });
    expect(kinds(a, b)).toEqual([["contradiction", b.number, a.number]]);
  });

  it("is a repetition when a question is asked again and answered the same", () => {
    const question = "Which queue delivers the webhooks?";
    const a = aDecision("Queue: outbox table", { decision: "Outbox table", question });
    const b = aDecision("Delivery: outbox table", { decision: "Outbox table", question, status: "draft" });
    expect(kinds(a, b)).toEqual([["repetition", b.number, a.number]]);
  });

  it("is an overlap when two say nearly the same, and sooner when they share a path", () => {
    const a = aDecision("Retry failed webhook deliveries three times with backoff");
    const b = aDecision("Webhook deliveries that failed are retried with backoff, five times");
    expect(kinds(a, b)).toEqual([["overlap", b.number, a.number]]);
    const path = { affectedPaths: ["src/money/round.ts"] };
    const c = aDecision("Round invoices half to even", path);
    const d = aDecision("Round tax lines half up before the invoice total", path);
    expect(kinds(c, d)).toEqual([["overlap", d.number, c.number]]);
    expect(kinds({ ...c, affectedPaths: [] }, d)).toEqual([]);
  });

  it("is settled once one replaces the other, whole or in part, and between drafts it is none", () => {
    const a = aDecision("Use Redis for the job queue");
    const b = aDecision("Do not use Redis for the job queue");
    expect(kinds(a, { ...b, supersedes: [a.number] })).toEqual([]);
    expect(kinds(a, { ...b, amends: [a.number] })).toEqual([]);
    expect(kinds({ ...a, status: "superseded" }, b)).toEqual([]);
    expect(kinds({ ...a, status: "draft" }, { ...b, status: "proposed" })).toEqual([]);
  });

  it("does not depend on the order, names each pair once, and stays between 0 and 1", () => {
    const text = fc.constantFrom(
      "Use Redis for jobs",
      "Never use Redis for jobs",
      "Redis keeps jobs",
      "Cache rates",
      "",
    );
    const decisions = fc.array(
      fc.record({ title: text, decision: text, question: text, status: fc.constantFrom(...DECISION_STATUSES) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(decisions, (told) => {
        const all = told.map((one, index) => ({ ...aDecision(one.title), ...one, number: index + 1 }));
        const flags = findDrift(all);
        expect(findDrift([...all].reverse())).toEqual(flags);
        expect(new Set(flags.map(({ number, other }) => `${number}-${other}`)).size).toBe(flags.length);
        for (const { number, other, score } of flags) {
          expect(number).toBeGreaterThan(other);
          expect(score > 0 && score <= 1).toBe(true);
        }
      }),
    );
  });
});
