import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { DecisionInput } from "@/server/core/decisions/decision-input";
import { plantedSecrets } from "@/server/core/redact/testing/planted-secrets";
import type { Hit } from "@/server/core/search/everything-view";
import { resolveProjectScope } from "../access/resolve-scope";
import { analyseSession } from "../analysis/analyse-session";
import { deleteSession } from "../analysis/delete-session";
import { aSession, type SessionFixture } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { editDecision } from "../memory/edit-decision";
import { recordDecision } from "../memory/record-decision";
import { recordFindings } from "../memory/record-findings";
import { value } from "../testing/team-fixture";
import { indexAfter } from "./index-after";
import { indexProject, indexWhatWaits } from "./index-project";
import { type EverythingInput, searchEverything } from "./search-everything";

let uploader: Uploader;
let scope: ProjectScope;
let elsewhere: ProjectScope;

const NOISE = plantedSecrets().slice(0, 6);

beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  const scopeOf = async (slug: string) =>
    value(await resolveProjectScope(deps, team.people.owner, team.slug, slug, "decision:write"));
  scope = await scopeOf(team.project.slug);
  elsewhere = await scopeOf(team.secondProject.slug);
  await upload(
    aSession("old", { title: "Repair the ledger" })
      .said("The invoice totals drift by a cent. Keep the ledger lock.")
      .ran("cat ledger.log", { out: "stale pid file 4711 blocks the ledger\n".repeat(3) })
      .compacted()
      .said("Go on with RetryQueue and its getBackoffDelay.")
      .read("src/billing/retry-queue.ts", "export function getBackoffDelay(attempt) { return 2 ** attempt }")
      .ran("npm test", { exit: 1, out: "FAIL webhook.test.ts: expected 3 deliveries, got 4" })
      .ran("npm test", { exit: 1, out: "FAIL webhook.test.ts: expected 3 deliveries, got 4" })
      .inAgent("agent-1", "code-reviewer")
      .answered("The throttle ignores the tenant.")
      .inMain(),
  );
  await upload(
    aSession("absolute").read("/home/ada/work/billing-api/src/mailer/queue/send.ts", "export const send = 1"),
  );
  await upload(aSession("secrets").said(NOISE.map(({ line }) => line).join("\n")));
  await decide(scope, {
    title: "Limit requests per tenant",
    context: "Partners flood the billing API at month end.",
    decision: "A token bucket throttles each tenant to 50 requests a second.",
    alternatives: [{ option: "A global semaphore", detail: "", whyNot: "One partner would starve the others." }],
    affectedPaths: ["src/billing/throttle.ts"],
    tags: ["api"],
  });
  await decide(scope, { title: "Webhooks carry an idempotency key", decision: "Receivers drop what they saw before." });
  await decide(elsewhere, { title: "Throttle of another project", decision: "Zanzibar only." });
  await index();
}, 120_000);
afterAll(() => uploader.close());

async function upload(session: SessionFixture): Promise<void> {
  await uploader.append(session);
  for (const { id } of (await uploader.rows("SELECT id FROM session")) as { id: string }[]) {
    const hooks = indexAfter({});
    value(await analyseSession(uploader.deps, { teamId: uploader.team.teamId, sessionId: id }, { hooks }));
  }
}

async function decide(where: ProjectScope, fields: object): Promise<number> {
  const decision = DecisionInput.parse({
    ...{ context: "", decision: "", reasoning: "", impact: "", reversible: "yes", risk: "low", confidence: "high" },
    ...fields,
  });
  return value(await recordDecision(uploader.deps, where, { decision, status: "accepted" })).number;
}

async function index(): Promise<void> {
  for (const { teamId, projectId } of [scope, elsewhere])
    value(await indexProject(uploader.deps, { teamId, projectId }));
}

const ALL = { kind: null, correct: true, cursor: null, limit: 20 } as const;
const search = async (query: string, input: Partial<EverythingInput> = {}, where = scope) =>
  value(await searchEverything(uploader.deps, where, { ...ALL, ...input, query }));
