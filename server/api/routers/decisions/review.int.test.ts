import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticateKey } from "../../../services/keys/authenticate-key";
import { findDriftOfProject } from "../../../services/memory/find-drift";
import { aTeam, type TeamFixture, testDeps } from "../../../services/testing/team-fixture";
import { createTestDatabase } from "../../../testing/test-database";
import { createCaller } from "../../root";

let team: TeamFixture;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let project: { team: string; project: string };

beforeAll(async () => {
  database = await createTestDatabase();
  team = await aTeam(testDeps(database.url));
  project = { team: team.slug, project: team.project.slug };
});
afterAll(async () => {
  await team.deps.db.close();
  await database.drop();
});

function as(role: "viewer" | "member" | "owner") {
  return createCaller({ deps: team.deps, principal: team.people[role] }).decisions;
}

type Status = "draft" | "proposed" | "accepted";

async function record(title: string, more: object = {}, status: Status = "accepted"): Promise<number> {
  team.deps.advance(60_000);
  return (await as("member").record({ ...project, decision: { title, ...more }, status })).number;
}

const get = (number: number) => as("viewer").get({ ...project, number });
const told = async (number: number) => {
  const { versions } = await get(number);
  return `v${versions[0]?.version} ${versions[0]?.status}`;
};
const ref = (number: number) => `DEC-${String(number).padStart(3, "0")}`;
const evidence = (session: number) => [{ kind: "event" as const, session, ref: `e${session}`, note: "The question." }];

async function audited(number: number): Promise<string[]> {
  const { rows } = await team.deps.db.pool.query<{ action: string }>(
    "SELECT action FROM audit_entry WHERE team_id = $1 AND subject = $2 ORDER BY occurred_at, id",
    [team.teamId, ref(number)],
  );
  return rows.map(({ action }) => action);
}

/** A key that may leave records behind. */
async function anAgent() {
  const { secret } = await team.key({ scopes: ["read", "record"] });
  return createCaller({ deps: team.deps, principal: await authenticateKey(team.deps, secret) }).decisions;
}

describe("superseding in part", () => {
  it("leaves the older in force, says so at its top, and leads both ways", async () => {
    const old = await record("Retry webhooks for a day");
    const newer = await record("Retry Stripe webhooks for three days", { amends: [old] }, "proposed");
    expect((await get(old)).notice).toBeNull();
    expect((await get(old)).amendedBy).toMatchObject([{ number: newer, status: "proposed" }]);
    await as("member").accept({ ...project, number: newer, expectedVersion: 1 });
    expect(await told(old)).toBe("v1 accepted");
    expect((await get(old)).notice).toBe(
      `Amended in part by ${ref(newer)}. Read both; where they differ, ${ref(newer)} holds.`,
    );
    expect((await get(newer)).amends).toMatchObject([{ number: old }]);
    const { rows } = await as("viewer").list({ ...project, filter: { text: "Retry webhooks for a day" } });
    expect(rows[0]?.notice).toContain("Amended in part");
  });

  it("is named later too, and may become whole", async () => {
    const old = await record("Use polling");
    const successor = await record("Use webhooks where there are some");
    const input = { ...project, number: old, expectedVersion: 1, successor };
    await as("member").supersede({ ...input, inPart: true });
    expect(await told(old)).toBe("v1 accepted");
    await expect(as("member").supersede({ ...input, inPart: true })).rejects.toThrow("amends");
    await as("member").supersede(input);
    expect(await told(old)).toBe("v2 superseded");
    expect((await get(successor)).versions[0]).toMatchObject({ supersedes: [old], amends: [] });
    expect(await audited(successor)).toEqual(["decision.recorded", "decision.amends", "decision.supersedes"]);
  });

  it("makes no circle with superseding, and is not both at once", async () => {
    const first = await record("A", {}, "draft");
    const second = await record("B", { amends: [first] }, "draft");
    const closing = as("member").supersede({ ...project, number: second, expectedVersion: 1, successor: first });
    await expect(closing).rejects.toThrow(`${ref(first)} supersedes ${ref(second)} amends ${ref(first)}`);
    await expect(record("C", { amends: [first], supersedes: [first] })).rejects.toThrow("not both");
    await expect(record("D", { amends: [4_000] })).rejects.toThrow("There is no DEC-4000 to amend.");
  });
});

