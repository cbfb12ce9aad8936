import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PrunePolicy, SessionInput } from "../../prune/model";
import { plan } from "../../prune/pipeline";
import { STRICT_POLICY } from "../../prune/policy";
import { arbitrarySession, shuffled } from "../../prune/testing/arbitrary-session";
import { aSession, type SessionBuilder } from "../../prune/testing/session-builder";
import { judgeArchive } from "../archive";
import { type Suggestion, suggest } from "./suggest";

const LONG = "const amount = of(invoice);\n".repeat(40);
/** Turns after which nothing counts as named lately. */
const LATER = 4;

function suggested(session: SessionBuilder | SessionInput, policy: PrunePolicy = STRICT_POLICY): Suggestion[] {
  const input = "build" in session ? session.build() : session;
  return suggest(input, plan(input, policy), policy);
}

/** Rule and residency by the position of the result, for results that are named. */
function byResult(session: SessionBuilder): Record<number, string> {
  const results = session.results();
  return Object.fromEntries(suggested(session).map(({ ref, rule, to }) => [results.indexOf(ref), `${rule} ${to}`]));
}

const lines = (...paths: string[]) => paths.map((path) => `${path}:12: const x = 1;\n`.repeat(12)).join("");
const listing = (...names: string[]) =>
  [...names, ...Array.from({ length: 400 }, (_, at) => `src/old/file${at}x.ts`)].join("\n");

describe("a broad search", () => {
  const read = aSession()
    .prompted("find it")
    .searched("const x", { text: lines("src/a.ts") })
    .read("/repo/src/a.ts", { text: LONG });

  it("may leave when what it found was read", () => {
    const session = read.turns(LATER).said("Now I know.");
    expect(byResult(session)).toEqual({ 0: "suggest.broad-search reference" });
    const [search = "", file = ""] = session.results();
    expect(suggested(session)).toMatchObject([
      { ref: search, evidence: [file], why: `What it found was read at ctx:${file}; no hit is left unread.` },
    ]);
  });

  it("stays while nothing that it found was read", () => {
    const session = aSession()
      .searched("x", { text: lines("src/a.ts") })
      .read("src/b.ts", { text: LONG });
    expect(byResult(session.turns(LATER).said("Hm."))).toEqual({});
  });

  it("stays when a name that was used later lives only in it", () => {
    const text = `${lines("src/a.ts")}src/a.ts:99: const hiddenThing = 2;\n`;
    const session = aSession().searched("const x", { text }).read("src/a.ts", { text: LONG });
    expect(byResult(session.turns(LATER).said("Now I know."))).toEqual({ 0: "suggest.broad-search reference" });
    expect(byResult(session.turns(LATER).said("What about hiddenThing?"))).toEqual({});
    const shown = session.read("src/c.ts", { text: `${LONG}hiddenThing` });
    expect(byResult(shown.turns(LATER).said("What about hiddenThing?"))).toEqual({
      0: "suggest.broad-search reference",
    });
  });

  it("lets only one of two searches go that are each other's other source", () => {
    const text = `${lines("src/a.ts")}src/a.ts:99: const hiddenThing = 2;\n`;
    const session = aSession()
      .searched("const x", { text })
      .searched("hidden", { text: `${text}${text}` })
      .read("src/a.ts", { text: LONG })
      .turns(LATER)
      .said("What about hiddenThing?");
    expect(Object.keys(byResult(session))).toHaveLength(1);
  });

  it("keeps the paths of hits that were not read, until the work has ended", () => {
    const session = aSession()
      .searched("const x", { text: lines("src/a.ts", "src/b.ts") })
      .read("src/a.ts", { text: LONG });
    expect(byResult(session.turns(LATER).said("Hm."))).toEqual({ 0: "suggest.broad-search retained" });
    expect(suggested(session.turns(LATER).said("Hm."))[0]?.retained).toContain("const x");
    const edited = session.edited("src/c.ts");
    expect(byResult(edited.turns(LATER).said("Next."))[0]).toBe("suggest.broad-search retained");
    const checked = edited.ran("bun test", { text: LONG }).turns(LATER).said("Done.");
    expect(byResult(checked)[0]).toBe("suggest.broad-search reference");
    const told = session.bounded("exploration-end").turns(LATER).said("Done.");
    expect(byResult(told)[0]).toBe("suggest.broad-search reference");
  });

  it("may leave when the agent knew the name that it used before it searched", () => {
    const text = `${lines("src/a.ts")}src/a.ts:99: const hiddenThing = 2;\n`;
    const session = aSession().said("Where is hiddenThing?").searched("const x", { text });
    const later = session.read("src/a.ts", { text: LONG }).turns(LATER).said("So hiddenThing it is.");
    expect(byResult(later)).toEqual({ 0: "suggest.broad-search reference" });
  });

  it("stays until the agent has seen it", () => {
    const unseen = aSession()
      .ran("ls -R", { text: listing("src/a.ts") })
      .bounded("task-end");
    expect(byResult(unseen)).toEqual({});
    expect(byResult(unseen.said("ok"))).toEqual({ 0: "suggest.inventory reference" });
  });
});