const textOf = (pieces: Hit["title"]) => pieces.map(({ text }) => text).join("");
const titles = async (query: string) => (await search(query)).hits.map(({ title }) => textOf(title));
const first = async (query: string) => {
  const [hit] = (await search(query)).hits;
  if (!hit) throw new Error(`Nothing is found for ${query}.`);
  return hit;
};

describe("search.everything", () => {
  it("finds a record by a word of its text and shows where it stands", async () => {
    const hit = await first("starve");
    expect(hit).toMatchObject({ kind: "decision", number: 1, status: "accepted", inContext: null });
    expect(hit.snippet.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(["starve"]);
  });

  it("finds other forms of a word, parts of identifiers and paths, and identifiers as a whole", async () => {
    expect((await first("flooded partner")).number).toBe(1);
    for (const query of ["getBackoffDelay", "backoff delay", "getbackoffdelay", "src/billing/retry-queue.ts"]) {
      expect(await first(query), query).toMatchObject({ kind: "event", session: 1 });
    }
  });

  it("wants phrases to stand together", async () => {
    expect((await search('"token bucket"')).hits).toHaveLength(1);
    expect((await search('"bucket token"')).hits).toEqual([]);
    expect((await first('"expected 3 deliveries"')).kind).toBe("event");
  });

  it("takes phrases word for word, small words too", async () => {
    const numbers = async (query: string) => (await search(query)).hits.map(({ number }) => number);
    expect(await numbers('"at month end" kind:decision')).toEqual([1]);
    expect(await numbers('"at the month end" kind:decision')).toEqual([]);
    expect(await numbers('"flood in billing" kind:decision')).toEqual([]);
    expect(await numbers('partners -"flood in billing" kind:decision')).toEqual([1]);
    expect(await numbers('partners -"flood the billing" kind:decision')).toEqual([]);
    const oneKind = await search('"flood in billing"', { kind: "decision" });
    expect([oneKind.hits, oneKind.kinds]).toEqual([[], []]);
  });

  it("shows a text that several sessions have once, and names the others", async () => {
    const log = "Unfolding the gazebo: frobnicator is out of grease";
    for (const id of ["gazebo-1", "gazebo-2", "gazebo-3"]) {
      await upload(aSession(id).ran("make gazebo", { exit: 1, out: log }));
    }
    await index();
    const { hits, kinds } = await search("frobnicator grease");
    expect(hits).toHaveLength(1);
    const [hit] = hits;
    expect(hit?.alsoInSessions).toBe(2);
    const sessions = [hit?.session, ...(hit?.alsoIn ?? []).map(({ session }) => session)];
    expect(new Set(sessions).size).toBe(3);
    expect(hit?.alsoIn.every(({ ref }) => ref.startsWith("ctx:"))).toBe(true);
    expect(kinds).toEqual([{ kind: "event", count: 3, isMore: false }]);
  });

  it("shows a note once that was composed of several sessions, and names the others", async () => {
    for (const id of ["kiosk-1", "kiosk-2", "kiosk-3"]) {
      const session = aSession(id, { title: "Paint the kiosk" });
      await uploader.append(session.said(`${id === "kiosk-3" ? "Also the veranda. " : ""}Paint the kiosk in teal.`));
      const [row] = await uploader.rows("SELECT id FROM session WHERE native_id = $1", [id]);
      const key = { teamId: uploader.team.teamId, sessionId: String(row?.["id"]) };
      value(await analyseSession(uploader.deps, key, { hooks: { recordFindings } }));
    }
    await index();
    const { hits, kinds } = await search("kiosk teal kind:handoff");
    expect(hits.map(({ number, alsoNumbers, alsoInSessions }) => [number, alsoNumbers, alsoInSessions])).toEqual([
      [1, [2], 1],
      [3, [], 0],
    ]);
    expect(kinds).toEqual([{ kind: "handoff", count: 3, isMore: false }]);
  });

  it("leaves out what is excluded", async () => {
    expect(await titles("tenant -semaphore -kind:event")).toEqual([]);
    expect(await titles("tenant -kind:event")).toEqual(["Limit requests per tenant"]);
  });

  it.each([
    ["ledger kind:event", (hit: Hit) => hit.kind === "event"],
    ["fail tool:Bash", (hit: Hit) => hit.kind === "event" && hit.status.startsWith("tool_")],
    ["tenant agent:code-reviewer", (hit: Hit) => textOf(hit.snippet).includes("throttle ignores")],
    ["path:src/billing -kind:event", (hit: Hit) => hit.number === 1],
    ["path:throttle.ts", (hit: Hit) => hit.number === 1],
    ["path:src/mailer", (hit: Hit) => hit.kind === "event" && textOf(hit.title).includes("send.ts")],
    ["path:src -path:src/mailer kind:event", (hit: Hit) => !textOf(hit.title).includes("send.ts")],
    ["status:accepted", (hit: Hit) => hit.kind === "decision"],
    ["tag:api", (hit: Hit) => hit.number === 1],
    ['author:"Olga Owner" kind:decision', (hit: Hit) => hit.kind === "decision"],
    ["session:1 ledger", (hit: Hit) => hit.session === 1],
    ["ledger before:2026-10-06", (hit: Hit) => hit.at < "2026-10-06"],
    ["kind:decision after:2026-11-01", (hit: Hit) => hit.at >= "2026-11-01"],
  ])("narrows by fields: %s", async (query, isMeant) => {
    const { hits } = await search(query);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.filter((hit) => !isMeant(hit))).toEqual([]);
  });

  it("finds nothing behind a field that nothing has", async () => {
    for (const query of ["tenant tool:nosuch", "tenant before:2020-01-01", "session:99", "ledger after:2030-01-01"]) {
      expect((await search(query)).hits, query).toEqual([]);
    }
  });

  it("corrects a misspelt word, says so, and can be told not to", async () => {
    const answer = await search("idempotecny keys");
    expect(answer.corrected).toBe("idempotency keys");
    expect(answer.hits[0]).toMatchObject({ kind: "decision", number: 2 });
    const literal = await search("idempotecny", { correct: false });
    expect([literal.corrected, literal.hits]).toEqual([null, []]);
  });

  it("finds a record by other words that mean the same", async () => {
    expect((await search("rate limiting of customers")).hits[0]).toMatchObject({ kind: "decision", number: 1 });
  });

  it("finds what left the context, says that it is history, and leads to the event", async () => {
    const hit = await first("pid 4711");
    expect(hit).toMatchObject({ kind: "event", session: 1, inContext: false });
    expect(hit.ref).toMatch(/^ctx:old-e\d+$/);
  });

  it("has a text once a session, however often it was printed", async () => {
    const { hits } = await search('"expected 3 deliveries"');
    expect(hits).toHaveLength(1);
  });

  it("pages without repeats or gaps", async () => {
    const whole = (await search("ledger tenant npm test webhook", { limit: 50 })).hits.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof search>> = await search("ledger tenant npm test webhook", {
        limit: 2,
        cursor,
      });
      paged.push(...page.hits.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(whole.length).toBeGreaterThan(4);
    expect(paged).toEqual(whole);
  });

  it("counts by kind, and keeps the counts when one kind is chosen", async () => {
    const all = await search("ledger tenant");
    const one = await search("ledger tenant", { kind: "decision" });
    expect(all.kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["decision", "event"]));
    expect(one.kinds).toEqual(all.kinds);
    expect(new Set(one.hits.map(({ kind }) => kind))).toEqual(new Set(["decision"]));
  });

  it("never leaves its project, and no other team has it", async () => {
    expect((await search("zanzibar")).hits).toEqual([]);
    expect((await search("throttle", {}, elsewhere)).hits.map(({ number }) => number)).toEqual([1]);
    const stranger = { ...scope, teamId: "018f0000-0000-7000-8000-000000000001" };
    expect((await search("tenant", {}, stranger)).hits).toEqual([]);
  });

  it("never holds a secret", async () => {
    const rows = await uploader.rows("SELECT title, body, tsv::text FROM search_entry");
    const words = await uploader.rows("SELECT lexeme, shown FROM search_word");
    const stored = JSON.stringify([rows, words]).toLowerCase();
    for (const { secret } of NOISE) expect(stored).not.toContain(secret.toLowerCase());
  });

  it.each([
    ["kind:nonsense", /kind:nonsense is not a kind/],
    ["before:yesterday", /before:yesterday is not a day/],
    ["tool:", /tool: has no value/],
    ["session:last", /session:last is not the number/],
    ["-tenant", /is empty/],
    ["the of and", /nearly every text/],
    ["🙂 !?", /Only letters and digits/],
    ["x".repeat(80), /more than 64 characters/],
  ])("says what is wrong with %s", async (query, message) => {
    const answer = await searchEverything(uploader.deps, scope, { ...ALL, query });
    expect(answer).toMatchObject({ ok: false, fault: { code: "bad_request", field: "query" } });
    if (!answer.ok) expect(answer.fault.message).toMatch(message);
  });

  it.each([
    `'"\\`,
    "a & b | !c:*",
    "<-> ()",
    '"',
    "--",
    `tool:"a'b\\c"`,
    "path:..",
    "%_'; DROP TABLE x",
    "日本語 ελ 🙂",
  ])("takes %s for text and does not fail", async (query) => {
    const answer = await searchEverything(uploader.deps, scope, { ...ALL, query });
    if (!answer.ok) expect(answer.fault.code).toBe("bad_request");
  });

  it("refuses a page mark of somebody else", async () => {
    expect(await searchEverything(uploader.deps, scope, { ...ALL, query: "ledger", cursor: "e30" })).toMatchObject({
      fault: { code: "bad_request", field: "cursor" },
    });
  });
});

