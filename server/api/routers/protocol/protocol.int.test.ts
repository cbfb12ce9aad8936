import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../../../core/access/scope";
import { estimateTokens } from "../../../core/events/tokens";
import { analyseSession } from "../../../services/analysis/analyse-session";
import { aSession, type SessionFixture } from "../../../services/ingest/testing/session-fixture";
import { anUploader, keyPrincipal, type Uploader } from "../../../services/ingest/testing/uploader";
import { recordFindings } from "../../../services/memory/record-findings";
import { aTeam, value } from "../../../services/testing/team-fixture";
import { createCaller } from "../../root";

let uploader: Uploader;
let place: { team: string; project: string };
/** The person whose key uploads, the same person's agent, a viewer, and somebody of another team. */
let as: Record<"owner" | "agent" | "reader" | "viewer" | "stranger", ReturnType<typeof createCaller>>;

beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  place = { team: team.slug, project: team.project.slug };
  const caller = (principal: Principal) => createCaller({ deps, principal });
  const agent = await team.key({ scopes: ["context", "record"] });
  const reader = await team.key({ scopes: ["read"] });
  as = {
    owner: caller(team.people.owner),
    agent: caller(await keyPrincipal(deps, agent.secret)),
    reader: caller(await keyPrincipal(deps, reader.secret)),
    viewer: caller(team.people.viewer),
    stranger: caller((await aTeam(deps, "Elsewhere")).people.owner),
  };
});
afterAll(() => uploader.close());

async function store(session: SessionFixture): Promise<number> {
  const { session: stored } = await uploader.append(session);
  const key = { teamId: uploader.team.teamId, sessionId: stored.id };
  value(await analyseSession(uploader.deps, key, { hooks: { recordFindings } }));
  return stored.number;
}

const aTask = (id: string, branch = "main") =>
  aSession(id, { windowTokens: 200_000, title: "Add login", branch })
    .said(`Add a login endpoint for ${id}`)
    .called(
      "TodoWrite",
      {
        todos: [
          { content: "Endpoint", status: "completed" },
          { content: `Tests of ${id}`, status: "in_progress" },
        ],
      },
      "ok",
    )
    .edited("src/login.ts")
    .ran("npm test", { exit: 1, out: "FAIL src/login.test.ts\nexpected 200, got 500" });

const record = (title: string, more: object = {}) =>
  as.owner.decisions.record({ ...place, decision: { title, ...more }, status: "accepted" });