describe("inventories", () => {
  it.each([
    ["ls -la src", true],
    ["cd /repo && find . -name '*.ts' | head -50", true],
    ["git ls-files", true],
    ["rg --files src", true],
    ["rg files src", false],
    ["find . -name '*.log' -delete", false],
    ["ls src && npm install", false],
  ])("%s is one: %s", (command, expected) => {
    const session = aSession()
      .ran(command, { text: listing("src/a.ts") })
      .bounded("task-end");
    const rules = suggested(session.turns(LATER).said("ok")).map(({ rule }) => rule);
    expect(rules.includes("suggest.inventory")).toBe(expected);
  });

  it("keep the names that were not opened yet, until the work has ended", () => {
    const glob = {
      tool: "Glob",
      toolClass: "search",
      target: "**/*.ts",
      params: "x",
      text: listing("src/a.ts"),
    } as const;
    const listed = aSession().used(glob, {});
    expect(byResult(listed.turns(LATER).said("ok"))).toEqual({});
    const opened = listed.read("src/a.ts", { text: LONG }).turns(LATER).said("ok");
    expect(byResult(opened)).toEqual({ 0: "suggest.inventory retained" });
    expect(suggested(opened)[0]?.retained).toContain("**/*.ts");
    expect(byResult(listed.bounded("task-end").turns(LATER).said("ok"))).toEqual({ 0: "suggest.inventory reference" });
  });
});

describe("web output and logs", () => {
  const page = { tool: "WebFetch", toolClass: "web", params: "https://x.org/a", text: LONG.repeat(3) } as const;
  const log = { text: "2026-01-05 09:00:00 INFO started worker\n".repeat(60) };

  it("keep their source when the work that asked for them has ended", () => {
    const session = aSession().used({ ...page, target: "https://x.org/a" }, {});
    expect(byResult(session.turns(LATER).said("ok"))).toEqual({});
    const ended = session.bounded("route-change").turns(LATER).said("ok");
    expect(byResult(ended)).toEqual({ 0: "suggest.web-output retained" });
    expect(suggested(ended)[0]?.retained).toContain("https://x.org/a");
  });

  it("are known as logs by their command or by their lines", () => {
    for (const command of ["docker logs api", "node server.js"]) {
      const session = aSession().ran(command, log).bounded("task-end").turns(LATER).said("ok");
      expect(byResult(session)).toEqual({ 0: "suggest.log-output retained" });
    }
    const other = aSession().ran("node server.js", { text: LONG }).bounded("task-end").turns(LATER).said("ok");
    expect(byResult(other)).toEqual({});
  });

  it("are logs too when their file is read, and keep what went wrong", () => {
    const text = `${log.text}2026-01-05 09:01:00 ERROR the total is off by one cent\n${log.text}`;
    const tail = { tool: "Bash", toolClass: "source_read", target: "logs/app.log", params: "x", text } as const;
    const read = aSession().used({ ...tail, command: "tail -n 200 logs/app.log" }, {});
    for (const session of [read, aSession().read("logs/app.log.1", { text })]) {
      const ended = session.bounded("task-end").turns(LATER).said("ok");
      expect(byResult(ended)).toEqual({ 0: "suggest.log-output retained" });
      expect(suggested(ended)[0]?.retained).toContain("ERROR the total is off by one cent");
    }
    const source = aSession().read("src/log.ts", { text }).bounded("task-end").turns(LATER).said("ok");
    expect(byResult(source)).toEqual({});
  });
});

