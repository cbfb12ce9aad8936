import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "@/server/api/root";
import type { RuleFileInput } from "@/server/core/files/index-part";
import { analyseAll } from "../analysis/testing/rollup-checks";
import { aSession } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
  const session = aSession("rules", { cwd: "/home/mia/app", windowTokens: 100_000 }).said("Fix the login");
  for (const [path, text] of Object.entries(RULES))
    session.add({ kind: "rule_injection", path: `/home/mia/app/${path}`, text });
  session.loaded("systematic-debugging").loaded("writing-plans").loaded("worktree");
  await uploader.append(session.ran("npm test", { exit: 1 }).edited("src/a.ts"));
  await analyseAll(uploader);
});
afterAll(() => uploader.close());

const RULES = {
  "CLAUDE.md": `# House rules\n${"Be brief. ".repeat(100)}`,
  "rules/testing.md": `# Tests\n${"Test it. ".repeat(200)}`,
  "rules/architecture.md": `# Floors\n${"Imports go down. ".repeat(300)}`,
};

const place = () => ({ team: uploader.team.slug, project: uploader.team.project.slug });
const api = () => createCaller({ deps: uploader.deps, principal: uploader.team.people.owner });
const catalogue = async () => (await api().catalogue.list(place())).rows;
const load = (more: Parameters<ReturnType<typeof api>["context"]["load"]>[0] | object = {}) =>
  api().context.load({ ...place(), ...more });
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name.replace("/home/mia/app/", ""));

async function indexRules(rules: readonly RuleFileInput[]): Promise<void> {
  const { id } = await api().files.indexStart(place());
  await api().files.indexPart({ ...place(), id, rules: [...rules] });
  await api().files.indexFinish({ ...place(), id, files: 0 });
}

function ruleFile(path: string, text: string): RuleFileInput {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { kind: "rule", name: path, path, category: null, tokens: Math.ceil(text.length / 4), sha256 };
}

