import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyseSession } from "../../../services/analysis/analyse-session";
import { SessionFixture } from "../../../services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../../../services/ingest/testing/uploader";
import { recordFindings } from "../../../services/memory/record-findings";
import { createCaller } from "../../root";

let uploader: Uploader;
let project: { team: string; project: string };
beforeAll(async () => {
  uploader = await anUploader();
  project = { team: uploader.team.slug, project: uploader.team.project.slug };
});
afterAll(() => uploader.close());

function as(role: "viewer" | "member") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] });
}

/** An agent's key that may leave records behind. */
function agent() {
  const { teamId, project: own } = uploader.team;
  return createCaller({
    deps: uploader.deps,
    principal: {
      kind: "key",
      teamId,
      keyId: "018f0000-0000-7000-8000-0000000000aa",
      memberId: uploader.team.memberIds.member,
      scopes: ["record"],
      projectIds: [own.id],
    },
  });
}

async function upload(id: string, ...prompts: string[]): Promise<number> {
  const header = { client: "claude-code", id, cwd: "/repo", projectSlug: project.project, title: id } as const;
  const fixture = new SessionFixture(header);
  for (const prompt of prompts) fixture.said(prompt).ran("ls");
  const { session } = await uploader.append(fixture);
  const target = { teamId: uploader.team.teamId, sessionId: session.id };
  await analyseSession(uploader.deps, target, { hooks: { recordFindings } });
  return session.number;
}

const RULE = { title: "Never edit dist", text: "It is built.", reason: "Edits are lost.", affectedPaths: ["dist/**"] };

