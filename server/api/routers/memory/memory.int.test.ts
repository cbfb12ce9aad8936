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
  await uploadSession("one");
  await uploadSession("two");
});
afterAll(() => uploader.close());

const QUESTION = "Where do sent rows go?";

async function uploadSession(id: string): Promise<void> {
  const fixture = new SessionFixture({
    client: "claude-code",
    id,
    cwd: "/repo",
    projectSlug: project.project,
    title: `Session ${id}`,
  })
    .said("Keep sent rows for a while, and prove it with a test.")
    .called(
      "AskUserQuestion",
      { questions: [{ question: QUESTION, header: "Rows", options: [{ label: "Archive" }, { label: `Drop ${id}` }] }] },
      `User has answered your questions: "${QUESTION}"="Archive". You can now continue.`,
    )
    .called(
      "AskUserQuestion",
      {
        questions: [
          { question: `How long, in ${id}?`, header: "Age", options: [{ label: "30 days" }, { label: "90 days" }] },
        ],
      },
      `User has answered your questions: "How long, in ${id}?"="90 days". You can now continue.`,
    )
    .ran("npm test", { exit: 1, out: "AssertionError: the row is gone" });
  const { session } = await uploader.append(fixture);
  await analyseSession(
    uploader.deps,
    { teamId: uploader.team.teamId, sessionId: session.id },
    { hooks: { recordFindings } },
  );
}

/** A lint that fails in a folder behind some prompts, which make it later, and what came behind it. */
async function uploadFailure(
  { id, cwd, prompts }: { id: string; cwd: string; prompts: number },
  ending: (fixture: SessionFixture) => SessionFixture,
): Promise<void> {
  const fixture = new SessionFixture({ client: "claude-code", id, cwd, projectSlug: project.project, title: id });
  for (let step = 0; step < prompts; step++) fixture.said(`Lint, please (${step}).`);
  fixture.ran("npm run lint", { exit: 1, out: "error: unused variable" });
  const { session } = await uploader.append(ending(fixture));
  await analyseSession(
    uploader.deps,
    { teamId: uploader.team.teamId, sessionId: session.id },
    { hooks: { recordFindings } },
  );
}

function as(role: "viewer" | "member") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] });
}