describe("what no longer holds", () => {
  it("names what to follow, at the end of a chain", async () => {
    const [one, two] = [await record("One store"), await record("Two stores")];
    await as("member").supersede({ ...project, number: one, expectedVersion: 1, successor: two });
    const three = await record("Three stores", { supersedes: [two] });
    expect((await get(one)).notice).toMatch(
      new RegExp(`^Superseded by ${ref(three)} on 2026-11-20\\. Follow that one`),
    );
    const file = { ...project, format: "markdown" as const, filter: { text: "One store" } };
    expect((await as("viewer").export(file)).text).toContain(`> **Superseded by ${ref(three)} on 2026-11-20.`);
  });
});

describe("at the same moment", () => {
  it("fifty new decisions get fifty numbers, one after the other", async () => {
    const before = await record("Before the fifty");
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        as(index % 2 ? "member" : "owner").record({ ...project, decision: { title: `Fifty ${index}` } }),
      ),
    );
    const numbers = made.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => before + 1 + index));
  });

  it("of two acceptances one counts, and what it replaces is superseded once", async () => {
    const old = await record("Old of two");
    const number = await record("New of two", { supersedes: [old] }, "proposed");
    const accept = (role: "member" | "owner") => as(role).accept({ ...project, number, expectedVersion: 1 });
    const answers = await Promise.allSettled([accept("member"), accept("owner")]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([await told(number), await told(old)]).toEqual(["v2 accepted", "v2 superseded"]);
  });
});