describe("a constraint", () => {
  it("is recorded, edited, retired and restored, each as a version with its author", async () => {
    const { constraints } = as("member");
    const made = await constraints.record({ ...project, rule: { ...RULE, tags: ["build"] } });
    expect(made).toEqual({ number: 1, version: 1, status: "active" });
    await constraints.edit({ ...project, number: 1, expectedVersion: 1, rule: { ...RULE, reason: "Built anew." } });
    await constraints.retire({ ...project, number: 1, expectedVersion: 2 });
    await constraints.restore({ ...project, number: 1, expectedVersion: 3 });
    const { versions, told } = await as("viewer").constraints.get({ ...project, number: 1 });
    expect(versions.map(({ version, status, reason }) => `${version} ${status} ${reason}`)).toEqual([
      "4 active Built anew.",
      "3 retired Built anew.",
      "2 active Built anew.",
      "1 active Edits are lost.",
    ]);
    expect(versions[0]?.author).toEqual({ kind: "member", name: "Mia Member" });
    expect(told).toBe("CON-001: Never edit dist. It is built. Because: Built anew. Holds for: dist/**");
    const audit = await uploader.rows(
      "SELECT action FROM audit_entry WHERE subject = 'CON-001' ORDER BY occurred_at, id",
    );
    expect(audit.map(({ action }) => action)).toEqual([
      "constraint.recorded",
      "constraint.edited",
      "constraint.retired",
      "constraint.restored",
    ]);
  });

  it("is changed once by two at the same time, and the second hears of it", async () => {
    const input = { ...project, number: 1, expectedVersion: 4 };
    const answers = await Promise.allSettled([
      as("member").constraints.edit({ ...input, rule: { ...RULE, text: "One." } }),
      as("member").constraints.edit({ ...input, rule: { ...RULE, text: "Two." } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "CONFLICT" } });
    const { versions } = await as("viewer").constraints.get({ ...project, number: 1 });
    expect(versions[0]?.version).toBe(5);
  });

  it("is taken back to what it said before, and a first version is not", async () => {
    const undone = await as("member").constraints.undo({ ...project, number: 1, expectedVersion: 5 });
    expect(undone.version).toBe(6);
    const { versions } = await as("viewer").constraints.get({ ...project, number: 1 });
    expect(versions[0]).toMatchObject({ text: "It is built.", reason: "Built anew." });
    const { number } = await as("member").constraints.record({ ...project, rule: { title: "One version" } });
    await expect(as("member").constraints.undo({ ...project, number, expectedVersion: 1 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("refuses what is no rule with the field and the remedy", async () => {
    const record = (rule: object) => as("member").constraints.record({ ...project, rule: { title: "x", ...rule } });
    await expect(record({ text: "x".repeat(2_000_000) })).rejects.toThrow("Shorten the text to 8,000 characters.");
    await expect(record({ title: "  " })).rejects.toThrow("Write a title");
    await expect(as("member").constraints.get({ ...project, number: 4_000 })).rejects.toThrow("CON-4000");
    const stale = { ...project, number: 1, expectedVersion: 1 };
    await expect(as("member").constraints.accept(stale)).rejects.toThrow("it is at version 6 now");
    await expect(as("viewer").constraints.retire({ ...stale, expectedVersion: 6 })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("takes secrets out of what it keeps", async () => {
    const secret = `ghp_${"Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2".slice(0, 36)}`;
    const rule = { title: "Never print the token", text: `It is ${secret}.`, tags: [secret] };
    const { number } = await as("member").constraints.record({ ...project, rule });
    const stored = await as("viewer").constraints.get({ ...project, number });
    expect(JSON.stringify(stored)).not.toContain(secret);
    await as("member").constraints.retire({ ...project, number, expectedVersion: 1 });
  });

  it("gets a number of its own from fifty at once", async () => {
    const before = await as("viewer").constraints.list({ ...project, limit: 1 });
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        as("member").constraints.record({ ...project, rule: { title: `Rule ${at}`, tags: ["fifty"] } }),
      ),
    );
    expect(new Set(made.map(({ number }) => number)).size).toBe(50);
    expect((await as("viewer").constraints.list({ ...project, limit: 1 })).total).toBe(before.total + 50);
  });

  it("is listed by pages under filters, and exported as it is shown", async () => {
    const list = (filter: object, more: object = {}) => as("viewer").constraints.list({ ...project, filter, ...more });
    const first = await list({ tag: ["fifty"] }, { limit: 30, sort: "oldest" });
    const rest = await list({ tag: ["fifty"] }, { limit: 30, sort: "oldest", cursor: first.nextCursor });
    expect(new Set([...first.rows, ...rest.rows].map(({ number }) => number)).size).toBe(50);
    expect(rest.nextCursor).toBeNull();
    expect((await list({ path: ["dist"] })).rows.map(({ number }) => number)).toEqual([1]);
    expect((await list({ text: "CON-001" })).rows.map(({ number }) => number)).toEqual([1]);
    expect((await list({ status: "retired" })).rows).toHaveLength(1);
    expect((await list({}, { sort: "changed", limit: 1 })).facets.authors[0]).toMatchObject({ value: "Mia Member" });
    expect((await list({ from: "2031-01-01" })).rows).toEqual([]);
    await expect(list({}, { sort: "changed", cursor: "3~3" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const file = (format: "csv" | "markdown" | "json") =>
      as("viewer").constraints.export({ ...project, format, filter: { path: ["dist"] } });
    expect((await file("csv")).text).toContain("CON-001,6,active,Never edit dist");
    expect((await file("markdown")).text).toContain("## CON-001: Never edit dist");
    const { fileName, text } = await file("json");
    expect(fileName).toBe(`${project.project}-constraints.json`);
    expect(JSON.parse(text)).toMatchObject([{ number: 1, affectedPaths: ["dist/**"] }]);
  });

  it("is told for the files that it is about", async () => {
    const refs = async (path: string) => {
      const { rules } = await as("viewer").constraints.forPaths({ ...project, paths: [path] });
      return rules.filter(({ affectedPaths }) => affectedPaths.length > 0).map(({ ref }) => ref);
    };
    expect(await refs("dist/main.js")).toEqual(["CON-001"]);
    expect(await refs("src/main.ts")).toEqual([]);
  });
});

describe("what people say in sessions", () => {
  it("is proposed once for each place, and folds what several sessions say", async () => {
    const one = await upload(
      "says-1",
      "Fix it. From now on, answer in British English.",
      "Never touch src/generated/.",
    );
    const found = await as("viewer").preferences.list({ ...project });
    expect(found.rows).toMatchObject([
      {
        number: 1,
        version: 1,
        status: "proposed",
        title: "From now on, answer in British English.",
        author: { kind: "system" },
      },
    ]);
    const { versions } = await as("viewer").preferences.get({ ...project, number: 1 });
    expect(versions[0]?.evidence).toMatchObject([{ kind: "event", session: one }]);
    const guards = await as("viewer").constraints.list({ ...project, filter: { status: "proposed" } });
    expect(guards.rows).toMatchObject([{ title: "Never touch src/generated/.", affectedPaths: ["src/generated/"] }]);

    const two = await upload("says-2", "Now the tests.", "from now on, answer in British English.");
    await upload("says-2", "Now the tests.", "from now on, answer in British English.");
    const folded = await as("viewer").preferences.get({ ...project, number: 1 });
    expect(folded.versions.map(({ evidence }) => evidence.map(({ session }) => session))).toEqual([[one, two], [one]]);
    expect((await as("viewer").preferences.list(project)).total).toBe(1);
  });

  it("stays retired, and is not found again after somebody rewrote it", async () => {
    const { preferences } = as("member");
    const at = (expectedVersion: number) => ({ ...project, number: 1, expectedVersion });
    await preferences.edit({ ...at(2), rule: { title: "British English", text: "In prose, not in code." } });
    await preferences.accept(at(3));
    await expect(preferences.accept(at(3))).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(preferences.accept(at(4))).rejects.toThrow("PREF-001 is active already.");
    await preferences.retire(at(4));
    await upload("says-3", "From now on, answer in British English.");
    const after = await preferences.get({ ...project, number: 1 });
    expect(after.versions[0]).toMatchObject({ version: 5, status: "retired" });
    expect((await preferences.list(project)).total).toBe(1);
  });

  it("is what somebody wrote already, when it is titled so", async () => {
    const { number } = await as("member").preferences.record({ ...project, rule: { title: "I prefer tabs." } });
    const session = await upload("says-tabs", "Reformat it. I prefer tabs.");
    const { versions } = await as("viewer").preferences.get({ ...project, number });
    expect(versions[0]).toMatchObject({ version: 2, status: "active", evidence: [{ session }] });
  });

  it("is one record when two sessions say it at once", async () => {
    await Promise.all([upload("at-once-1", "Always use pnpm here."), upload("at-once-2", "Always use pnpm here.")]);
    const { rows } = await as("viewer").preferences.list({ ...project, filter: { text: "pnpm" } });
    expect(rows).toHaveLength(1);
    const { versions } = await as("viewer").preferences.get({ ...project, number: rows[0]?.number ?? 0 });
    expect(versions[0]?.evidence).toHaveLength(2);
  });
});

describe("an agent's key", () => {
  it("proposes, and leaves to people what agents are told", async () => {
    const { preferences } = agent();
    const made = await preferences.record({ ...project, rule: { title: "Short answers" } });
    expect(made.status).toBe("proposed");
    const at = { ...project, number: made.number, expectedVersion: 1 };
    await expect(preferences.accept(at)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(preferences.record({ ...project, rule: { title: "Now" }, status: "active" })).rejects.toThrow(
      "An API key only proposes.",
    );
    const edited = await preferences.edit({ ...at, rule: { title: "Short answers, please" } });
    expect(edited).toMatchObject({ version: 2, status: "proposed" });
    await as("member").preferences.accept({ ...at, expectedVersion: 2 });
    await expect(
      preferences.edit({ ...at, expectedVersion: 3, rule: { title: "Long answers" } }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("agents are told what is active", () => {
  it("in the hot tier, on load and on resume, each with its name", async () => {
    const number = await upload("works", "Fix the invoice totals in the ledger, please.");
    const { tiers } = await as("member").budget.tiers({ ...project, number });
    const hot = tiers.find(({ tier }) => tier === "hot")?.items.map(({ id }) => id) ?? [];
    expect(hot).toContain("CON-001");
    const proposed = await as("viewer").constraints.list({ ...project, filter: { status: "proposed" } });
    const refs = proposed.rows.map((row) => `CON-${String(row.number).padStart(3, "0")}`);
    expect(refs.length).toBeGreaterThan(0);
    expect(hot.filter((id) => refs.includes(id))).toEqual([]);

    const loaded = await as("member").context.load({ ...project, number });
    expect(loaded.rules.find(({ ref }) => ref === "CON-001")?.text).toContain("Holds for: dist/**");
    expect(loaded.tokens.rules).toBe(loaded.rules.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(loaded.tokens.rules + loaded.tokens.now).toBeLessThanOrEqual(loaded.limitTokens);

    await as("member").checkpoints.create({ ...project, number });
    const resumed = await as("member").checkpoints.resume({ ...project, number });
    expect(resumed.text).toContain("### Constraints and Preferences");
    expect(resumed.text).toContain("- CON-001: Never edit dist.");
    expect(resumed.text).not.toContain("src/generated");
    const small = await as("member").checkpoints.resume({ ...project, number, windowTokens: 8_000 });
    expect(small.tokens).toBeLessThanOrEqual(800);
    expect(small.text).toContain("Fix the invoice totals");
  });
});