describe("the start of a session", () => {
  it("tells the line, the rules, the decisions with their notices, the work and the note", async () => {
    await as.owner.constraints.record({ ...place, rule: { title: "Never edit dist", affectedPaths: ["dist/**"] } });
    await as.owner.preferences.record({ ...place, rule: { title: "Small commits" } });
    const jwt = await record("JWT expires in 24h");
    const amended = await record("Sign with RS256", { amends: [jwt.number] });
    await store(aTask("first"));
    const start = await as.owner.protocol.start({ ...place, model: "claude-sonnet-4-5", branch: "main" });
    expect(start.startLine).toMatch(/^Context Steward: 0 files indexed, \d+ decisions loaded, budget: 200K tokens$/);
    expect(start.markdown.startsWith(`${start.startLine}\n\n`)).toBe(true);
    for (const told of ["CON-001: Never edit dist.", "PREF-001: Small commits", "Add a login endpoint for first"]) {
      expect(start.markdown).toContain(told);
    }
    const names = [amended, jwt].map(({ number }) => `DEC-${String(number).padStart(3, "0")}`);
    expect(start.markdown).toContain(`- ${names[0]} (accepted): Sign with RS256`);
    expect(start.markdown).toContain(`**Amended in part by ${names[0]}.`);
    expect(start.handoff).toMatchObject({ status: "open", claim: expect.stringMatching(/^context claim HND-\d+$/) });
    expect(start.work).toMatchObject({
      task: "Add a login endpoint for first",
      branch: "main",
      checks: [{ check: "test", passed: false }],
    });
    expect(start.budget).toMatchObject({ windowTokens: 200_000, source: "model", hotTokens: 60_000 });
    expect(start.tokens).toBe(estimateTokens(start.markdown));
    expect(start.tokens).toBeLessThanOrEqual(20_000);
  });

  it("is the same for the same facts, and a second one adds nothing", async () => {
    const first = await as.agent.protocol.start(place);
    expect(await as.agent.protocol.start(place)).toEqual(first);
    const second = await as.agent.protocol.start({ ...place, known: first.known });
    expect(second).toMatchObject({ nothingNew: true, items: [], offered: [], unlisted: 0, known: first.known });
    expect(second.markdown).toBe(`${first.startLine}\n\nNothing new since the last start.\n`);
  });

  it("tells what changed since, and takes back what no longer holds", async () => {
    const first = await as.agent.protocol.start(place);
    const old = first.items.find(({ text }) => text.includes("JWT expires in 24h"));
    const number = Number(old?.ref.slice(4));
    const next = await record("JWT expires in 1h", { supersedes: [number] });
    await as.owner.constraints.retire({ ...place, number: 1, expectedVersion: 1 });
    const second = await as.agent.protocol.start({ ...place, known: first.known });
    const successor = `DEC-${String(next.number).padStart(3, "0")}`;
    expect(second.items.map(({ ref, section }) => [section, ref])).toEqual([
      ["withdrawn", "CON-001"],
      ["withdrawn", old?.ref],
      ["decisions", successor],
    ]);
    expect(second.markdown).toMatch(new RegExp(`${old?.ref}: Superseded by ${successor} on \\d{4}-\\d\\d-\\d\\d`));
  });

  it("stays within a tenth of a small window and offers the rest", async () => {
    for (let at = 0; at < 6; at++) await record(`Long decision ${at}`, { reasoning: `Because ${"x".repeat(390)}` });
    const start = await as.agent.protocol.start({ ...place, windowTokens: 8_000 });
    expect(start.tokens).toBeLessThanOrEqual(800);
    expect(start.startLine).toContain("budget: 8K tokens");
    expect(start.offered.length).toBeGreaterThan(0);
    expect(start.markdown).toContain("## By Reference");
  });

  it("takes the task and the branch that are told, and the work of that branch", async () => {
    await store(aTask("elsewhere", "fix/other"));
    await store(aTask("latest"));
    const start = await as.agent.protocol.start({ ...place, branch: "fix/other" });
    expect(start.work).toMatchObject({ task: "Add a login endpoint for elsewhere", branch: "fix/other" });
    const told = await as.agent.protocol.start({ ...place, task: "Write the docs" });
    expect(told.work.task).toBe("Write the docs");
    expect(told.work.todos).toContainEqual({ text: "Tests of latest", state: "in_progress" });
  });

  it("offers no claim to who may not, and nothing to strangers", async () => {
    expect((await as.viewer.protocol.start(place)).handoff?.claim).toBeNull();
    await expect(as.stranger.protocol.start(place)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(as.owner.protocol.start({ ...place, number: 9_999 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("hides a secret that the task holds", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8`;
    const start = await as.agent.protocol.start({ ...place, task: `Push with ${secret}` });
    expect(JSON.stringify(start)).not.toContain(secret);
  });
});

describe("during a session", () => {
  it("advises by what the client tells, without an upload", async () => {
    const told = { contextTokens: 170_000, windowTokens: 200_000, turn: 11 };
    const during = await as.reader.protocol.during({ ...place, told, results: [{ id: "r1", tokens: 90_000 }] });
    expect(during).toMatchObject({
      source: "told",
      usage: { tokens: 170_000, share: 0.85 },
      advice: { action: "checkpoint", atOnce: true, command: "context checkpoint" },
      check: { everyTurns: 5, atTurn: 10, nextTurn: 15, isDue: false },
      flags: [{ id: "r1", message: expect.stringContaining("90,000 tokens") }],
    });
    expect(during.markdown).toContain("**At once: context checkpoint.**");
    const calm = await as.reader.protocol.during({ ...place, told: { contextTokens: 10, windowTokens: 1_000 } });
    expect(calm.markdown).toContain("Nothing is to be done now.");
    const done = { contextTokens: 10, boundaries: ["task-end" as const] };
    expect((await as.reader.protocol.during({ ...place, told: done })).advice?.situation).toBe("task-complete");
  });

  it("advises by the session where it is uploaded, and says what it needs otherwise", async () => {
    const number = await store(aTask("during"));
    const during = await as.reader.protocol.during({ ...place, number });
    expect(during).toMatchObject({ source: "session", session: number, window: { tokens: 200_000, source: "told" } });
    await expect(as.reader.protocol.during(place)).rejects.toThrow(/Name the session by its number, or tell/);
  });
});

describe("the end of a session", () => {
  it("writes the summary, the note and the checkpoint once", async () => {
    const session = aTask("end");
    const number = await store(session);
    const first = await as.agent.protocol.end({ ...place, number, note: "Mind the cache" });
    expect(first).toMatchObject({ checkpoint: { name: `${number}.1`, isNew: true }, skipped: [] });
    expect(first.summary?.name).toMatch(/^SUM-\d+$/);
    expect(first.handoff?.name).toMatch(/^HND-\d+$/);
    expect(first.markdown).toContain(`context resume ${number}.1`);
    const again = await as.agent.protocol.end({ ...place, number, note: "Mind the cache" });
    expect(again).toMatchObject({
      checkpoint: { name: `${number}.1`, isNew: false },
      summary: { name: first.summary?.name, isNew: false },
      handoff: { name: first.handoff?.name, isNew: false },
    });
    await store(session.ran("npm test"));
    expect((await as.agent.protocol.end({ ...place, number })).checkpoint).toMatchObject({ name: `${number}.2` });
  });

  it("tells in the note what was done since, before any analysis, until a person edits it", async () => {
    const session = aTask("goes-on");
    const number = await store(session);
    const end = async () => (await as.agent.protocol.end({ ...place, number })).handoff;
    const first = await end();
    const note = { ...place, number: first?.number ?? 0 };
    await uploader.append(session.edited("src/limiter.ts"));
    expect(await end()).toEqual({ ...first, isNew: true });
    expect(await end()).toEqual({ ...first, isNew: false });
    const { markdown, version } = await as.owner.handoffs.get(note);
    expect(markdown).toContain("- src/limiter.ts (1 edit)");
    await as.owner.handoffs.publish({ ...note, expectedVersion: version, title: "Mine", markdown: "Mine" });
    await uploader.append(session.edited("src/other.ts"));
    expect(await end()).toEqual({ ...first, isNew: false });
    expect((await as.owner.handoffs.get(note)).markdown).not.toContain("src/other.ts");
  });

  it("saves one checkpoint when it is told twice at the same moment", async () => {
    const number = await store(aTask("twice"));
    const ends = await Promise.all([1, 2, 3, 4].map(() => as.agent.protocol.end({ ...place, number })));
    expect(ends.map(({ checkpoint }) => checkpoint?.name)).toEqual(Array(4).fill(`${number}.1`));
    expect(ends.filter(({ checkpoint }) => checkpoint?.isNew)).toHaveLength(1);
  });

  it("lists what waits for a review and what is settled", async () => {
    const number = await store(
      aTask("drafts").called(
        "AskUserQuestion",
        {
          questions: [
            {
              question: "Which hash?",
              options: [
                { label: "bcrypt", description: "" },
                { label: "argon2", description: "" },
              ],
            },
          ],
        },
        'User has answered your questions: "Which hash?"="bcrypt".',
      ),
    );
    const end = await as.agent.protocol.end({ ...place, number });
    expect(end.drafts.map(({ title }) => title).join()).toMatch(/bcrypt|hash/i);
    expect(end.archived.map(({ why }) => why)).toContain("The decision was superseded, withdrawn or implemented.");
  });

  it("leaves a summary that a person wrote as it is", async () => {
    const number = await store(aTask("edited"));
    const { summary } = await as.agent.protocol.end({ ...place, number });
    const own = { number: summary?.number ?? 0, title: "Mine", markdown: "# Session Summary\n\nMine" };
    const { versions } = await as.owner.summaries.get({ ...place, number: own.number });
    await as.owner.summaries.edit({ ...place, ...own, expectedVersion: versions[0]?.version ?? 0 });
    expect((await as.agent.protocol.end({ ...place, number })).summary).toMatchObject({ isNew: false });
    expect((await as.owner.summaries.get({ ...place, number: own.number })).title).toBe("Mine");
  });

  it("writes what the caller may, says what not, and refuses who may nothing", async () => {
    const number = await store(aTask("rights"));
    const { team, deps } = uploader;
    const context = createCaller({
      deps,
      principal: await keyPrincipal(deps, (await team.key({ scopes: ["context"] })).secret),
    });
    const end = await context.protocol.end({ ...place, number });
    expect(end).toMatchObject({ checkpoint: { isNew: true }, summary: null, handoff: null });
    expect(end.skipped.map(({ what }) => what)).toEqual(["summary", "handoff"]);
    expect(end.markdown).toContain("No summary: This key has the scope context; this needs record.");
    await expect(as.viewer.protocol.end({ ...place, number })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(as.owner.protocol.end({ ...place, number: 9_999 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
