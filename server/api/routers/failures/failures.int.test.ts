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
  for (const id of ["one", "two", "three"]) await failing(id, "npm run lint", "error: unused variable");
  await failing("four", "npm run build", "error TS2345: no overload matches");
});
afterAll(() => uploader.close());

async function failing(id: string, command: string, out: string): Promise<void> {
  const fixture = new SessionFixture({
    client: "claude-code",
    id,
    cwd: "/repo",
    projectSlug: project.project,
    title: id,
  })
    .said("Check it, please.")
    .ran(command, { exit: 1, out });
  const { session } = await uploader.append(fixture);
  const target = { teamId: uploader.team.teamId, sessionId: session.id };
  await analyseSession(uploader.deps, target, { hooks: { recordFindings } });
}

function as(role: "viewer" | "member") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] }).failures;
}

const get = (number: number) => as("viewer").get({ ...project, number });
const list = (filter: object = {}, more: object = {}) => as("viewer").list({ ...project, filter, ...more });

describe("the registry", () => {
  it("is filtered by how a failure stands, by agent and by words of its cause", async () => {
    expect((await list({ status: "escalate" })).rows.map((row) => row.number)).toEqual([1]);
    expect((await list({ status: "once" })).rows.map((row) => row.number)).toEqual([2]);
    expect((await list({ status: "active" })).rows).toHaveLength(2);
    expect((await list({ author: ["main"] })).rows).toHaveLength(2);
    expect((await list({ text: "overload" })).rows.map((row) => row.number)).toEqual([2]);
    const { facets } = await list({ status: "once" });
    expect(facets.statuses).toEqual(
      expect.arrayContaining([
        { value: "escalate", count: 1 },
        { value: "once", count: 1 },
      ]),
    );
  });

  it.each(["last", "often", "first", "newest"] as const)(
    "by %s gives every failure once over its pages",
    async (sort) => {
      const first = await list({}, { sort, limit: 1 });
      const second = await list({}, { sort, limit: 1, cursor: first.nextCursor });
      const both = [...first.rows, ...second.rows].map((row) => row.number);
      expect([...both].sort()).toEqual([1, 2]);
      expect(second.nextCursor).toBeNull();
    },
  );

  it("has a history in which only the first occurrence of a failure is fresh", async () => {
    const { days } = await as("viewer").history(project);
    const sum = (pick: "fresh" | "again") => days.reduce((total, day) => total + day[pick], 0);
    expect([sum("fresh") + sum("again"), sum("fresh") >= 2]).toEqual([4, true]);
    const { rows } = await list();
    expect(rows.map(({ perWeek }) => perWeek.length)).toEqual([12, 12]);
  });

  it("is exported as it is shown", async () => {
    const csv = await as("viewer").export({ ...project, filter: { status: "once" }, format: "csv" });
    expect(csv.text).toContain("FAIL-002,1,active,build_failure");
    expect(csv.text).not.toContain("FAIL-001");
    const { text } = await as("viewer").export({ ...project, format: "markdown" });
    expect(text.match(/^## FAIL-\d+/gm)).toHaveLength(2);
  });
});

describe("a failure", () => {
  it("says what an agent hears, with where it was seen", async () => {
    expect((await get(1)).heard).toMatch(/^tried before: yes, 3 times \(FAIL-001, active\)\nwhat: npm run lint/);
    expect((await get(1)).heard).toMatch(/evidence: S-\d ctx:\S+, S-\d ctx:\S+, S-\d ctx:/);
  });

  it("is resolved with its cause, and that is taken back without a trace lost", async () => {
    const known = { rootCause: "A leftover import.", fix: "Delete it." };
    await as("member").resolve({ ...project, number: 1, expectedVersion: 1, ...known });
    expect(await get(1)).toMatchObject({ status: "resolved", versions: [{ version: 2, ...known }, { version: 1 }] });
    expect((await get(1)).heard).toContain("because: A leftover import.\ndo: Delete it.");
    await as("member").undo({ ...project, number: 1, expectedVersion: 2 });
    expect(await get(1)).toMatchObject({
      status: "active",
      versions: [{ version: 3, fix: "" }, { fix: "Delete it." }, {}],
    });
  });

  it("is reopened, once", async () => {
    await as("member").resolve({ ...project, number: 1, expectedVersion: 3 });
    await as("member").reopen({ ...project, number: 1, expectedVersion: 4 });
    const again = as("member").reopen({ ...project, number: 1, expectedVersion: 5 });
    await expect(again).rejects.toThrow("FAIL-001 is open already.");
  });

  it("that only the analysis wrote has nothing to take back", async () => {
    await expect(as("member").undo({ ...project, number: 2, expectedVersion: 1 })).rejects.toThrow("Nobody changed");
  });

  it("is edited as a new version, and a list of it only by its newest words", async () => {
    const failure = { title: "The build is red", type: "build_failure", tags: ["ci"], approach: "npm run build" };
    await as("member").edit({ ...project, number: 2, expectedVersion: 1, failure });
    expect((await list({ tag: ["ci"] })).rows).toMatchObject([{ number: 2, title: "The build is red" }]);
    const late = as("member").edit({ ...project, number: 2, expectedVersion: 1, failure });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a failure recorded by hand", () => {
  const failure = {
    title: "Sharding by month",
    approach: "one table a month",
    description: "Queries over years got slow.",
  };

  it("counts as seen once, and the same again is a conflict that names it", async () => {
    const { number } = await as("member").record({ ...project, failure });
    expect(await get(number)).toMatchObject({ occurrences: 1, status: "active", latest: [], versions: [failure] });
    await expect(as("member").record({ ...project, failure })).rejects.toThrow(
      "FAIL-003 has the same command and cause",
    );
  });

  it("is joined by a session that fails the same way, and outlives it", async () => {
    const known = { title: "Types", approach: "npx tsc --noEmit", description: "error TS9999: too deep" };
    const { number } = await as("member").record({ ...project, failure: known });
    await failing("joins", "npx tsc --noEmit", "error TS9999: too deep");
    const joined = await get(number);
    expect(joined.latest).toHaveLength(1);
    expect(joined.versions[0]).toMatchObject({ author: { name: "Mia Member" } });
  });
});