describe("decisions", () => {
  it("are listed newest first, equal drafts as one, by pages, with counts", async () => {
    const first = await as("viewer").decisions.list({ ...project, limit: 2 });
    expect(first.rows.map((row) => row.number)).toEqual([4, 2]);
    expect(first.facets.statuses).toEqual([{ value: "draft", count: 3 }]);
    expect(first.total).toBe(3);
    const rest = await as("viewer").decisions.list({ ...project, limit: 2, cursor: first.nextCursor });
    expect(rest.rows.map((row) => row.number)).toEqual([1]);
    expect(rest.nextCursor).toBeNull();
  });

  it("are found by status, tag and text", async () => {
    const list = (filter: object) => as("viewer").decisions.list({ ...project, filter });
    expect((await list({ status: "accepted" })).rows).toEqual([]);
    expect((await list({ tag: ["age"] })).rows.map((row) => row.title)).toEqual(["Age: 90 days", "Age: 90 days"]);
    expect((await list({ text: "in two" })).rows).toHaveLength(1);
    expect((await list({ text: "100%_" })).rows).toEqual([]);
  });

  it("tell in how many sessions the same question got the same answer", async () => {
    const { rows } = await as("viewer").decisions.list(project);
    expect(rows.map(({ title, sessions }) => [title, sessions])).toEqual([
      ["Age: 90 days", 1],
      ["Age: 90 days", 1],
      ["Rows: Archive", 2],
    ]);
    const page = await as("viewer").decisions.list({ ...project, limit: 1, cursor: "2~2" });
    expect(page.rows).toMatchObject([{ number: 1, sessions: 2 }]);
  });

  it("show where they come from", async () => {
    const decision = await as("viewer").decisions.get({ ...project, number: 1 });
    expect(decision.session).toBe(1);
    expect(decision.versions[0]).toMatchObject({
      status: "draft",
      context: QUESTION,
      decision: "Archive",
      alternatives: [{ option: "Drop one", detail: "", whyNot: "" }],
      author: { kind: "agent", name: "claude-code main" },
    });
    expect(decision.versions[0]?.evidence).toMatchObject([
      { kind: "event", session: 1 },
      { kind: "event", session: 1 },
    ]);
  });

  it("are accepted once: two at the same time give one new version and one conflict", async () => {
    const input = { ...project, number: 1, expectedVersion: 1, note: "Rows are evidence." };
    const answers = await Promise.allSettled([
      as("member").decisions.accept(input),
      as("member").decisions.reject(input),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = answers.find((answer) => answer.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "CONFLICT" });
    const { versions } = await as("viewer").decisions.get({ ...project, number: 1 });
    expect(versions.map(({ version, status }) => `${version} ${status}`)).toHaveLength(2);
    expect(versions[0]).toMatchObject({
      version: 2,
      reasoning: "Rows are evidence.",
      author: { kind: "member", name: "Mia Member" },
    });
    const audit = await uploader.rows("SELECT action, subject FROM audit_entry WHERE subject = 'DEC-001'");
    expect(audit).toHaveLength(1);
  });

  it("that are decided cannot be decided again, and say so", async () => {
    await as("member").decisions.reject({ ...project, number: 2, expectedVersion: 1 });
    const again = as("member").decisions.accept({ ...project, number: 2, expectedVersion: 2 });
    await expect(again).rejects.toThrow(
      "DEC-002 is rejected and cannot become accepted. Record a new decision instead.",
    );
    await expect(as("member").decisions.accept({ ...project, number: 99, expectedVersion: 1 })).rejects.toThrow(
      "DEC-099",
    );
  });

  it("take secrets out of a reviewer's note", async () => {
    const secret = `ghp_${"Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2".slice(0, 36)}`;
    await as("member").decisions.accept({ ...project, number: 4, expectedVersion: 1, note: `Because of ${secret}.` });
    const { versions } = await as("viewer").decisions.get({ ...project, number: 4 });
    expect(versions[0]?.reasoning).toMatch(/^Because of /);
    expect(versions[0]?.reasoning).not.toContain(secret);
  });
});

describe("failures", () => {
  it("count over sessions and link to their events", async () => {
    const list = await as("viewer").failures.list(project);
    expect(list.rows).toMatchObject([
      { number: 1, occurrences: 2, sessions: 2, status: "active", type: "test_failure", agents: ["main"] },
    ]);
    const failure = await as("viewer").failures.get({ ...project, number: 1 });
    expect(failure.latest.map((one) => one.session).sort()).toEqual([1, 2]);
    expect(failure.fingerprints[0]?.fingerprint).toBe("npm test ▸ AssertionError: the row is gone");
  });

  it("are resolved by hand with a note, at the version that was read", async () => {
    await expect(as("member").failures.resolve({ ...project, number: 1, expectedVersion: 7 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await as("member").failures.resolve({
      ...project,
      number: 1,
      expectedVersion: 1,
      fix: "Archive in the same transaction.",
    });
    const failure = await as("viewer").failures.get({ ...project, number: 1 });
    expect(failure.status).toBe("resolved");
    expect(failure.versions[0]).toMatchObject({ version: 2, fix: "Archive in the same transaction." });
    expect((await as("viewer").failures.list({ ...project, filter: { status: "active" } })).rows).toEqual([]);
  });

  it("stay resolved while only old history arrives", async () => {
    await uploadSession("three");
    const failure = await as("viewer").failures.get({ ...project, number: 1 });
    expect(failure).toMatchObject({ status: "resolved", occurrences: 3 });
  });

  it("show paths inside the folder of any of their sessions relative, carried over from one to the next", async () => {
    await uploadFailure({ id: "fixed", cwd: "/home/ada/api", prompts: 1 }, (fixture) =>
      fixture.edited("/home/ada/api/src/a.ts").ran("npm run lint", { out: "ok" }),
    );
    await uploadFailure({ id: "again", cwd: "/srv/bob/api", prompts: 20 }, (fixture) => fixture);
    const failure = await as("viewer").failures.get({ ...project, number: 2 });
    expect(failure.versions.map(({ version, status }) => `${version} ${status}`)).toEqual(["2 active", "1 resolved"]);
    expect(failure.versions[0]).toMatchObject({
      fix: "Passed after changes to src/a.ts.",
      affectedPaths: ["src/a.ts"],
    });
  });

  it("refuse a page mark that is not ours", async () => {
    await expect(as("viewer").failures.list({ ...project, cursor: "x" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("handoffs and the findings of a session", () => {
  it("read the composed note with its prompt and completeness", async () => {
    const { rows } = await as("viewer").handoffs.list(project);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ of: 10, status: "open" });
    const handoff = await as("viewer").handoffs.get({ ...project, number: 1 });
    expect(handoff.markdown).toMatch(/^## Session Handoff Note\n\*\*From\*\*: Session #1 \(/);
    expect(handoff.prompt).toContain(handoff.markdown.trim());
    expect(handoff.note?.currentTask).toBe("Keep sent rows for a while, and prove it with a test.");
  });

  it("are listed by the session's last event, not by when the note was composed, by pages", async () => {
    await uploader.rows(
      "UPDATE session SET last_event_at = '2026-11-20T10:00:00Z' WHERE team_id = $1 AND number IN (1, 3)",
      [uploader.team.teamId],
    );
    const first = await as("viewer").handoffs.list({ ...project, limit: 1 });
    expect(first.rows).toMatchObject([{ session: 3, lastAt: "2026-11-20T10:00:00.000Z" }]);
    const second = await as("viewer").handoffs.list({ ...project, limit: 1, cursor: first.nextCursor });
    expect(second.rows).toMatchObject([{ session: 1, lastAt: "2026-11-20T10:00:00.000Z" }]);
    const rest = await as("viewer").handoffs.list({ ...project, cursor: second.nextCursor });
    expect(rest.rows.map((row) => row.session)).toEqual([5, 4, 2]);
  });

  it("are one answer for the session page", async () => {
    const findings = await as("viewer").memory.ofSession({ ...project, number: 2 });
    expect(findings.decisions.map((row) => row.title)).toEqual(["Age: 90 days", "Rows: Archive"]);
    expect(findings.failures).toMatchObject([{ number: 1, here: 1, resolvedBy: null }]);
    expect(findings.handoff?.session?.number).toBe(2);
    await expect(as("viewer").memory.ofSession({ ...project, number: 77 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
