import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../../../core/access/scope";
import { estimateTokens } from "../../../core/events/tokens";
import { analyseSession } from "../../../services/analysis/analyse-session";
import { aSession } from "../../../services/ingest/testing/session-fixture";
import { anUploader, keyPrincipal, type Uploader } from "../../../services/ingest/testing/uploader";
import { recordFindings } from "../../../services/memory/record-findings";
import { aTeam, value } from "../../../services/testing/team-fixture";
import { createCaller } from "../../root";

let uploader: Uploader;
let place: { team: string; project: string };
let session: number;
let as: Record<"member" | "owner" | "viewer" | "reader" | "agent" | "stranger", ReturnType<typeof createCaller>>;

const BODY = "const amount = priceOf(invoice);\n".repeat(200);

beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  place = { team: team.slug, project: team.project.slug };
  const caller = (principal: Principal) => createCaller({ deps, principal });
  const key = async (scopes: ("read" | "context" | "record")[]) =>
    caller(await keyPrincipal(deps, (await team.key({ scopes })).secret));
  as = {
    member: caller(team.people.member),
    owner: caller(team.people.owner),
    viewer: caller(team.people.viewer),
    reader: await key(["read"]),
    agent: await key(["context", "record"]),
    stranger: caller((await aTeam(deps, "Elsewhere")).people.owner),
  };
  const work = aSession("work", { windowTokens: 200_000, title: "Round the invoices" })
    .said("Round the invoices half up")
    .called("TodoWrite", { todos: [{ content: "Round credits", status: "pending" }] }, "ok")
    .read("src/prices.ts", BODY)
    .read("src/prices.ts", BODY)
    .ran("npm test", { exit: 1, out: "FAIL src/prices.test.ts\nexpected 200, got 500" })
    .edited("src/prices.ts");
  for (let turn = 0; turn < 14; turn++) work.ran(`git show --stat HEAD~${turn}`);
  const stored = (await uploader.append(work)).session;
  session = stored.number;
  value(await analyseSession(deps, { teamId: team.teamId, sessionId: stored.id }, { hooks: { recordFindings } }));
  await index();
});
afterAll(() => uploader.close());

async function index(): Promise<void> {
  const file = (path: string, imports: string[], names: string[]) => ({
    path,
    language: "TypeScript",
    sha256: "a".repeat(64),
    lines: 40,
    tokens: 300,
    imports,
    outline: names.map((name, at) => ({ name, kind: "function" as const, line: at + 1 })),
    commits: 2,
    lastCommitAt: null,
    coverage: null,
    isTest: false,
    isGenerated: false,
  });
  const many = Array.from({ length: 150 }, (_, at) => `aFunctionWithALongName${at}`);
  const files = [
    file("src/prices.ts", ["src/money.ts"], ["priceOf", ...many]),
    file("src/money.ts", [], ["round"]),
    file("web/money.ts", [], []),
  ];
  const { id } = await as.owner.files.indexStart({ ...place });
  await as.owner.files.indexPart({ ...place, id, files });
  await as.owner.files.indexFinish({ ...place, id, files: files.length });
}

const run = (text: string, who: keyof typeof as = "member", asked: number | null = session) =>
  as[who].commands.run({ ...place, text, session: asked });
const refusal = async (answer: Promise<unknown>) =>
  answer.then(
    () => "was answered",
    (error: Error & { code?: string }) => `${error.code} ${error.message}`,
  );

