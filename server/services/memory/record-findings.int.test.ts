import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_RECORD_FILTER } from "../../core/decisions/record-filter";
import { analyseSession } from "../analysis/analyse-session";
import { getHandoff } from "../handoffs/get-handoff";
import { SessionFixture } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { projectScopeOf } from "../telemetry/testing/telemetry-fixture";
import { value } from "../testing/team-fixture";
import { getFailure } from "./get-failure";
import { listFailures } from "./list-failures";
import { recordFindings } from "./record-findings";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

const QUESTION = {
  questions: [
    {
      question: "Which queue should carry webhooks?",
      header: "Queue",
      options: [
        { label: "Outbox table", description: "No new service." },
        { label: "Redis", description: "Another service to run." },
      ],
    },
  ],
};
const ANSWER = `User has answered your questions: "Which queue should carry webhooks?"="Outbox table". You can now continue.`;

function aSessionWithFindings(id: string): SessionFixture {
  return aFixture(id)
    .said("Deliver webhooks from a queue, and make the tests pass again.")
    .called(
      "TodoWrite",
      {
        todos: [
          { content: "Build the outbox", status: "in_progress" },
          { content: "Test it", status: "pending" },
        ],
      },
      "ok",
    )
    .called("AskUserQuestion", QUESTION, ANSWER)
    .ran("npm test", { exit: 1, out: "AssertionError: expected 2 to be 1\n    at src/a.test.ts:14:9" })
    .edited("/repo/src/a.ts")
    .ran("npm test", { exit: 1, out: "AssertionError: expected 9 to be 7\n    at src/a.test.ts:20:9" });
}

function aFixture(id: string): SessionFixture {
  const projectSlug = uploader.team.project.slug;
  return new SessionFixture({ client: "claude-code", id, cwd: "/repo", branch: "feat/outbox", projectSlug });
}

async function analyse(sessionId: string, force = false): Promise<void> {
  const key = { teamId: uploader.team.teamId, sessionId };
  const done = await analyseSession(uploader.deps, key, { force, hooks: { recordFindings } });
  expect(done.ok).toBe(true);
}

async function uploadAndAnalyse(fixture: SessionFixture): Promise<string> {
  const { session } = await uploader.append(fixture);
  await analyse(session.id);
  return session.id;
}

const SNAPSHOT = [
  "SELECT number, version, status, title, source_key FROM decision ORDER BY number",
  "SELECT number, version, status, title, evidence, alternatives, author FROM decision_version ORDER BY number, version",
  "SELECT number, version, status, title, fingerprint, occurrences, first_seen_at, last_seen_at FROM failure ORDER BY number",
  "SELECT number, version, status, fix, affected_paths, author_kind FROM failure_version ORDER BY number, version",
  "SELECT number, session_id, entry_id, resolved_by_entry_id FROM failure_occurrence ORDER BY number, session_id, entry_id",
  "SELECT number, version, status, title FROM handoff ORDER BY number",
  "SELECT number, version, markdown FROM handoff_version ORDER BY number, version",
  "SELECT name, value FROM counter WHERE name NOT LIKE 'session:%' ORDER BY name",
];

async function snapshot(): Promise<unknown> {
  const tables = [];
  for (const sql of SNAPSHOT) tables.push(await uploader.rows(sql));
  return tables;
}

