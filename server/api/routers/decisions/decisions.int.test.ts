import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

/** One a minute, so that every order has an answer. */
async function record(title: string, more: object = {}, status: Status = "accepted"): Promise<number> {
  team.deps.advance(60_000);
  const { number } = await as("member").record({ ...project, decision: { title, ...more }, status });
  return number;
}

const get = (number: number) => as("viewer").get({ ...project, number });
const told = async (number: number) => {
  const { versions } = await get(number);
  return `v${versions[0]?.version} ${versions[0]?.status}`;
};

describe("a decision recorded by hand", () => {
  it("keeps every field, takes secrets out, and is noted", async () => {
    const secret = `ghp_${"Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2".slice(0, 36)}`;
    const decision = {
      title: "Deliver webhooks inline",
      decidedOn: "2026-11-04T15:12:00.000Z",
      context: "Customers expect a webhook within 30 seconds.",
      decision: "Deliver from the request handler.",
      reasoning: `No new infrastructure. ${secret}`,
      alternatives: [{ option: "Outbox", detail: "a table and a worker", whyNot: "A second process to run." }],
      impact: "Slow handlers.",
      reversible: "Yes, 2 days",
      risk: "medium",
      confidence: "low",
      assumptions: ["40 a minute"],
      affectedPaths: ["src/webhooks/deliver.ts"],
      tags: ["webhooks"],
      evidence: [{ kind: "record" as const, session: null, ref: "FAIL-009", note: "sent twice" }],
      links: [{ kind: "link" as const, session: null, ref: "https://example.org", note: "" }],
      supersedes: [],
    };
    const { number } = await as("member").record({ ...project, decision, status: "proposed" });
    const { versions } = await get(number);
    const { reasoning, ...rest } = decision;
    expect(versions).toMatchObject([{ ...rest, version: 1, status: "proposed", author: { name: "Mia Member" } }]);
    expect(versions[0]?.reasoning).toMatch(/^No new infrastructure\./);
    expect(versions[0]?.reasoning).not.toContain(secret);
    const audit = await team.deps.db.pool.query("SELECT action FROM audit_entry WHERE subject = 'DEC-001'");
    expect(audit.rows).toEqual([{ action: "decision.recorded" }]);
  });

  it("is refused with the field and the remedy", async () => {
    await expect(as("member").record({ ...project, decision: { title: " " } })).rejects.toThrow("Write a title");
    await expect(record("Replaces nothing that is there", { supersedes: [4_000] })).rejects.toThrow(
      "There is no DEC-4000 to supersede.",
    );
  });

  it("leaves no gap in the numbers when it was refused", async () => {
    const before = await record("Before");
    await expect(record("Refused", { supersedes: [4_000] })).rejects.toThrow();
    expect(await record("After")).toBe(before + 1);
  });
});

describe("an edit", () => {
  it("is a new version, and the second of two at once is told and changes nothing", async () => {
    const number = await record("Money is bigint cents", { tags: ["money"] });
    const edit = (title: string) =>
      as("member").edit({ ...project, number, expectedVersion: 1, decision: { title, tags: ["money"] } });
    const answers = await Promise.allSettled([edit("Money is bigint"), edit("Money is integer cents")]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = answers.find((answer) => answer.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "CONFLICT" });
    expect(await told(number)).toBe("v2 accepted");
  });

  it("of what was turned down is refused", async () => {
    const number = await record("Cache tax rates", {}, "draft");
    await as("member").reject({ ...project, number, expectedVersion: 1 });
    const edit = as("member").edit({ ...project, number, expectedVersion: 2, decision: { title: "Again" } });
    await expect(edit).rejects.toThrow("is rejected. Record a new decision instead.");
  });

  it("is taken back by a version that says what was said before", async () => {
    const number = await record("First words", { tags: ["a"] });
    await as("member").edit({ ...project, number, expectedVersion: 1, decision: { title: "Second words" } });
    await as("member").undo({ ...project, number, expectedVersion: 2 });
    const { versions } = await get(number);
    expect(versions.map(({ version, title, tags }) => ({ version, title, tags }))).toEqual([
      { version: 3, title: "First words", tags: ["a"] },
      { version: 2, title: "Second words", tags: [] },
      { version: 1, title: "First words", tags: ["a"] },
    ]);
  });
});