describe("the catalogue", () => {
  it("holds what sessions loaded, with a category in the names of the stage table and why", async () => {
    const found = (await catalogue()).map(({ name, category, categoryWhy }) => `${name}: ${category}. ${categoryWhy}`);
    expect(found).toEqual([
      '/home/mia/app/CLAUDE.md: behavior. Guessed: its name has "claude".',
      '/home/mia/app/rules/architecture.md: architecture. Guessed: its name has "architecture".',
      '/home/mia/app/rules/testing.md: testing. Guessed: its name has "testing".',
      'systematic-debugging: debugging. Guessed: its name has "debugging".',
      "worktree: null. No word of its name or path tells.",
      'writing-plans: planning. Guessed: its name has "plans".',
    ]);
  });

  it("comes by pages, and one kind alone", async () => {
    const whole = await catalogue();
    const first = await api().catalogue.list({ ...place(), limit: 4 });
    const second = await api().catalogue.list({ ...place(), limit: 4, cursor: first.nextCursor });
    expect([...first.rows, ...second.rows]).toEqual(whole);
    expect(second.nextCursor).toBeNull();
    expect((await api().catalogue.list({ ...place(), kind: "skill" })).rows).toHaveLength(3);
    await expect(api().catalogue.list({ ...place(), cursor: "x" })).rejects.toThrow("Start from the first page");
    const { categories } = first;
    expect(categories.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(
      whole.reduce((sum, { tokens }) => sum + tokens, 0),
    );
  });
});

describe("a load", () => {
  it("goes by the stage: what loads, what waits, and how many tokens wait", async () => {
    const bug = await load({ stage: "fix-bug" });
    expect(namesOf(bug.waits)).toEqual(["rules/architecture.md"]);
    expect(bug.waits[0]?.why).toBe("The stage fix-bug defers architecture until it is asked for.");
    expect(bug.tokens.deferred).toBe(Math.ceil(RULES["rules/architecture.md"].length / 4));
    expect(namesOf(bug.now).slice(0, 3)).toEqual(["CLAUDE.md", "rules/testing.md", "systematic-debugging"]);
    const discuss = await load({ stage: "discuss" });
    expect(namesOf(discuss.waits)).toEqual(["rules/testing.md"]);
    const verify = await load({ stage: "verify" });
    expect(namesOf(verify.waits)).toEqual(["writing-plans"]);
    expect(new Set([bug, discuss, verify].map(({ tokens }) => tokens.deferred)).size).toBe(3);
  });

  it("knows the stage, the window and what it holds of a session", async () => {
    const found = await load({ number: 1 });
    expect(found).toMatchObject({
      stage: "fix-bug",
      stageSource: "inferred",
      window: { tokens: 100_000, source: "told" },
      limitTokens: 10_000,
    });
    expect(found.now.every(({ inWindow }) => inWindow)).toBe(true);
    expect(found.tokens.now).toBe(0);
    expect(found.tokens.held).toBe(found.now.reduce((sum, { tokens }) => sum + tokens, 0));
    expect((await load()).stage).toBe("discuss");
    expect(await load()).toMatchObject({ stageSource: "default", window: { source: "assumed" }, tokens: { held: 0 } });
    await expect(load({ number: 99 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("never takes more than its share of the window", async () => {
    await uploader.append(aSession("small", { windowTokens: 8_000 }).said("Hello"));
    const found = await load({ number: 2, stage: "execute" });
    expect(found.limitTokens).toBe(800);
    expect(found.tokens.now).toBeLessThanOrEqual(800);
    expect(found.tokens.offered).toBeGreaterThan(0);
    expect(found.waits.some(({ rule }) => rule === "over-budget")).toBe(true);
  });
});

describe("a category that a person sets", () => {
  it("holds over analyses and indexes, until it is given back", async () => {
    const item = { kind: "skill", name: "worktree" } as const;
    const set = await api().catalogue.setCategory({ ...place(), ...item, category: "coding" });
    expect(set).toMatchObject({ category: "coding", categorySet: true, categoryWhy: "A person set it." });
    expect(namesOf((await load({ stage: "discuss" })).waits)).toContain("worktree");
    await uploader.append(aSession("again").said("Hello").loaded("worktree", "# Debugging\nA new text"));
    await analyseAll(uploader);
    await indexRules([{ ...ruleFile(".claude/skills/worktree/SKILL.md", "# Plans"), ...item, category: "planning" }]);
    expect((await catalogue()).find(({ name }) => name === "worktree")).toMatchObject({
      category: "coding",
      categorySet: true,
      loads: 2,
    });
    const back = await api().catalogue.setCategory({ ...place(), ...item, category: null });
    expect(back).toMatchObject({ category: null, categorySet: false });
    const missing = api().catalogue.setCategory({ ...place(), kind: "rule", name: "nowhere.md", category: "coding" });
    await expect(missing).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("rule files of the index", () => {
  it("join what sessions saw of them, count no load, and go when they are gone", async () => {
    const rules = Object.entries(RULES).map(([path, text]) => ruleFile(path, text));
    await indexRules([...rules, ruleFile("rules/linting.md", "# Lint")]);
    const own = async () =>
      (await catalogue())
        .filter(({ kind }) => kind === "rule")
        .map(({ name, loads, version }) => `${name} ${loads} v${version}`);
    expect(await own()).toEqual([
      "CLAUDE.md 1 v1",
      "rules/architecture.md 1 v1",
      "rules/linting.md 0 v1",
      "rules/testing.md 1 v1",
    ]);
    uploader.deps.advance(60_000);
    const changed = ruleFile("CLAUDE.md", "# House rules, shorter");
    await indexRules([changed, ...rules.slice(1)]);
    expect(await own()).toEqual(["CLAUDE.md 1 v2", "rules/architecture.md 1 v1", "rules/testing.md 1 v1"]);
    expect((await catalogue()).find(({ name }) => name === "CLAUDE.md")).toMatchObject({ tokens: changed.tokens });
  });
});