describe("findings of a session", () => {
  it("become drafts, failures by fingerprint and one composed note", async () => {
    const sessionId = await uploadAndAnalyse(aSessionWithFindings("first"));
    const [decision] = await uploader.rows("SELECT status, title, version FROM decision WHERE session_id = $1", [
      sessionId,
    ]);
    expect(decision).toEqual({ status: "draft", title: "Queue: Outbox table", version: 1 });
    const [failure] = await uploader.rows("SELECT status, occurrences, version FROM failure");
    expect(failure).toEqual({ status: "active", occurrences: 2, version: 1 });
    const [note] = await uploader.rows(
      "SELECT v.markdown FROM handoff h JOIN handoff_version v USING (team_id, project_id, number) WHERE h.session_id = $1",
      [sessionId],
    );
    const markdown = String(note?.["markdown"]);
    expect(markdown).toContain("### Current Task\nDeliver webhooks from a queue, and make the tests pass again.");
    expect(markdown).toContain("- Queue: Outbox table: No new service. (DEC-001)");
    expect(markdown).toContain("- Redis: Another service to run. (DEC-001)");
    expect(markdown).toContain("- src/a.ts (1 edit)");
    expect(markdown).toMatch(/### Remaining Failures\n- npm test: .*\(FAIL-001\)/);
  });

  it("change nothing when the analysis runs again", async () => {
    const sessionId = await uploadAndAnalyse(aSessionWithFindings("again"));
    const before = await snapshot();
    await analyse(sessionId, true);
    await analyse(sessionId, true);
    expect(await snapshot()).toEqual(before);
  });

  it("are the same when the upload came in pieces and out of order", async () => {
    const whole = aSessionWithFindings("whole").ran("npm test");
    const wholeId = await uploadAndAnalyse(whole);
    const batch = aSessionWithFindings("pieces").ran("npm test").batch();
    const pieces = [batch.events.slice(8), batch.events.slice(0, 3), batch.events.slice(3, 8)];
    let piecesId = "";
    for (const events of pieces) {
      const { session } = await uploader.append({ ...batch, events });
      piecesId = session.id;
      await analyse(piecesId);
    }
    // Entry ids of the fixture begin with the session's own name.
    const shown = (id: string) =>
      uploader.rows(
        `SELECT f.fingerprint, f.status, split_part(o.entry_id, '-', 2) AS entry, split_part(o.resolved_by_entry_id, '-', 2) AS by FROM failure_occurrence o JOIN failure f USING (team_id, project_id, number)
          WHERE o.session_id = $1 ORDER BY o.entry_id`,
        [id],
      );
    expect(await shown(piecesId)).toEqual(await shown(wholeId));
    const drafts = (id: string) => uploader.rows("SELECT title FROM decision WHERE session_id = $1", [id]);
    expect(await drafts(piecesId)).toEqual(await drafts(wholeId));
    const progress = (id: string) =>
      uploader.rows(
        `SELECT v.note->'progress' AS progress, v.note->'filesModified' AS files, v.note->'checks'->0->'passed' AS passed
           FROM handoff h JOIN handoff_version v USING (team_id, project_id, number, version) WHERE h.session_id = $1`,
        [id],
      );
    expect(await progress(piecesId)).toEqual(await progress(wholeId));
  });

  it("resolve a failure by a later success, and a recurrence in another session reopens it as a new version", async () => {
    const fixture = () =>
      aFixture("fixed")
        .said("Build it, please, all of it.")
        .ran("npm run build", { exit: 2, out: "error TS2345: Argument is wrong" });
    await uploadAndAnalyse(fixture());
    const find = () =>
      uploader.rows(
        "SELECT number, status, version, occurrences FROM failure WHERE fingerprint LIKE 'npm run build %'",
      );
    expect(await find()).toMatchObject([{ status: "active", version: 1, occurrences: 1 }]);

    await uploadAndAnalyse(fixture().edited("/repo/src/b.ts").ran("npm run build"));
    expect(await find()).toMatchObject([{ status: "resolved", version: 2, occurrences: 1 }]);
    const fix = await uploader.rows("SELECT fix FROM failure_version WHERE version = 2 AND fix <> ''");
    expect(fix).toEqual([{ fix: "Passed after changes to /repo/src/b.ts." }]);

    // The fixture's clock begins anew in each session, so steps before the failure make it the later one.
    const later = aFixture("recurs").said("Build it once more, please.");
    for (let step = 0; step < 6; step++) later.read(`/repo/src/${step}.ts`);
    await uploadAndAnalyse(later.ran("npm run build", { exit: 2, out: "error TS2345: Argument is wrong" }));
    expect(await find()).toMatchObject([{ status: "active", version: 3, occurrences: 2 }]);
  });

  it("leave a reviewed decision and an edited note alone", async () => {
    const sessionId = await uploadAndAnalyse(aSessionWithFindings("reviewed"));
    await uploader.rows("UPDATE decision SET status = 'rejected', version = 2, title = 'Mine' WHERE session_id = $1", [
      sessionId,
    ]);
    await uploader.rows(
      `UPDATE handoff_version v SET author_kind = 'member' FROM handoff h
        WHERE h.team_id = v.team_id AND h.project_id = v.project_id AND h.number = v.number AND h.session_id = $1`,
      [sessionId],
    );
    await uploadAndAnalyse(aSessionWithFindings("reviewed").said("And now for something else: write the guide."));
    const decisions = await uploader.rows("SELECT status, version, title FROM decision WHERE session_id = $1", [
      sessionId,
    ]);
    expect(decisions).toEqual([{ status: "rejected", version: 2, title: "Mine" }]);
    const notes = await uploader.rows("SELECT version FROM handoff WHERE session_id = $1", [sessionId]);
    expect(notes).toEqual([{ version: 1 }]);
  });

  it("show paths relative to the session's folder in failures and notes, and store them whole", async () => {
    const sessionId = await uploadAndAnalyse(
      aFixture("paths")
        .said("Check the one script, please.")
        .ran("bash /repo/scripts/check-paths.sh", { exit: 3, out: "check-paths: /repo/src/z.ts is wrong" })
        .edited("/repo/src/z.ts"),
    );
    const [stored] = await uploader.rows("SELECT number, title FROM failure WHERE title LIKE '%check-paths%'");
    expect(stored?.["title"]).toContain("/repo/scripts/");
    const scope = await projectScopeOf(uploader.team);
    const failure = value(await getFailure(uploader.deps, scope, Number(stored?.["number"])));
    expect(JSON.stringify(failure.versions)).not.toContain("/repo/");
    const filter = { ...NO_RECORD_FILTER, text: "check-paths" };
    const page = { filter, sort: "last", cursor: null, limit: 5 } as const;
    expect(value(await listFailures(uploader.deps, scope, page)).rows[0]?.title).not.toContain("/repo/");
    const [note] = await uploader.rows("SELECT number FROM handoff WHERE session_id = $1", [sessionId]);
    const handoff = value(await getHandoff(uploader.deps, scope, Number(note?.["number"])));
    expect(handoff.note?.filesModified).toMatchObject([{ path: "src/z.ts" }]);
    expect(JSON.stringify(handoff.note?.remainingFailures)).not.toContain("/repo/");
  });

  it("never give a number twice, with 50 sessions analysed at once", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 50; index++) {
      const fixture = aFixture(`parallel-${index}`)
        .said("Ask me which queue to take and run the tests.")
        .called("AskUserQuestion", QUESTION, ANSWER)
        .ran(`npx vitest run src/${"abcde"[index % 5]}.test.ts`, {
          exit: 1,
          out: `AssertionError: part ${"vwxyz"[index % 5]} is missing`,
        });
      ids.push((await uploader.append(fixture)).session.id);
    }
    await Promise.all(ids.map((id) => analyse(id)));
    for (const table of ["decision", "failure", "handoff"]) {
      const numbers = (await uploader.rows(`SELECT number FROM ${table}`)).map((row) => row["number"]);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    expect(await uploader.rows("SELECT count(*)::int AS n FROM decision WHERE session_id = ANY($1)", [ids])).toEqual([
      { n: 50 },
    ]);
    const shared = await uploader.rows(
      "SELECT occurrences FROM failure WHERE fingerprint LIKE 'vitest %' ORDER BY number",
    );
    expect(shared).toEqual(Array.from({ length: 5 }, () => ({ occurrences: 10 })));
  });

  it("take secrets out of everything that they store", async () => {
    const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8".slice(0, 36)}`;
    const sessionId = await uploadAndAnalyse(
      aFixture("secret")
        .said(`Push with the token ${secret} and tell me what happens.`)
        .ran(`git push https://${secret}@github.com/harbor/x.git`, {
          exit: 1,
          out: `fatal: Authentication failed for ${secret}`,
        }),
    );
    const stored = JSON.stringify([
      await uploader.rows("SELECT * FROM failure_version"),
      await uploader.rows("SELECT * FROM failure"),
      await uploader.rows(
        "SELECT v.* FROM handoff_version v JOIN handoff h USING (team_id, project_id, number) WHERE h.session_id = $1",
        [sessionId],
      ),
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).toContain("Authentication failed");
  });
});