describe("superseding", () => {
  it("waits until the successor is accepted, is one transaction, and is undone as one", async () => {
    const old = await record("Retry inline");
    const successor = await record("Retry from an outbox", { supersedes: [old] }, "draft");
    expect(await told(old)).toBe("v1 accepted");
    expect((await get(old)).supersededBy).toMatchObject([{ number: successor, status: "draft" }]);

    await as("member").accept({ ...project, number: successor, expectedVersion: 1 });
    expect(await told(old)).toBe("v2 superseded");
    expect((await get(successor)).replaces).toMatchObject([{ number: old, status: "superseded" }]);

    await as("member").undo({ ...project, number: successor, expectedVersion: 2 });
    expect(await told(successor)).toBe("v3 draft");
    expect(await told(old)).toBe("v3 accepted");
  });

  it("takes effect at once when the named successor is accepted already", async () => {
    const old = await record("JWT for share links");
    const successor = await record("HMAC for share links");
    const changed = await as("member").supersede({ ...project, number: old, expectedVersion: 1, successor });
    expect(changed).toMatchObject({ number: successor, version: 2, status: "accepted" });
    expect(await told(old)).toBe("v2 superseded");
    const again = as("member").undo({ ...project, number: old, expectedVersion: 2 });
    await expect(again).rejects.toThrow("Take that back at the decision that replaced it.");
    await as("member").undo({ ...project, number: successor, expectedVersion: 2 });
    expect(await told(old)).toBe("v3 accepted");
  });

  it("stays while another accepted decision replaces the same", async () => {
    const old = await record("One queue");
    const first = await record("Two queues", { supersedes: [old] });
    await record("No queue", { supersedes: [old] });
    await as("member").edit({ ...project, number: first, expectedVersion: 1, decision: { title: "Two queues" } });
    expect(await told(old)).toBe("v2 superseded");
  });

  it("never makes a circle, and leaves nothing half done", async () => {
    const first = await record("A", {}, "draft");
    const second = await record("B", { supersedes: [first] }, "draft");
    const third = await record("C", { supersedes: [second] }, "draft");
    const closing = as("member").supersede({ ...project, number: third, expectedVersion: 1, successor: first });
    await expect(closing).rejects.toThrow("That would be a circle");
    expect([await told(first), await told(second), await told(third)]).toEqual(["v1 draft", "v1 draft", "v1 draft"]);
  });

  it("of two that would replace each other lets one through", async () => {
    const one = await record("Left");
    const other = await record("Right");
    const answers = await Promise.allSettled([
      as("member").supersede({ ...project, number: one, expectedVersion: 1, successor: other }),
      as("owner").supersede({ ...project, number: other, expectedVersion: 1, successor: one }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the list", () => {
  const own = { text: "ledger" };
  const numbers = async (filter: object, more: object = {}) => {
    const { rows } = await as("viewer").list({ ...project, filter: { ...own, ...filter }, ...more });
    return rows.map((row) => row.title.split(" ")[0]);
  };

  beforeAll(async () => {
    const paths = (...affectedPaths: string[]) => ({ affectedPaths });
    await record("one ledger", { tags: ["a"], ...paths("src/ledger/post.ts"), decidedOn: "2026-10-30T23:30:00.000Z" });
    await record("two ledger", {
      tags: ["a", "b"],
      ...paths("src/ledger-2/x.ts"),
      decidedOn: "2026-11-05T10:00:00.000Z",
    });
    await record(
      "three ledger",
      { tags: ["b"], ...paths("docs/ledger.md"), decidedOn: "2026-11-02T10:00:00.000Z" },
      "draft",
    );
    team.deps.advance(60_000);
    const byOwner = { title: "four ledger", decidedOn: "2026-11-20T10:00:00.000Z" };
    await as("owner").record({ ...project, decision: byOwner, status: "accepted" });
  });

  it("is filtered by status, tags, author, folder, days and words together", async () => {
    expect(await numbers({})).toEqual(["four", "three", "two", "one"]);
    expect(await numbers({ status: "draft" })).toEqual(["three"]);
    expect(await numbers({ tag: ["a"] })).toEqual(["two", "one"]);
    expect(await numbers({ tag: ["a", "b"] })).toEqual(["two"]);
    expect(await numbers({ author: ["Olga Owner"] })).toEqual(["four"]);
    expect(await numbers({ path: ["src/ledger"] })).toEqual(["one"]);
    expect(await numbers({ path: ["src/ledger/", "docs/ledger.md"] })).toEqual(["three", "one"]);
    expect(await numbers({ tag: ["b"], author: ["Mia Member"], status: "accepted" })).toEqual(["two"]);
  });

  it("counts days in the project's zone: 23:30 UTC is the next day in Berlin", async () => {
    expect(await numbers({ from: "2026-10-31", to: "2026-10-31" })).toEqual(["one"]);
    expect(await numbers({ to: "2026-10-30" })).toEqual([]);
    const swapped = as("viewer").list({ ...project, filter: { from: "2026-11-02", to: "2026-11-01" } });
    await expect(swapped).rejects.toThrow("swap from and to");
  });

  it("finds a record by its name", async () => {
    const [row] = (await as("viewer").list({ ...project, filter: { text: "two ledger" } })).rows;
    const name = `dec-${String(row?.number).padStart(3, "0")}`;
    const { rows } = await as("viewer").list({ ...project, filter: { text: name } });
    expect(rows.map(({ number }) => number)).toContain(row?.number);
  });

  it.each(["newest", "oldest", "decided", "changed"] as const)(
    "by %s gives every record once over its pages",
    async (sort) => {
      const whole = await as("viewer").list({ ...project, sort, limit: 100 });
      const paged: number[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<ReturnType<typeof as>["list"]>> = await as("viewer").list({
          ...project,
          ...{ sort, cursor, limit: 3 },
        });
        paged.push(...page.rows.map((row) => row.number));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(whole.rows.map((row) => row.number));
      expect(new Set(paged).size).toBe(whole.total);
    },
  );

  it("refuses a page mark of another order", async () => {
    await expect(as("viewer").list({ ...project, sort: "decided", cursor: "3~3" })).rejects.toThrow("page mark");
  });

  it("says how many records each value leads to: another author takes the place of this one, a tag is added", async () => {
    const { facets } = await as("viewer").list({
      ...project,
      filter: { ...own, tag: ["a"], author: ["Mia Member"], status: "accepted" },
    });
    expect(facets.tags).toEqual([
      { value: "a", count: 2 },
      { value: "b", count: 1 },
    ]);
    expect(facets.statuses).toEqual([{ value: "accepted", count: 2 }]);
    const open = await as("viewer").list({ ...project, filter: { ...own, author: ["Mia Member"] } });
    expect(open.facets.authors).toEqual([
      { value: "Mia Member", count: 3 },
      { value: "Olga Owner", count: 1 },
    ]);
  });

  it("has a history of the same records, oldest first", async () => {
    const { points } = await as("viewer").history({ ...project, filter: own });
    expect(points.map(({ title }) => title.split(" ")[0])).toEqual(["one", "three", "two", "four"]);
  });

  it("is exported as it is shown", async () => {
    const file = (format: "csv" | "markdown") =>
      as("viewer").export({ ...project, filter: { ...own, tag: ["a"] }, sort: "oldest", format });
    const csv = await file("csv");
    expect(csv.fileName).toMatch(/-decisions\.csv$/);
    expect(
      csv.text
        .split("\r\n")
        .slice(1, 3)
        .map((line) => line.split(",")[3]),
    ).toEqual(["one ledger", "two ledger"]);
    const { text } = await file("markdown");
    expect(text.match(/^## DEC-\d+: \w+ ledger$/gm)).toHaveLength(2);
    expect(text).toContain("- `src/ledger/post.ts`");
  });

  it("knows nothing of other projects and teams", async () => {
    const elsewhere = { team: team.slug, project: team.secondProject.slug };
    const list = await as("owner").list(elsewhere);
    expect([list.total, list.rows, list.facets.tags]).toEqual([0, [], []]);
    await expect(as("owner").get({ ...elsewhere, number: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const foreign = await aTeam(team.deps, "Foreign");
    const stranger = createCaller({ deps: team.deps, principal: foreign.people.owner }).decisions;
    await expect(stranger.history({ ...project })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
