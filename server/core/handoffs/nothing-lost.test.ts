import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionBuilder } from "../prune/testing/session-builder";
import { writeHandoff } from "./markdown";
import { shortNote } from "./short-note";
import { note, started, todo } from "./testing/composing";

describe("what must not be lost", () => {
  it("keeps the conditions and numbers of a decision that its title does not say", () => {
    const plan =
      "# Limit the logins\n\n## Approach\nWe count attempts in Postgres and show a captcha to everybody who fails often, because the team knows it and it needs no other service in the data centre or on a laptop. Block after 5 attempts in 10 minutes, unless the address is on the office list. The page stays as it is.";
    const [decision] = note(started.planned(plan)).keyDecisions;
    expect(decision?.text).toBe(
      "Limit the logins: Block after 5 attempts in 10 minutes, unless the address is on the office list.",
    );
  });

  it("tells what was tried in vain, why it failed and what worked in the end", () => {
    const fail = { exit: 1, text: "TypeError: x is not a function" };
    const session = started
      .ran("npm test", fail)
      .edited("/repo/src/a.ts")
      .ran("npm test", fail)
      .edited("/repo/src/b.ts")
      .ran("npm test");
    expect(note(session).failedApproaches).toEqual([
      {
        text: "npm test (failed 2 times)",
        why: "TypeError: x is not a function → It passed after changes to src/b.ts.",
        ref: "FAIL-001",
        eventRef: expect.any(String),
      },
    ]);
  });

  it("tells what the person refused, unless they let it through later", () => {
    const refused = { outcome: "refused", text: "Do not touch the schema." } as const;
    expect(note(started.edited("db.sql", refused)).failedApproaches).toMatchObject([
      { text: "Edit db.sql", why: "The person refused it: Do not touch the schema.", ref: null },
    ]);
    expect(note(started.edited("db.sql", refused).edited("db.sql")).failedApproaches).toEqual([]);
  });

  const asks = { tool: "AskUserQuestion", toolClass: "ask" } as const;
  const name = fc.stringMatching(/^[a-z]{5,9}$/);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("todos" as const), names: fc.uniqueArray(name, { maxLength: 50 }) }),
    fc.record({ kind: fc.constant("asked" as const), names: fc.uniqueArray(name, { minLength: 2, maxLength: 4 }) }),
    fc.record({
      kind: fc.constant("unanswered" as const),
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 1 }),
    }),
    fc.record({ kind: fc.constant("failed" as const), names: fc.uniqueArray(name, { minLength: 1, maxLength: 1 }) }),
    fc.record({ kind: fc.constant("edited" as const), names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }) }),
  );
  type Step = { kind: "todos" | "asked" | "unanswered" | "failed" | "edited"; names: string[] };

  function take(session: SessionBuilder, { kind, names }: Step, at: number): SessionBuilder {
    const [first = ""] = names;
    const options = names.map((label) => ({ label }));
    switch (kind) {
      case "todos":
        return todo(session, "TodoWrite", { todos: names.map((content) => ({ content, status: "pending" })) });
      case "asked":
        return session.used(
          {
            ...asks,
            params: JSON.stringify({ question: `Step ${at}: ${first}?`, options }),
            text: `"Step ${at}: ${first}?"="${first}"`,
          },
          {},
        );
      case "unanswered":
        return session.used(
          { ...asks, params: JSON.stringify({ question: `Open ${first}?` }), text: "" },
          {
            outcome: "refused",
          },
        );
      case "failed":
        return session.ran(`make ${first}`, { exit: 2, text: `Error: ${first} is missing` });
      case "edited":
        return names.reduce((after, path) => after.edited(`/repo/${path}`), session);
    }
  }

  /** What a step leaves that the next one must know. */
  function owed({ kind, names }: Step): string[] {
    if (kind === "asked") return names.slice(1);
    if (kind === "unanswered") return names.map((one) => `Open ${one}?`);
    if (kind === "failed") return names.map((one) => `make ${one}`);
    return kind === "edited" ? names : [];
  }

  it("is in the note and in its short form, or the note says how many more there are", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const composed = note(steps.reduce((session, one, at) => take(session, one, at), started));
        const todos = steps.findLast(({ kind }) => kind === "todos")?.names ?? [];
        const short = writeHandoff(shortNote(composed, (text) => text.replaceAll("/repo/", "")));
        for (const text of [writeHandoff(composed), short]) {
          for (const open of todos) expect(text).toContain(`- [ ] ${open}`);
          const lost = new Set(steps.flatMap(owed).filter((one) => !text.includes(one)));
          const cut = [...text.matchAll(/and (\d+) more/g)].reduce((sum, [, count]) => sum + Number(count), 0);
          expect(lost.size).toBeLessThanOrEqual(cut);
          if (cut === 0) expect([...lost]).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