describe("the index", () => {
  it("is the same after another job", async () => {
    const state = () => uploader.rows("SELECT kind, key, tsv::text FROM search_entry ORDER BY kind, key");
    const before = await state();
    const words = await uploader.rows("SELECT lexeme, documents FROM search_word ORDER BY 1");
    await index();
    expect(await state()).toEqual(before);
    expect(await uploader.rows("SELECT lexeme, documents FROM search_word ORDER BY 1")).toEqual(words);
    expect(await indexWhatWaits(uploader.deps)).toBe(0);
  });

  it("follows an edit, and forgets the words that are gone", async () => {
    const number = await decide(scope, { title: "Rotate quokkas", decision: "Weekly." });
    await index();
    expect((await first("quokka")).number).toBe(number);
    const decision = DecisionInput.parse({
      ...{ title: "Rotate wombats", context: "", decision: "Weekly.", reasoning: "", impact: "" },
      ...{ reversible: "yes", risk: "low", confidence: "high" },
    });
    uploader.deps.advance(60_000);
    value(await editDecision(uploader.deps, scope, { number, expectedVersion: 1, decision }));
    await index();
    expect((await first("wombat")).number).toBe(number);
    expect((await search("quokka", { correct: false })).hits).toEqual([]);
    expect(await uploader.rows("SELECT FROM search_word WHERE lexeme = 'quokka'")).toEqual([]);
  });

  it("is asked for by every change of a record and every analysis", async () => {
    const [job] = await uploader.rows(
      "SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'index-search'",
    );
    expect(job?.["jobs"]).toBe(2);
  });

  it("forgets a session that was deleted, words included", async () => {
    await upload(aSession("gone").said("The axolotl build is broken"));
    await index();
    expect((await search("axolotl")).hits).toHaveLength(1);
    const [session] = await uploader.rows("SELECT id FROM session WHERE native_id = 'gone'");
    const key = { teamId: uploader.team.teamId, sessionId: String(session?.["id"]) };
    value(await deleteSession(uploader.deps, key));
    await index();
    expect((await search("axolotl")).hits).toEqual([]);
    expect(await uploader.rows("SELECT FROM search_entry WHERE session_id = $1", [key.sessionId])).toEqual([]);
    expect(await uploader.rows("SELECT FROM search_word WHERE lexeme = 'axolotl'")).toEqual([]);
  });
});