describe("a smart command", () => {
  it("tells the status and the budget of its session", async () => {
    const status = await run("context status");
    expect(status).toMatchObject({ command: "status", session, changed: false });
    expect(status.markdown).toMatch(/^Context Steward: 3 files indexed, \d+ decisions? loaded, budget: 200K tokens\n/);
    expect(status.markdown).toContain(`**S-${session}** is`);
    expect(status.links).toEqual([
      { label: `S-${session}`, path: `/${place.team}/${place.project}/sessions/${session}` },
    ]);
    const budget = await run("context budget");
    expect(budget.changed).toBe(false);
    expect(budget.markdown).toMatch(/\*\*hot\*\*, always loaded: .* of 60K tokens/);
  });

  it("sets the size of the window for the session alone, and lets the model's count again", async () => {
    const set = await run("context budget 1m");
    expect(set).toMatchObject({ changed: true, data: { window: { tokens: 1_000_000, source: "told" } } });
    expect(await run("budget auto")).toMatchObject({ data: { window: { tokens: 200_000, source: "model" } } });
    const [entry] = await uploader.rows("SELECT detail FROM audit_entry WHERE action = 'session.window_set' LIMIT 1");
    expect(entry).toEqual({ detail: { tokens: 1_000_000 } });
  });

  it("writes the summary, the handoff and a checkpoint, and resumes from it", async () => {
    const summary = await run("summarize");
    expect(summary).toMatchObject({ links: [{ label: "SUM-001" }, { label: `S-${session}` }] });
    expect(summary.markdown).toContain("npm test");
    const handoff = await run("context handoff", "agent");
    expect(handoff.markdown).toContain("Round the invoices half up");
    expect(handoff.links[0]?.label).toMatch(/^HND-\d+$/);
    const saved = await run("context checkpoint Mind the credits");
    expect(saved.markdown).toMatch(/^Checkpoint saved\.\n\nTask: Round the invoices half up/);
    const resumed = await run(`resume ${session}.1`);
    expect(resumed.markdown).toContain("Mind the credits");
    const claimed = await run(`claim ${handoff.links[0]?.label ?? ""}`);
    expect(claimed.data).toMatchObject({ status: "claimed" });
  });

  it("prunes, archives, restores, pins and unpins", async () => {
    const refs = ["ctx:work-e10"];
    const could = await run("archive", "viewer");
    expect(could).toMatchObject({ changed: false });
    expect(await run(`archive ${refs} keeping 200 prices`)).toMatchObject({ changed: true, data: { status: "ok" } });
    expect(await run(`restore ${refs}`)).toMatchObject({ changed: true, data: { status: "ok", changed: refs } });
    expect(await run(`pin ${refs} because the prices are in it`)).toMatchObject({ changed: true });
    expect(await run(`unpin ${refs}`)).toMatchObject({ changed: true, data: { status: "ok", changed: refs } });
    expect(await run(`unpin ${refs}`)).toMatchObject({ changed: false, data: { status: "rejected" } });
    const unknown = await run("restore ctx:nowhere");
    expect(unknown).toMatchObject({ changed: false, data: { status: "rejected" } });
    expect(unknown.markdown).toContain("Nothing was restored");
    expect(await refusal(run("archive ctx:a ctx:b keeping x"))).toMatch(/^BAD_REQUEST What is kept belongs to one/);
    const compacted = await run("context compact");
    expect(compacted.markdown).toMatch(/^(Run \d+ took out|Nothing was pruned\.)/);
  });

  it("records what was decided and what failed, and finds it again", async () => {
    const decided = await run("record decision Round half up because auditors ask for it", "agent");
    const [ref] = decided.links;
    expect(decided.markdown).toBe(`${ref?.label} is proposed: Round half up. A person accepts it.\n`);
    expect((await run("decisions half")).markdown).toContain(`${ref?.label} (proposed): Round half up`);
    const [row] = (await as.agent.decisions.list({ ...place, filter: { text: "half" } })).rows;
    const waitedMs = Date.parse(row?.updatedAt ?? "") - Date.parse(row?.decidedOn ?? "");
    expect(waitedMs).toBeGreaterThanOrEqual(0);
    expect(waitedMs).toBeLessThan(60_000);
    expect((await run("record failure npm ci hangs behind the proxy because no_proxy is unset")).changed).toBe(true);
    const checked = await run("check failure npm ci hangs");
    expect(checked.markdown).toContain("npm ci hangs behind the proxy");
    expect((await run("decisions xylophone")).markdown).toMatch(/^No decision about “xylophone” among \d+\.\n$/);
  });

  it("tells the rules, for all files or some", async () => {
    const rule = { title: "Never edit dist", affectedPaths: ["dist/**"] };
    await as.member.constraints.record({ ...place, rule });
    await as.member.preferences.record({ ...place, rule: { title: "Small commits" } });
    expect((await run("constraints", "viewer")).markdown).toContain("CON-001: Never edit dist.");
    expect((await run("constraints src/a.ts")).markdown).toBe("No constraint is in force for `src/a.ts`.\n");
    expect((await run("preferences")).markdown).toContain("PREF-001: Small commits");
  });

  it("shows and sets the priority of a file, by its path or the end of it", async () => {
    expect((await run("priority prices.ts", "viewer")).markdown).toMatch(/^`src\/prices\.ts` is \*\*P\d\*\*/);
    expect(await run("priority src/prices.ts P0")).toMatchObject({ changed: true, data: { level: "P0" } });
    expect((await run("priority src/prices.ts")).markdown).toContain("Set by Mia Member.");
    expect(await run("priority src/prices.ts auto")).toMatchObject({ data: { pin: null } });
    expect(await refusal(run("priority money.ts"))).toBe(
      "NOT_FOUND The index of this project knows no file or symbol money.ts. Did you mean src/money.ts or web/money.ts?",
    );
  });

  it("draws the graph of a file and of a symbol within its limit", async () => {
    const file = await run("graph src/prices.ts");
    expect(estimateTokens(file.markdown)).toBeLessThanOrEqual(500);
    expect(file.markdown).toMatch(/1: function priceOf[\s\S]*and \d+ more[\s\S]*- src\/money\.ts/);
    const symbol = await run("graph round");
    expect(symbol.markdown).toContain("- src/money.ts:1 (function)");
    expect(symbol.markdown).toContain("- src/prices.ts");
  });

  it("finds words, and says which stage loads what", async () => {
    expect((await run('search "no such words anywhere"')).markdown).toMatch(/^Nothing holds these words/);
    expect((await run("load execute")).markdown).toContain("Stage **execute**, asked for.");
  });
});

