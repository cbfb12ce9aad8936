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

const COMMAND = "npm run migrate";
const OUT = `Error: relation invoice does not exist\n${"    at migrate (src/migrate.ts:41:12)\n".repeat(400)}`;
const DAY_MS = 86_400_000;

type Step = "fails" | "passes";

/** A session that runs the command some days after the others; every step is followed by enough turns to be old. */
async function ran(id: string, days: number, steps: readonly Step[]) {
  const { project: projectSlug } = project;
  const fixture = new SessionFixture({ client: "claude-code", id, cwd: "/repo", projectSlug, windowTokens: 200_000 });
  fixture.said("Migrate the database, please.");
  for (const step of steps) {
    fixture.ran(COMMAND, step === "fails" ? { exit: 1, out: OUT } : {});
    for (let turn = 0; turn < 14; turn++) fixture.ran(`git show --stat HEAD~${turn} -- ${id}-${step}`);
  }
  const batch = fixture.batch();
  const later = (at: string) => new Date(Date.parse(at) + days * DAY_MS).toISOString();
  const { session } = await uploader.append({
    ...batch,
    events: batch.events.map((event) => ({ ...event, at: later(event.at) })),
    requests: batch.requests.map((request) => ({ ...request, at: later(request.at) })),
  });
  await analyse(session.id);
  return session;
}

async function analyse(sessionId: string): Promise<void> {
  const target = { teamId: uploader.team.teamId, sessionId };
  const done = await analyseSession(uploader.deps, target, { force: true, hooks: { recordFindings } });
  expect(done.ok).toBe(true);
}

const caller = () => createCaller({ deps: uploader.deps, principal: uploader.team.people.member });
const failure = () => caller().failures.get({ ...project, number: 1 });

describe("a failure that occurs again in a later session", () => {
  let first: { id: string; number: number };
  let second: { id: string; number: number };

  it("is reopened by it, says where, and keeps doing so at its top", async () => {
    first = await ran("one", 0, ["fails", "passes"]);
    expect(await failure()).toMatchObject({ status: "resolved", occurrences: 1, reopened: null });
    second = await ran("two", 1, ["fails"]);
    const again = await failure();
    expect(again).toMatchObject({ status: "active", occurrences: 2, reopened: { session: second.number } });
    expect(again.versions[0]?.evidence[0]).toMatchObject({
      kind: "event",
      session: second.number,
      note: `Reopened: occurred again in session #${second.number}.`,
    });
    await analyse(second.id);
    expect(await failure()).toMatchObject({ reopened: { session: second.number }, versions: again.versions });
  });

  it("guards what happened in the first session, although the command passed there", async () => {
    await analyse(first.id);
    const seen = await caller().prune.preview({ ...project, number: first.number });
    expect(seen.blocked.rows).toMatchObject([{ protection: "protect.linked-failure", pattern: "FAIL-001" }]);
    const [{ ref } = { ref: "" }] = seen.blocked.rows;
    expect(seen.moves.rows.map((row) => row.ref)).not.toContain(ref);

    const { versions } = await failure();
    await caller().failures.resolve({
      ...project,
      number: 1,
      expectedVersion: versions[0]?.version ?? 0,
      fix: "Seed.",
    });
    await analyse(first.id);
    const freed = await caller().prune.preview({ ...project, number: first.number });
    expect(freed.blocked.rows.filter(({ protection }) => protection === "protect.linked-failure")).toEqual([]);
    expect(freed.moves.rows.map((row) => row.ref)).toContain(ref);
  });

  it("is resolved by a person until it recurs later than that; older history reopens nothing", async () => {
    expect(await failure()).toMatchObject({ status: "resolved", reopened: null });
    await ran("late history", -3, ["fails"]);
    expect(await failure()).toMatchObject({ status: "resolved", occurrences: 3 });
    const far = await ran("three", 60, ["fails"]);
    expect(await failure()).toMatchObject({ status: "active", occurrences: 4, reopened: { session: far.number } });
    const list = await caller().failures.list({ ...project, filter: { status: "escalate" } });
    expect(list.rows.map((row) => row.number)).toEqual([1]);
    const evidence = (await failure()).versions[0]?.evidence ?? [];
    expect(evidence.filter(({ note }) => note.startsWith("Reopened:"))).toHaveLength(1);
  });

  it("is no longer said to be reopened once a person wrote why", async () => {
    const { versions } = await failure();
    const [newest] = versions;
    const known = { title: newest?.title ?? "", rootCause: "The seed runs first.", approach: COMMAND };
    await caller().failures.edit({ ...project, number: 1, expectedVersion: newest?.version ?? 0, failure: known });
    expect(await failure()).toMatchObject({ status: "active", reopened: null });
  });
});
