import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { resolveProjectScope } from "../access/resolve-scope";
import { analyseSession } from "../analysis/analyse-session";
import { getStatus } from "../budget/get-status";
import { getTiers } from "../budget/get-tiers";
import { aSession, type SessionFixture } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { recordFindings } from "../memory/record-findings";
import { aTeam, value } from "../testing/team-fixture";
import { createCheckpoint } from "./create-checkpoint";
import { getCheckpoint } from "./get-checkpoint";
import { listCheckpoints } from "./list-checkpoints";
import { resumeCheckpoint } from "./resume-checkpoint";

let uploader: Uploader;
let scope: ProjectScope;
beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  scope = value(await resolveProjectScope(deps, team.people.member, team.slug, team.project.slug, "session:prune"));
});
afterAll(() => uploader.close());

const ASKED = { note: "", trigger: "asked" } as const;
const LATEST = { number: null, checkpoint: null, windowTokens: null };
const BODY = "const pool = open(url);\n".repeat(60);

function aTask(id: string): SessionFixture {
  return aSession(id, { windowTokens: 200_000, title: "Add login", head: "abc1234", stage: "fix-bug" })
    .said("Add a login endpoint to the billing API")
    .called(
      "TodoWrite",
      {
        todos: [
          { content: "Endpoint", status: "completed" },
          { content: "Tests", status: "pending" },
        ],
      },
      "ok",
    )
    .read("src/db.ts", BODY)
    .edited("src/login.ts")
    .ran("npm test", { exit: 1, out: "FAIL src/login.test.ts\nexpected 200, got 500" });
}

async function upload(session: SessionFixture, analysed = false): Promise<number> {
  const { session: stored } = await uploader.append(session);
  const key = { teamId: scope.teamId, sessionId: stored.id };
  if (analysed) value(await analyseSession(uploader.deps, key, { hooks: { recordFindings } }));
  return stored.number;
}

