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

const BUILD = "npm run build";

/** Uploads and analyses a session that runs some commands, each with what it says; an empty text passes. */
async function ran(id: string, steps: readonly (readonly [command: string, out: string])[]) {
  const header = { client: "claude-code", id, cwd: "/repo", projectSlug: project.project, title: id } as const;
  const fixture = steps.reduce(
    (session, [command, out]) => session.ran(command, out === "" ? {} : { exit: 1, out }),
    new SessionFixture(header).said("Check it, please."),
  );
  const { session } = await uploader.append(fixture);
  await analyse(session.id);
  return session;
}

async function analyse(sessionId: string): Promise<void> {
  const target = { teamId: uploader.team.teamId, sessionId };
  const done = await analyseSession(uploader.deps, target, { force: true, hooks: { recordFindings } });
  expect(done.ok).toBe(true);
}

function as(role: "viewer" | "member") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] }).failures;
}
const get = (number: number) => as("viewer").get({ ...project, number });
const numbers = async () => (await as("viewer").list({ ...project, sort: "newest" })).rows.map((row) => row.number);
const audited = async (subject: string) =>
  (await uploader.rows("SELECT action FROM audit_entry WHERE subject = $1 ORDER BY occurred_at, id", [subject])).map(
    ({ action }) => action,
  );

/** Two failures that are one cause: FAIL-n with two occurrences, and the next number with one. */
async function two(name: string) {
  await ran(`${name}-a`, [
    [BUILD, `error TS2345: ${name} is wrong`],
    [BUILD, `error TS2345: ${name} is wrong`],
  ]);
  const other = await ran(`${name}-b`, [["npx tsc --noEmit", `error TS2345: ${name} is wrong`]]);
  const [second = 0, first = 0] = await numbers();
  return { first, second, other };
}

