import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGraph, reach } from "./dependency-graph";
import { byRank, type IndexedFile, PRIORITY_LEVELS, rankFiles } from "./rank-files";
import { SCORE_TERMS } from "./score";

function file(path: string, imports: readonly string[] = [], more: Partial<IndexedFile> = {}): IndexedFile {
  const plain = { names: "", commits: 0, coverage: null, isTest: false, isGenerated: false, declaresOnlyTypes: false };
  return { path, imports, ...plain, pin: null, ...more };
}

const EDITED = "It was edited in the last 10 turns.";

function rank(files: readonly IndexedFile[], active: readonly string[], task = "") {
  return rankFiles(files, { active: active.map((path) => ({ path, why: EDITED })), task });
}

function levels(files: readonly IndexedFile[], ...active: string[]): Record<string, string> {
  return Object.fromEntries(rank(files, active).map(({ path, level }) => [path, level]));
}

const whyOf = (files: readonly IndexedFile[], path: string, ...active: string[]) =>
  rank(files, active).find((row) => row.path === path)?.why;

const PROJECT = [
  file("src/auth/login.ts", ["src/auth/session.ts", "src/generated/api.ts"]),
  file("src/auth/session.ts", ["src/types/session.ts", "src/utils/clock.ts", "src/store.ts"]),
  file("src/types/session.ts"),
  file("src/utils/clock.ts"),
  file("src/store.ts", ["src/database.ts"]),
  file("src/database.ts", ["src/socket.ts"]),
  file("src/socket.ts"),
  file("src/app.ts", ["src/auth/login.ts"]),
  file("src/auth/login.test.ts", ["src/auth/login.ts"]),
  file("tests/sessions/login.spec.ts"),
  file("src/report.ts"),
  file("src/report.test.ts", ["src/report.ts"]),
  file("src/generated/api.ts", [], { isGenerated: true }),
  file("package.json"),
  file("src/auth/tsconfig.json"),
  file("src/other/tsconfig.json"),
  file("docs/auth.md"),
];

describe("levels", () => {
  it("follow from what is being edited: P0 and its imports, P1 their types and utilities, P2 tests and configuration", () => {
    expect(levels(PROJECT, "src/auth/login.ts")).toEqual({
      "src/auth/login.ts": "P0",
      "src/auth/session.ts": "P0",
      "src/types/session.ts": "P1",
      "src/utils/clock.ts": "P1",
      "src/store.ts": "P2",
      "src/app.ts": "P2",
      "src/auth/login.test.ts": "P2",
      "tests/sessions/login.spec.ts": "P2",
      "package.json": "P2",
      "src/auth/tsconfig.json": "P2",
      "src/database.ts": "P3",
      "src/socket.ts": "P3",
      "src/report.ts": "P3",
      "src/report.test.ts": "P3",
      "src/generated/api.ts": "P3",
      "src/other/tsconfig.json": "P3",
      "docs/auth.md": "P3",
    });
  });

  it("say in one sentence why", () => {
    const why = (path: string) => whyOf(PROJECT, path, "src/auth/login.ts");
    expect(why("src/auth/login.ts")).toBe(EDITED);
    expect(why("src/auth/session.ts")).toBe("src/auth/login.ts imports it and is being edited.");
    expect(why("src/types/session.ts")).toBe("It holds types that src/auth/session.ts uses.");
    expect(why("src/utils/clock.ts")).toBe("It holds utilities that src/auth/session.ts uses.");
    expect(why("src/app.ts")).toBe("It imports src/auth/login.ts, which is being edited.");
    expect(why("src/auth/login.test.ts")).toBe("It tests src/auth/login.ts.");
    expect(why("tests/sessions/login.spec.ts")).toBe("It tests src/auth/login.ts.");
    expect(why("src/generated/api.ts")).toBe("It is generated.");
    expect(why("src/socket.ts")).toBe("It is 4 steps away from src/auth/login.ts.");
    expect(why("src/report.ts")).toBe("Nothing that is being edited leads here.");
  });

  it("put documentation and generated files first when they are what is edited", () => {
    expect(levels(PROJECT, "docs/auth.md")["docs/auth.md"]).toBe("P0");
    expect(levels(PROJECT, "src/generated/api.ts")["src/generated/api.ts"]).toBe("P0");
  });

  it("tell a file of types by what it declares", () => {
    const files = [
      file("a.ts", ["b.ts"]),
      file("b.ts", ["c.ts", "d.ts"]),
      file("c.ts", [], { declaresOnlyTypes: true }),
      file("d.ts"),
    ];
    expect(levels(files, "a.ts")).toMatchObject({ "c.ts": "P1", "d.ts": "P2" });
  });

  it("are the pin's, which names who set it, whatever the rules say", () => {
    const files = [
      file("docs/a.md", [], { pin: { level: "P0", by: "Mia" } }),
      file("src/a.ts", [], { pin: { level: "P3", by: "an agent" } }),
    ];
    expect(levels(files, "src/a.ts")).toEqual({ "docs/a.md": "P0", "src/a.ts": "P3" });
    expect(whyOf(files, "docs/a.md", "src/a.ts")).toBe("Mia pinned it to P0.");
  });

  it("leave the order to the score while nothing is edited, and say so", () => {
    const files = [file("a.ts"), file("b.ts", ["a.ts"]), file("c.ts", ["a.ts"], { commits: 9 }), file("d.md")];
    const ranked = rank(files, []);
    expect(ranked.map(({ path, level }) => `${level} ${path}`)).toEqual(["P2 a.ts", "P2 c.ts", "P2 b.ts", "P3 d.md"]);
    expect(ranked[0]?.why).toBe("No file is being edited, so only its score ranks it.");
  });
});