describe("a checkpoint", () => {
  it("is saved, listed, read and resumed, and says who resumed", async () => {
    const { deps } = uploader;
    const number = await upload(aTask("round-trip"), true);
    const saved = value(await createCheckpoint(deps, scope, { ...ASKED, number, note: "Mind the cache." }));
    expect(saved).toMatchObject({
      name: `${number}.1`,
      trigger: "asked",
      isOutdated: false,
      leftOut: 0,
      resumed: null,
    });
    expect(saved.author).toEqual({ kind: "member", name: "Mia Member" });
    expect(saved.message).toBe(
      `Checkpoint saved.\nTask: Add a login endpoint to the billing API — Step 1 of 2 complete\nResume with: steward resume ${number}.1`,
    );
    expect(saved.state).toMatchObject({
      note: "Mind the cache.",
      head: "abc1234",
      branch: "main",
      stage: "fix-bug",
      failures: [{ ref: "FAIL-001" }],
      checks: [{ check: "test", passed: false }],
      context: { windowTokens: 200_000, isExact: true },
    });
    expect(saved.text).toContain("(FAIL-001)");

    const list = value(await listCheckpoints(deps, scope, { number, cursor: null, limit: 10 }));
    expect(list.rows.map(({ name }) => name)).toEqual([`${number}.1`]);
    const again = value(await getCheckpoint(deps, scope, { number, checkpoint: 1 }));
    expect(again.text).toBe(saved.text);

    const first = value(await resumeCheckpoint(deps, scope, LATEST));
    expect(first).toMatchObject({ name: `${number}.1`, text: saved.text, resumedBefore: null });
    expect(first.refs.map(({ why }) => why)).toEqual(["failure", "file"]);
    const second = value(await resumeCheckpoint(deps, scope, { ...LATEST, number, checkpoint: 1 }));
    expect(second.resumedBefore).toEqual({ by: "Mia Member", at: deps.clock.now().toISOString() });
    expect(value(await getCheckpoint(deps, scope, { number, checkpoint: 1 })).resumed?.by).toBe("Mia Member");
  });

  it("never changes: the session goes on, and the next one has the next number", async () => {
    const { deps } = uploader;
    const session = aTask("goes-on");
    const number = await upload(session);
    const saved = value(await createCheckpoint(deps, scope, { ...ASKED, number }));
    await upload(session.edited("src/login.ts").ran("npm test").answered("All tests pass."));
    const before = value(await getCheckpoint(deps, scope, { number, checkpoint: 1 }));
    expect(before).toMatchObject({ text: saved.text, state: saved.state, isOutdated: true });
    const next = value(await createCheckpoint(deps, scope, { ...ASKED, number }));
    expect(next.name).toBe(`${number}.2`);
    expect(next.state?.checks).toMatchObject([{ passed: true }]);
    expect(value(await resumeCheckpoint(deps, scope, { ...LATEST, number })).name).toBe(`${number}.2`);
  });

  it("gets numbers without gaps or doubles when several are saved at once", async () => {
    const number = await upload(aTask("at-once"));
    const all = await Promise.all(
      Array.from({ length: 5 }, () => createCheckpoint(uploader.deps, scope, { ...ASKED, number })),
    );
    expect(all.map((one) => value(one).number).toSorted()).toEqual([1, 2, 3, 4, 5]);
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listCheckpoints>> = await listCheckpoints(uploader.deps, scope, {
        number,
        cursor,
        limit: 2,
      });
      pages.push(...value(page).rows.map(({ name }) => name));
      cursor = value(page).nextCursor;
    } while (cursor !== null);
    expect(pages.toSorted()).toEqual([1, 2, 3, 4, 5].map((one) => `${number}.${one}`));
  });

  it("starts a session with a smaller window from a shorter text", async () => {
    const session = aTask("small");
    for (let file = 0; file < 120; file++) session.edited(`src/a/long/folder/module-${file}.ts`);
    const number = await upload(session);
    const saved = value(await createCheckpoint(uploader.deps, scope, { ...ASKED, number }));
    const resumed = value(await resumeCheckpoint(uploader.deps, scope, { ...LATEST, number, windowTokens: 8_000 }));
    expect(saved.tokens).toBeGreaterThan(800);
    expect(resumed.tokens).toBeLessThanOrEqual(800);
    expect(resumed.text).toContain("Add a login endpoint to the billing API");
  });

  it("makes the hour of a long session begin anew", async () => {
    const { deps } = uploader;
    const at = (minute: number) => new Date(deps.clock.now().getTime() + minute * 60_000).toISOString();
    const batch = (minute: number) => ({
      session: { client: "claude-code", id: "hours", projectSlug: "billing-api", startedAt: at(-90) },
      events: [
        { id: `hours-${minute}`, seq: 1_000 + minute, kind: "user_prompt", at: at(minute), text: "Add the login" },
      ],
    });
    expect((await uploader.append(batch(-90))).advice).toBeNull();
    const late = await uploader.append(batch(0));
    expect(late.advice?.situation).toBe("long-session");
    value(await createCheckpoint(deps, scope, { ...ASKED, number: late.session.number }));
    expect(value(await getStatus(deps, scope, { number: late.session.number })).advice).toBeNull();
    await uploader.append(batch(61));
    expect(value(await getStatus(deps, scope, { number: late.session.number })).advice?.situation).toBe("long-session");
  });

  it("hides no secret that a message or a note holds", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8`;
    const number = await upload(aSession("secret").said(`Push it with the token ${secret} please`).read("a.ts"));
    const saved = value(await createCheckpoint(uploader.deps, scope, { ...ASKED, number, note: `Token ${secret}` }));
    const rows = await uploader.rows("SELECT state::text AS state, text, note FROM checkpoint");
    expect(JSON.stringify([saved, rows])).not.toContain(secret);
  });

  it("says what is missing in plain words", async () => {
    const { deps, team } = uploader;
    const empty = await upload(aSession("empty").read("a.ts"));
    const none = await createCheckpoint(deps, scope, { ...ASKED, number: empty });
    expect(none).toMatchObject({
      ok: false,
      fault: { code: "bad_request", message: expect.stringMatching(/nothing to save yet/) },
    });
    expect(await createCheckpoint(deps, scope, { ...ASKED, number: 9_999 })).toMatchObject({
      fault: { code: "not_found" },
    });
    expect(await getCheckpoint(deps, scope, { number: empty, checkpoint: 1 })).toMatchObject({
      fault: { message: `There is no checkpoint ${empty}.1 here. Check the name, or ask for access.` },
    });
    expect(await resumeCheckpoint(deps, scope, { ...LATEST, number: empty })).toMatchObject({
      fault: { message: `Session ${empty} has no checkpoint. Save one: steward checkpoint ${empty}` },
    });
    expect(await resumeCheckpoint(deps, scope, { ...LATEST, checkpoint: 1 })).toMatchObject({
      fault: { code: "bad_request", field: "number" },
    });
    const second = await resolveProjectScope(
      deps,
      team.people.member,
      team.slug,
      team.secondProject.slug,
      "session:prune",
    );
    expect(await resumeCheckpoint(deps, value(second), LATEST)).toMatchObject({
      fault: { message: "This project has no checkpoint yet. Save one: steward checkpoint" },
    });
    expect(await listCheckpoints(deps, scope, { number: null, cursor: "no", limit: 5 })).toMatchObject({
      fault: { field: "cursor" },
    });
  });

  it("belongs to its team alone", async () => {
    const { deps } = uploader;
    const number = await upload(aTask("ours"));
    value(await createCheckpoint(deps, scope, { ...ASKED, number }));
    const foreign = await aTeam(deps, "Another Harbor");
    const theirs = value(
      await resolveProjectScope(deps, foreign.people.owner, foreign.slug, foreign.project.slug, "session:prune"),
    );
    for (const answer of [
      await createCheckpoint(deps, theirs, { ...ASKED, number }),
      await getCheckpoint(deps, theirs, { number, checkpoint: 1 }),
      await resumeCheckpoint(deps, theirs, { ...LATEST, number, checkpoint: 1 }),
      await getStatus(deps, theirs, { number }),
      await getTiers(deps, theirs, { number }),
    ]) {
      expect(answer).toMatchObject({ ok: false, fault: { code: "not_found" } });
    }
    expect(value(await listCheckpoints(deps, theirs, { number: null, cursor: null, limit: 5 })).rows).toEqual([]);
    const [row] = await uploader.rows(
      "SELECT c.resumed_by FROM checkpoint c JOIN session s ON s.id = c.session_id WHERE s.native_id = 'ours'",
    );
    expect(row).toEqual({ resumed_by: null });
  });
});