describe("what was overtaken", () => {
  it("is a diagnostic that was asked again, but no failure that nothing resolved", () => {
    const twice = aSession()
      .ran("git status", { text: LONG })
      .ran("git status", { text: `${LONG}!` });
    expect(byResult(twice.turns(LATER).said("ok"))).toEqual({ 0: "suggest.repeated-diagnostic reference" });
    const failing = aSession()
      .ran("node probe.js", { text: LONG, exit: 1 })
      .ran("node probe.js", { text: `${LONG}!`, exit: 1 });
    expect(byResult(failing.turns(LATER).said("ok"))).toEqual({});
  });

  it("asks the same only with all the same arguments", () => {
    const grep = (params: string) =>
      ({ tool: "Grep", toolClass: "search", target: "todo", params, text: LONG }) as const;
    const session = aSession().used(grep("todo in src"), {}).used(grep("todo in test"), {});
    expect(byResult(session.turns(LATER).said("ok"))).toEqual({});
  });

  it("is a search that led nowhere, when another led on and the exploration has ended", () => {
    const session = aSession()
      .searched("wrongName", { text: lines("lib/z.ts") })
      .searched("const x", { text: lines("src/a.ts") })
      .read("src/a.ts", { text: LONG });
    expect(byResult(session.turns(LATER).said("ok"))).toEqual({ 1: "suggest.broad-search reference" });
    expect(byResult(session.edited("src/a.ts").turns(LATER).said("ok"))).toMatchObject({
      0: "suggest.superseded-exploration retained",
      1: "suggest.broad-search reference",
    });
  });

  it("is a read that the plan proves superseded, with its meaning kept", () => {
    const session = aSession()
      .read("src/a.ts", { text: LONG })
      .edited("src/a.ts", { text: "ok" })
      .read("src/a.ts", { text: `${LONG}export const amountOf = 2;\n` });
    // The read of a file that is worked on stays for long, as does the latest one.
    const later = session.turns(50).said("ok");
    expect(byResult(later)).toEqual({ 0: "suggest.stale-read retained" });
  });

  it("is the receipt of a change whose file was read again, once it is not the current change", () => {
    const session = aSession().edited("src/a.ts", { text: LONG }).read("src/a.ts", { text: LONG });
    expect(byResult(session.turns(LATER).said("ok"))).toEqual({});
    expect(byResult(session.turns(12).said("ok"))).toMatchObject({ 0: "suggest.mutation-receipt reference" });
  });

  it("is an older run of a check; one that failed only after one that passed", () => {
    const run = (exit: number, text: string) => ({ exit, text });
    const passed = aSession()
      .ran("bun test", run(0, LONG))
      .ran("bun test", run(0, `${LONG}!`));
    expect(byResult(passed.turns(LATER).said("ok"))).toEqual({ 0: "suggest.superseded-check reference" });
    const fixed = aSession()
      .ran("bun test", run(1, LONG))
      .ran("bun test", run(0, `${LONG}!`));
    expect(byResult(fixed.turns(LATER).said("ok"))).toEqual({ 0: "suggest.superseded-check reference" });
    const failing = aSession()
      .ran("bun test", run(1, LONG))
      .ran("bun test", run(1, `${LONG}!`));
    expect(byResult(failing.turns(LATER).said("ok"))).toEqual({});
    const hidden = aSession()
      .ran("bun test", run(1, LONG))
      .ran("bun test | tail -3", run(0, `${LONG}!`));
    expect(byResult(hidden.turns(LATER).said("ok"))).toEqual({});
  });
});

describe("every suggestion", () => {
  const twice = aSession()
    .ran("git status", { text: LONG })
    .ran("git status", { text: `${LONG}!` });

  it("says nothing of what is protected, archived, restored just now, named lately or history", () => {
    const [first = ""] = twice.results();
    const later = twice.turns(LATER).said("ok");
    expect(suggested(later)).toHaveLength(1);
    expect(suggested(later.pinned(first))).toEqual([]);
    expect(suggested(later.standing(first, "reference"))).toEqual([]);
    expect(suggested(later.standing(first, "full", { by: "agent" }))).toEqual([]);
    expect(suggested(later.said(`see ctx:${first}`))).toEqual([]);
    expect(suggested(later.said(`see ctx:${first}`).acknowledged(first))).toHaveLength(1);
    expect(suggested(later.compacted().said("ok"))).toEqual([]);
    const rules = aSession().ran("cat CLAUDE.md", { text: LONG });
    expect(suggested(rules.turns(LATER).said("ok"))).toEqual([]);
  });

  it("gains something", () => {
    const short = aSession().ran("git status", { text: "clean" }).ran("git status", { text: "clean!" });
    expect(suggested(short.turns(LATER).said("ok"))).toEqual([]);
  });

  it("is ordered by kind first, then by what it saves; size and age decide nothing", () => {
    const session = aSession()
      .ran("bun test", { text: LONG.repeat(9) })
      .ran("bun test", { text: `${LONG}!` })
      .ran("git status", { text: LONG })
      .ran("git log", { text: LONG.repeat(2) })
      .ran("git status", { text: `${LONG}!` })
      .ran("git log", { text: `${LONG}!` });
    expect(suggested(session.turns(LATER).said("ok")).map(({ rule }) => rule)).toEqual([
      "suggest.repeated-diagnostic",
      "suggest.repeated-diagnostic",
      "suggest.superseded-check",
    ]);
    const [first, second] = suggested(session.turns(LATER).said("ok"));
    expect((first?.tokens ?? 0) > (second?.tokens ?? 0)).toBe(true);
  });

  it("is one that an agent may archive as it stands, and shrinks the context", () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const found = suggested(session);
        const targets = found.map(({ ref, retained }) => (retained === null ? { ref } : { ref, retained }));
        const judgement = judgeArchive(session, STRICT_POLICY, { asker: "agent", force: false, targets });
        expect(judgement.ok ? [] : judgement.rejected).toEqual([]);
        for (const { tokens, tokensAfter } of found) expect(tokensAfter).toBeLessThan(tokens);
      }),
      { numRuns: 300 },
    );
  });

  it("does not hang on the order in which events arrived", () => {
    fc.assert(
      fc.property(
        arbitrarySession.chain((session) => fc.tuple(fc.constant(session), shuffled(session))),
        ([session, other]) => {
          expect(suggested(other)).toEqual(suggested(session));
        },
      ),
      { numRuns: 100 },
    );
  });
});