describe("an agent's key", () => {
  it("records and proposes, and accepts nothing by any way", async () => {
    const agent = await anAgent();
    const { number } = await agent.record({ ...project, decision: { title: "By an agent" } });
    const accepted = agent.record({ ...project, decision: { title: "At once" }, status: "accepted" });
    await expect(accepted).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(agent.accept({ ...project, number, expectedVersion: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const holds = await record("Held by people");
    const edit = { ...project, number: holds, expectedVersion: 1, decision: { title: "Turned round" } };
    await expect(agent.edit(edit)).rejects.toThrow("Record a successor instead.");
    expect((await agent.list({ ...project, limit: 1 })).mayAccept).toBe(false);
  });
});

describe("the review queue", () => {
  const QUESTION = { context: "Which queue?", decision: "Outbox" };

  it("shows drafts that say the same as one, which goes where it goes with its evidence", async () => {
    const equal = await Promise.all(
      [1, 2, 3].map((session) => record("Queue: Outbox", { ...QUESTION, evidence: evidence(session) }, "draft")),
    );
    const [first = 0, ...others] = equal.sort((a, b) => a - b);
    const mine = async () => (await as("member").queue(project)).rows.find(({ number }) => number === first);
    expect(await mine()).toMatchObject({ alike: others, sessions: [1, 2, 3], latest: { title: "Queue: Outbox" } });
    const listed = (text: string) => as("member").list({ ...project, filter: { text, status: "draft" } });
    expect((await listed("Queue: Outbox")).rows.map(({ number }) => number)).toEqual([first]);
    expect((await listed(`DEC-${String(others[0]).padStart(3, "0")}`)).rows.map(({ number }) => number)).toEqual([
      others[0],
    ]);

    await as("member").accept({ ...project, number: first, expectedVersion: 1 });
    expect((await get(first)).versions[0]?.evidence.map(({ session }) => session)).toHaveLength(3);
    expect(await Promise.all(others.map(told))).toEqual(["v2 superseded", "v2 superseded"]);
    expect(await mine()).toBeUndefined();

    await as("member").undo({ ...project, number: first, expectedVersion: 2 });
    expect(await mine()).toMatchObject({ alike: others });
    await as("member").reject({ ...project, number: first, expectedVersion: 3, note: "dismissed" });
    expect(await Promise.all(equal.map(told))).toEqual(["v4 rejected", "v4 rejected", "v4 rejected"]);
    await as("member").undo({ ...project, number: first, expectedVersion: 4 });
    expect(await mine()).toMatchObject({ alike: others });
  });

  it("is paged by number, counts what is left, and lets a viewer only look", async () => {
    const whole = await as("viewer").queue(project);
    const paged: number[] = [];
    let cursor: number | null = null;
    do {
      const page: typeof whole = await as("viewer").queue({ ...project, cursor, limit: 2 });
      paged.push(...page.rows.map(({ number }) => number));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.rows.map(({ number }) => number));
    expect(whole.total).toBe(paged.length);
    expect(whole.mayReview).toBe(false);
    expect((await as("viewer").attention(project)).drafts).toBe(whole.total);
  });

  it("merges a draft into what says it already, and brings it back", async () => {
    const holds = await record("Ship from an outbox table", { decision: "Outbox table.", evidence: evidence(8) });
    const draft = await record("Shipping: outbox table", { decision: "Outbox table.", evidence: evidence(9) }, "draft");
    const likely = await as("member").similar({ ...project, number: draft });
    expect(likely[0]).toMatchObject({ number: holds, status: "accepted" });

    const merged = await as("member").merge({ ...project, number: draft, expectedVersion: 1, into: holds });
    expect(merged).toMatchObject({ number: holds, version: 2, status: "accepted" });
    const { versions } = await get(holds);
    expect(versions[0]).toMatchObject({ supersedes: [draft], title: "Ship from an outbox table" });
    expect(versions[0]?.evidence.map(({ session }) => session)).toEqual([8, 9]);
    expect(await told(draft)).toBe("v2 superseded");
    expect((await get(draft)).notice).toContain(`Superseded by ${ref(holds)}`);
    expect(await audited(holds)).toContain("decision.merged");

    await as("member").undo({ ...project, number: holds, expectedVersion: 2 });
    expect([await told(holds), await told(draft)]).toEqual(["v3 accepted", "v3 draft"]);
  });

  it("keeps what was merged into a draft merged when the draft's acceptance is taken back", async () => {
    const draft = await record("Batch size 500", {}, "draft");
    const other = await record("Batches of 500 rows", {}, "draft");
    await as("member").merge({ ...project, number: other, expectedVersion: 1, into: draft });
    expect(await told(other)).toBe("v2 superseded");
    team.deps.advance(60_000);
    await as("member").accept({ ...project, number: draft, expectedVersion: 2 });
    await as("member").undo({ ...project, number: draft, expectedVersion: 3 });
    expect([await told(draft), await told(other)]).toEqual(["v4 draft", "v2 superseded"]);
  });

  it("refuses what cannot be merged, and changes nothing", async () => {
    const holds = await record("Holds already");
    const draft = await record("A draft of it", {}, "draft");
    const merge = (number: number, expectedVersion: number, into: number) =>
      as("member").merge({ ...project, number, expectedVersion, into });
    await expect(merge(draft, 1, draft)).rejects.toThrow("cannot be merged into itself");
    await expect(merge(draft, 2, holds)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(merge(holds, 1, draft)).rejects.toThrow("only drafts and proposals");
    await expect(merge(draft, 1, 4_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await as("member").deprecate({ ...project, number: holds, expectedVersion: 1 });
    await expect(merge(draft, 1, holds)).rejects.toThrow("Merge into one that holds or is open.");
    expect(await told(draft)).toBe("v1 draft");
  });
});

describe("drift", () => {
  const find = () => findDriftOfProject(team.deps, { teamId: team.teamId, projectId: team.project.id });
  const flagsOf = async (number: number, more: object = {}) =>
    (await as("viewer").flags({ ...project, number, ...more })).rows.map(({ kind, newer, older }) => ({
      kind,
      number: newer.number,
      other: older.number,
    }));

  it("is looked for after a change, shown, dismissed for good, and brought back", async () => {
    team.deps.driftAsked.length = 0;
    const one = await record("Use Redis for the ledger cache");
    const other = await record("Do not use Redis for the ledger cache");
    expect(team.deps.driftAsked).toEqual([team.project.id, team.project.id]);
    await find();
    const flag = { kind: "contradiction" as const, number: other, other: one };
    expect(await flagsOf(one)).toEqual([flag]);

    await as("member").dismissFlag({ ...project, ...flag });
    await expect(as("owner").dismissFlag({ ...project, ...flag })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await find();
    expect(await flagsOf(one)).toEqual([]);
    const { rows } = await as("viewer").flags({ ...project, number: one, dismissed: true });
    expect(rows).toMatchObject([{ kind: "contradiction", dismissed: { by: "Mia Member" } }]);
    expect(await audited(other)).toContain("decision.flag_dismissed");

    await as("member").restoreFlag({ ...project, ...flag });
    expect(await flagsOf(other)).toEqual([flag]);
  });

  it("is over once one supersedes the other", async () => {
    const one = await record("Enable retries for ledger exports");
    const other = await record("Disable retries for ledger exports");
    await find();
    expect(await flagsOf(one)).toHaveLength(1);
    await as("member").supersede({ ...project, number: one, expectedVersion: 1, successor: other });
    expect(await flagsOf(one)).toEqual([]);
    await find();
    const stored = await team.deps.db.pool.query("SELECT 1 FROM decision_flag WHERE other = $1 AND team_id = $2", [
      one,
      team.teamId,
    ]);
    expect(stored.rows).toEqual([]);
  });

  it("is paged, the surest first", async () => {
    for (const day of ["Monday", "Tuesday", "Friday"]) {
      await record(`Release the ${day} build at noon`);
      await record(`Never release the ${day} build at noon`);
    }
    await find();
    const whole = await as("viewer").flags(project);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: typeof whole = await as("viewer").flags({ ...project, cursor, limit: 2 });
      paged.push(...page.rows.map(({ newer, older }) => `${newer.number}-${older.number}`));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.rows.map(({ newer, older }) => `${newer.number}-${older.number}`));
    expect(whole.total).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(2);
    await expect(as("viewer").flags({ ...project, cursor: "x" })).rejects.toThrow("page mark");
  });
});

describe("a review that is due", () => {
  const dueNumbers = async () => (await as("viewer").due({ ...project, limit: 100 })).rows.map(({ number }) => number);

  it("is found by age and confidence, by risk without evidence, and by paths that are gone; confirming quiets it", async () => {
    const at = (day: string) => `2026-${day}T10:00:00.000Z`;
    const old = await record("Old and unsure", { confidence: "low", decidedOn: at("03-01") });
    const sure = await record("Old and sure", { confidence: "high", decidedOn: at("03-01") });
    const risky = await record("Risky", { risk: "high" });
    const shown = await record("Risky and shown", { risk: "high", evidence: evidence(3) });
    await indexFiles(["src/kept.ts", "docs/a.md"]);
    const gone = await record("About a file", { affectedPaths: ["src/gone.ts", "src/kept.ts", "src/", "src/*.ts"] });
    const there = await record("About another", { affectedPaths: ["src/kept.ts", "/etc/gone.ts", "src/a.zig"] });

    const due = await dueNumbers();
    expect(due).toEqual(expect.arrayContaining([old, risky, gone]));
    for (const quiet of [sure, shown, there]) expect(due).not.toContain(quiet);
    expect((await as("viewer").attention(project)).due).toBe(due.length);
    const list = await as("viewer").list({ ...project, filter: { due: true }, sort: "oldest", limit: 100 });
    expect(list.rows.map(({ number }) => number)).toEqual(due);
    for (const { number, reasons } of (await as("viewer").due({ ...project, limit: 100 })).rows) {
      expect(reasons.length, `reasons of ${ref(number)}`).toBeGreaterThan(0);
    }
    expect((await get(gone)).due).toEqual(["The file index no longer has src/gone.ts."]);

    await as("member").confirm({ ...project, number: gone, expectedVersion: 1 });
    expect(await dueNumbers()).not.toContain(gone);
    expect(await get(gone)).toMatchObject({ due: [], reviewed: { by: "Mia Member" } });
    expect(await told(gone)).toBe("v1 accepted");
    expect(await audited(gone)).toContain("decision.confirmed");
    team.deps.advance(91 * 86_400_000);
    expect(await dueNumbers()).toContain(gone);
  });

  it("is confirmed only of what holds, at the version that was read", async () => {
    const draft = await record("A draft", {}, "draft");
    await expect(as("member").confirm({ ...project, number: draft, expectedVersion: 1 })).rejects.toThrow("is draft");
    const holds = await record("It holds");
    await expect(as("member").confirm({ ...project, number: holds, expectedVersion: 2 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  async function indexFiles(paths: readonly string[]): Promise<void> {
    const index = team.deps.ids.next();
    const { teamId } = team;
    for (const path of paths) {
      await team.deps.db.pool.query(
        `INSERT INTO project_file (team_id, project_id, path, language, sha256, lines, tokens, imports, outline, commits, index_id)
         VALUES ($1, $2, $3, 'typescript', '', 1, 1, '{}', '[]', 0, $4)`,
        [teamId, team.project.id, path, index],
      );
    }
  }
});

describe("who cites a decision", () => {
  it("is told of every kind of record, the newest first, and by pages", async () => {
    const number = await record("Cited often");
    const name = ref(number);
    const longer = `${name}1`;
    const caller = createCaller({ deps: team.deps, principal: team.people.member });
    await record("By its text", { reasoning: `As ${name} says.` });
    await record("By its relation", { amends: [number] });
    await record("By a longer number", { reasoning: `As ${longer} says.` });
    await caller.failures.record({ ...project, failure: { title: "It failed", rootCause: `Against ${name}.` } });
    const whole = await as("viewer").citedBy({ ...project, number });
    expect(whole.rows.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      "failure: It failed",
      "decision: By its relation",
      "decision: By its text",
    ]);
    const first = await as("viewer").citedBy({ ...project, number, limit: 2 });
    const rest = await as("viewer").citedBy({ ...project, number, limit: 2, cursor: first.nextCursor });
    expect([...first.rows, ...rest.rows]).toEqual(whole.rows);
    await expect(as("viewer").citedBy({ ...project, number, cursor: "x" })).rejects.toThrow("page mark");
  });
});