describe("who may run a command", () => {
  it("is decided by what it does: a viewer looks and hears why not more", async () => {
    expect((await run("status", "viewer")).command).toBe("status");
    expect(await refusal(run("compact", "viewer"))).toBe(
      "FORBIDDEN context compact: Your role here is viewer; this needs member or higher. Ask an owner or admin of the team to change it.",
    );
    expect(await refusal(run("budget 1m", "viewer"))).toMatch(/^FORBIDDEN context budget: /);
    expect(await refusal(run("record decision X", "reader"))).toMatch(
      /^FORBIDDEN context record decision: This key has the scope read; this needs record\./,
    );
    expect(await refusal(run("status", "stranger"))).toMatch(/^NOT_FOUND/);
  });

  it("is listed for the caller", async () => {
    const { commands } = await as.viewer.commands.list(place);
    const allowed = Object.fromEntries(commands.map(({ name, allowed: may }) => [name, may]));
    expect(allowed).toMatchObject({ status: true, compact: false, "record decision": false, constraints: true });
    const budget = commands.find(({ name }) => name === "budget");
    expect(budget).toMatchObject({ usage: "context budget [size]", args: { type: "object" } });
  });
});

describe("the session of a command", () => {
  it("is named by the phrase, by the call, or is the caller's last one", async () => {
    expect((await run(`status on S-${session}`, "member", null)).session).toBe(session);
    expect(await refusal(run("status on S-9999"))).toMatch(/^NOT_FOUND There is no session 9999 here/);
    // Sessions are the person's whose key uploaded them.
    expect((await run("status", "owner", null)).session).toBe(session);
    expect(await refusal(run("status", "viewer", null))).toBe(
      "BAD_REQUEST context status is about a session: name one, such as context status on S-12.",
    );
    expect((await run("decisions")).session).toBeNull();
  });

  it("takes arguments by name as well, and says what is wrong with them", async () => {
    const answer = await as.member.commands.run({ ...place, session, name: "budget", args: { size: 400_000 } });
    expect(answer).toMatchObject({ command: "budget", data: { window: { tokens: 400_000 } } });
    const wrong = as.member.commands.run({ ...place, session, name: "budget", args: { size: "big" } });
    expect(await refusal(wrong)).toMatch(/^BAD_REQUEST context budget: size: /);
    expect(await refusal(run("statsu"))).toMatch(/^BAD_REQUEST There is no command “statsu”\. Did you mean status\?/);
  });

  it("hides no secret in what is recorded", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8`;
    await run(`record failure Push with ${secret} fails`);
    const rows = await uploader.rows("SELECT title, fingerprint FROM failure");
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