describe("merging", () => {
  it("makes one of two: fingerprints, occurrences and the number lead to it, and the list hides the other", async () => {
    const { first, second, other } = await two("alpha");
    const made = await as("member").merge({ ...project, number: second, into: first, expectedVersion: 1 });
    expect(made).toMatchObject({ number: second, version: 2 });
    const whole = await get(first);
    expect(whole).toMatchObject({ occurrences: 3, status: "active", merged: [{ number: second, version: 2 }] });
    expect(whole.fingerprints).toHaveLength(2);
    expect(whole.versions).toMatchObject([{ version: 2, evidence: [{ kind: "record" }, {}] }, {}]);
    expect(await get(second)).toMatchObject({ number: first, askedFor: second });
    expect(await numbers()).not.toContain(second);
    expect((await as("viewer").list(project)).total).toBe((await numbers()).length);

    await analyse(other.id);
    await ran("alpha-c", [["npx tsc --noEmit", "error TS2345: alpha is wrong"]]);
    expect(await get(first)).toMatchObject({ occurrences: 4 });
    expect(await audited(`FAIL-${String(second).padStart(3, "0")}`)).toEqual(["failure.merged"]);
  });

  it("is taken back with all that the merged one brought along", async () => {
    const { first, second } = await two("beta");
    await as("member").merge({ ...project, number: second, into: first, expectedVersion: 1 });
    await as("member").unmerge({ ...project, number: second, expectedVersion: 2 });
    expect(await get(second)).toMatchObject({ number: second, askedFor: null, occurrences: 1 });
    expect(await get(first)).toMatchObject({ occurrences: 2, merged: [], fingerprints: [{}] });
    expect((await get(second)).versions[0]?.evidence).toEqual((await get(second)).versions[2]?.evidence);
    await ran("beta-c", [["npx tsc --noEmit", "error TS2345: beta is wrong"]]);
    expect(await get(second)).toMatchObject({ occurrences: 2 });
  });

  it("of a merged one leads on, and comes apart in the order in which it was made", async () => {
    const { first, second } = await two("gamma");
    await ran("gamma-x", [["npm run types", "error TS2345: gamma is wrong"]]);
    const [third = 0] = await numbers();
    await as("member").merge({ ...project, number: third, into: second, expectedVersion: 1 });
    await as("member").merge({ ...project, number: second, into: first, expectedVersion: 2 });
    expect(await get(third)).toMatchObject({ number: first, occurrences: 4 });
    await as("member").unmerge({ ...project, number: second, expectedVersion: 3 });
    expect(await get(third)).toMatchObject({ number: second, occurrences: 2 });
    expect(await get(first)).toMatchObject({ occurrences: 2 });
  });

  it("refuses itself, a foreign number, a stale version, and writing into one that was merged", async () => {
    const { first, second } = await two("delta");
    const merge = (number: number, into: number, expectedVersion = 1) =>
      as("member").merge({ ...project, number, into, expectedVersion });
    await expect(merge(first, first)).rejects.toThrow("cannot be merged into itself");
    await expect(merge(first, 9_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(merge(first, second, 7)).rejects.toMatchObject({ code: "CONFLICT" });
    await merge(second, first);
    await expect(merge(second, first, 2)).rejects.toThrow("was merged into");
    await expect(merge(first, second, 2)).rejects.toThrow("was merged into");
    const resolve = as("member").resolve({ ...project, number: second, expectedVersion: 2 });
    await expect(resolve).rejects.toThrow(/Change FAIL-\d+ instead/);
    await expect(as("member").unmerge({ ...project, number: first, expectedVersion: 2 })).rejects.toThrow("not merged");
    const undo = as("member").undo({ ...project, number: first, expectedVersion: 2 });
    await expect(undo).rejects.toThrow("Take the merge back instead.");
  });

  it("of two that were recorded by hand adds up what people told", async () => {
    const record = (title: string) => as("member").record({ ...project, failure: { title, approach: title } });
    const [one, other] = [await record("Sharding by month"), await record("Sharding by week")];
    await as("member").merge({ ...project, number: other.number, into: one.number, expectedVersion: 1 });
    expect(await get(one.number)).toMatchObject({ occurrences: 2 });
    await as("member").unmerge({ ...project, number: other.number, expectedVersion: 2 });
    expect(await get(one.number)).toMatchObject({ occurrences: 1 });
  });
});

describe("splitting", () => {
  it("by occurrence makes a new failure that keeps it when its session is analysed again", async () => {
    const session = await ran("split-a", [
      [BUILD, "error: epsilon hangs"],
      [BUILD, "error: epsilon hangs"],
    ]);
    const [number = 0] = await numbers();
    const [occurrence] = (await get(number)).latest;
    const chosen = [{ session: occurrence?.session ?? 0, ref: occurrence?.ref ?? "" }];
    const input = { ...project, number, expectedVersion: 1, occurrences: chosen, title: "Hangs for another reason" };
    const made = await as("member").split(input);
    expect(made.number).toBe(number + 1);
    const check = async () => {
      expect(await get(number)).toMatchObject({ occurrences: 1, fingerprints: [{ leadsHere: true }] });
      const taken = await get(made.number);
      expect(taken.versions[0]).toMatchObject({ title: "Hangs for another reason", rootCause: "" });
      expect(taken).toMatchObject({
        occurrences: 1,
        latest: [{ ref: occurrence?.ref, isMovedByHand: true }],
        fingerprints: [{ leadsHere: false }],
      });
    };
    await check();
    await analyse(session.id);
    await analyse(session.id);
    await check();
    await as("member").merge({ ...project, number: made.number, into: number, expectedVersion: 1 });
    expect(await get(number)).toMatchObject({ occurrences: 2 });
    await as("member").unmerge({ ...project, number: made.number, expectedVersion: 2 });
    await check();
  });

  it("by fingerprint takes what comes later, and what was merged goes where its fingerprint goes", async () => {
    const { first, second } = await two("zeta");
    await as("member").merge({ ...project, number: second, into: first, expectedVersion: 1 });
    const fingerprint = (await get(first)).fingerprints.find(({ fingerprint: text }) => text.startsWith("tsc"));
    const fingerprints = [fingerprint?.fingerprint ?? ""];
    const made = await as("member").split({ ...project, number: first, expectedVersion: 2, fingerprints });
    expect(await get(first)).toMatchObject({ occurrences: 2 });
    expect(await get(second)).toMatchObject({ number: made.number, occurrences: 1 });
    await ran("zeta-c", [["npx tsc --noEmit", "error TS2345: zeta is wrong"]]);
    expect(await get(made.number)).toMatchObject({ occurrences: 2 });
    await as("member").merge({ ...project, number: made.number, into: first, expectedVersion: 1 });
    expect(await get(second)).toMatchObject({ number: first, occurrences: 4 });
  });

  it("may take a failure's own fingerprint when something is left", async () => {
    const { first, second } = await two("eta");
    await as("member").merge({ ...project, number: second, into: first, expectedVersion: 1 });
    const own = (await get(first)).fingerprints.find(({ fingerprint }) => fingerprint.startsWith("npm run build"));
    const fingerprints = [own?.fingerprint ?? ""];
    const made = await as("member").split({ ...project, number: first, expectedVersion: 2, fingerprints });
    await ran("eta-c", [[BUILD, "error TS2345: eta is wrong"]]);
    expect(await get(made.number)).toMatchObject({ occurrences: 3 });
    expect(await get(first)).toMatchObject({ occurrences: 1 });
  });

  it("refuses nothing, everything, and what the failure does not have", async () => {
    const { first, second } = await two("theta");
    const whole = (await get(first)).fingerprints.map(({ fingerprint }) => fingerprint);
    const split = (more: object) => as("member").split({ ...project, number: first, expectedVersion: 1, ...more });
    await expect(split({})).rejects.toThrow("Choose what is split off");
    await expect(split({ fingerprints: whole })).rejects.toThrow("Nothing would be left");
    await expect(split({ fingerprints: ["npm test ▸ other"] })).rejects.toThrow("does not have the fingerprint");
    const [foreign] = (await get(second)).latest;
    const occurrences = [{ session: foreign?.session ?? 0, ref: foreign?.ref ?? "" }];
    await expect(split({ occurrences })).rejects.toThrow("does not have 1 of the occurrences");
    await expect(split({ occurrences: [{ session: 9_999, ref: "x" }] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await get(first)).toMatchObject({ occurrences: 2, versions: [{ version: 1 }] });
  });
});

describe("joins and analyses at once", () => {
  it("end with every occurrence counted once", async () => {
    const { first, second } = await two("iota");
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const command = index % 2 ? BUILD : "npx tsc --noEmit";
        const { id } = await ran(`iota-${index}`, [[command, "error TS2345: iota is wrong"]]);
        return id;
      }),
    );
    const merge = async () => {
      const { versions } = await get(second);
      const expectedVersion = versions[0]?.version ?? 0;
      await as("member").merge({ ...project, number: second, into: first, expectedVersion });
    };
    await Promise.all([...ids.map(analyse), merge()]);
    expect(await get(first)).toMatchObject({ occurrences: 11 });
    const [row] = await uploader.rows(
      "SELECT count(*)::int AS rows, count(DISTINCT (session_id, entry_id))::int AS events FROM failure_occurrence",
    );
    expect(row?.["rows"]).toBe(row?.["events"]);
  });
});