describe("the score", () => {
  it("is the sum of its terms, each weight times value with its reason", () => {
    const files = [
      file("src/token.ts", ["src/b.ts"], { commits: 7, coverage: 0.25, names: "refreshToken" }),
      file("src/b.ts", [], { commits: 1 }),
    ];
    const [row] = rank(files, ["src/token.ts"], "refresh the token");
    expect(row).toMatchObject({ path: "src/token.ts", score: 0.975 });
    expect(row?.terms).toEqual([
      { term: "dependency", weight: 0.4, value: 1, points: 0.4, why: "It is being edited." },
      { term: "relevance", weight: 0.3, value: 1, points: 0.3, why: "It has of the task's words: refresh, token." },
      { term: "frequency", weight: 0.2, value: 1, points: 0.2, why: "7 commits changed it lately." },
      { term: "coverage", weight: 0.1, value: 0.75, points: 0.075, why: "Tests cover 25 % of it." },
    ]);
  });

  it("counts unknown coverage half, and asks none of what tests do not cover", () => {
    const [row] = rank([file("a.ts")], []);
    expect(row?.terms.at(-1)).toMatchObject({ value: 0.5, why: "No coverage report names it; unknown counts half." });
    expect(rank([file("a.md")], [])[0]?.terms.at(-1)).toMatchObject({ value: 0 });
  });

  it("has weights that make one", () => {
    expect(SCORE_TERMS.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 10);
  });
});

const PATHS = Array.from({ length: 12 }, (_, at) => (at % 5 === 0 ? `src/types/f${at}.ts` : `src/f${at}.ts`));
const anyPath = fc.constantFrom(...PATHS);
const anyFiles = fc.uniqueArray(anyPath, { minLength: 1 }).chain((paths) =>
  fc.tuple(
    ...paths.map((path) =>
      fc
        .record({
          imports: fc.array(anyPath, { maxLength: 6 }),
          commits: fc.nat(50),
          coverage: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
          pin: fc.option(fc.record({ level: fc.constantFrom(...PRIORITY_LEVELS), by: fc.constant("Mia") }), {
            freq: 6,
          }),
        })
        .map(({ imports, ...more }) => file(path, imports, more)),
    ),
  ),
);
const anyActive = fc.array(anyPath, { maxLength: 4 });

describe("any project, cycles and all", () => {
  it("is ranked whole, in order, with scores between 0 and 1 that are their terms' sum", () => {
    fc.assert(
      fc.property(anyFiles, anyActive, (files, active) => {
        const ranked = rank(files, active, "f1 f2");
        expect(ranked.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path).sort());
        expect([...ranked].sort(byRank)).toEqual(ranked);
        for (const { score, terms } of ranked) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(terms.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 3);
        }
      }),
    );
  });

  it("is ranked alike in any order of files, imports and edits", () => {
    fc.assert(
      fc.property(anyFiles, anyActive, (files, active) => {
        const turned = [...files].reverse().map((one) => ({ ...one, imports: [...one.imports].reverse() }));
        const level = (rows: ReturnType<typeof rank>) =>
          rows.map(({ path, level: own, score }) => ({ path, own, score }));
        expect(level(rank(turned, [...active].reverse()))).toEqual(level(rank(files, active)));
      }),
    );
  });

  it("never lowers the level of a file because more is being edited", () => {
    fc.assert(
      fc.property(anyFiles, anyPath, anyPath, (files, first, second) => {
        const isKnown = files.some(({ path }) => path === first);
        const before = levels(files, first);
        const after = levels(files, first, second);
        for (const path of Object.keys(before))
          expect(isKnown && (after[path] ?? "") > (before[path] ?? "")).toBe(false);
      }),
    );
  });

  it("gives a pinned file its pin, always", () => {
    fc.assert(
      fc.property(anyFiles, anyActive, (files, active) => {
        const found = levels(files, ...active);
        for (const { path, pin } of files) if (pin) expect(found[path]).toBe(pin.level);
      }),
    );
  });

  it("reaches what a search without limits reaches, over as many steps", () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const { imports } = buildGraph(files);
        const reached = reach(imports, [0]);
        // Relaxed until nothing changes: slow and plainly right.
        const steps = files.map((_, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY));
        for (const _ of files)
          imports.forEach((targets, from) => {
            for (const to of targets) steps[to] = Math.min(steps[to] ?? 0, (steps[from] ?? 0) + 1);
          });
        expect(files.map((_, at) => reached.get(at)?.steps ?? Number.POSITIVE_INFINITY)).toEqual(steps);
      }),
    );
  });
});

describe("a large project", () => {
  it("takes time in proportion to its files", () => {
    const make = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        file(
          `src/m${at % 97}/f${at}.ts`,
          [1, 7, 31].map((step) => `src/m${(at + step) % 97}/f${at + step}.ts`),
          { commits: at % 40 },
        ),
      );
    const timed = (count: number) => {
      const files = make(count);
      const begun = performance.now();
      rank(files, ["src/m0/f0.ts"], "something about modules");
      return performance.now() - begun;
    };
    timed(1_000);
    const small = Math.min(timed(1_000), timed(1_000), timed(1_000));
    const large = Math.min(timed(8_000), timed(8_000));
    // Eight times the files; a quadratic walk would take sixty-four times as long.
    expect(large / small).toBeLessThan(25);
  });
});
