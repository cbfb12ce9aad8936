import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { aTeam, type TeamFixture, type TestDeps, testDeps, value } from "@/server/services/testing/team-fixture";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope } from "../access/resolve-scope";
import { createHandoff } from "./create-handoff";
import { createShare } from "./create-share";
import { getHandoff } from "./get-handoff";
import { listShares } from "./list-shares";
import { openShare } from "./open-share";
import { publishHandoff } from "./publish-handoff";
import { revokeShare } from "./revoke-share";

let deps: TestDeps;
let drop: () => Promise<void>;
let team: TeamFixture;
let other: TeamFixture;
let mine: ProjectScope;
let theirs: ProjectScope;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  deps = testDeps(database.url);
  team = await aTeam(deps);
  other = await aTeam(deps, "Another Harbor");
  mine = await scopeOf(team);
  theirs = await scopeOf(other);
});
afterAll(async () => {
  await deps.db.close();
  await drop();
});

async function scopeOf({ slug, project, people }: TeamFixture): Promise<ProjectScope> {
  return value(await resolveProjectScope(deps, people.member, slug, project.slug, "handoff:write"));
}

async function aNote(scope: ProjectScope, title: string): Promise<number> {
  const markdown = `## Session Handoff Note\n**To**: Next session\n### Current Task\n${title}.`;
  return value(await createHandoff(deps, scope, { session: null, title, markdown })).number;
}

const DAY_MS = 86_400_000;

describe("a share link", () => {
  it("shows the newest version without signing in, and counts each look once", async () => {
    const number = await aNote(mine, "Fix the webhooks");
    const { token, id } = value(await createShare(deps, mine, { number, days: 7 }));
    const opened = value(await openShare(deps, token));
    expect(opened).toMatchObject({ title: "Fix the webhooks", sharedBy: "Mia Member" });
    expect(opened.markdown).not.toContain("**To**");
    const edit = { number, expectedVersion: 1, title: "Fix them now", markdown: "### Next Steps\n1. Go" };
    value(await publishHandoff(deps, mine, edit));
    deps.advance(60_000);
    expect(value(await openShare(deps, token))).toMatchObject({ title: "Fix them now", version: 2 });
    expect(value(await listShares(deps, mine, number))).toMatchObject([
      { id, state: "active", views: 2, lastViewedAt: deps.clock.now().toISOString(), createdBy: "Mia Member" },
    ]);
  });

  it("answers alike when it is unknown, expired or revoked, and counts no look then", async () => {
    const number = await aNote(mine, "Gone soon");
    const expiring = value(await createShare(deps, mine, { number, days: 1 }));
    const revoked = value(await createShare(deps, mine, { number, days: 30 }));
    value(await revokeShare(deps, mine, { number, id: revoked.id }));
    deps.advance(DAY_MS);
    const answers = [];
    for (const token of [expiring.token, revoked.token, "A".repeat(43), "", "../x", `${expiring.token}x`]) {
      answers.push(await openShare(deps, token));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ ok: false, fault: { code: "not_found" } });
    const links = value(await listShares(deps, mine, number));
    expect(links.map(({ state, views }) => [state, views])).toEqual([
      ["revoked", 0],
      ["expired", 0],
    ]);
  });

  it("works until the last moment before it expires", async () => {
    const number = await aNote(mine, "Until the end");
    const { token } = value(await createShare(deps, mine, { number, days: 1 }));
    deps.advance(DAY_MS - 1);
    expect((await openShare(deps, token)).ok).toBe(true);
    deps.advance(1);
    expect((await openShare(deps, token)).ok).toBe(false);
  });

  it("is stored as a hash only", async () => {
    const number = await aNote(mine, "Hashed");
    const { token } = value(await createShare(deps, mine, { number, days: 1 }));
    const stored = await deps.db.pool.query(
      "SELECT to_jsonb(l) AS link, encode(l.token_hash, 'escape') AS raw FROM share_link l",
    );
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    const audit = await deps.db.pool.query("SELECT to_jsonb(a) FROM audit_entry a");
    expect(JSON.stringify(audit.rows)).not.toContain(token);
  });

  it("says nothing of the session's folder, and no names but the sharer's", async () => {
    const number = await aNote(mine, "Shown");
    const { token } = value(await createShare(deps, mine, { number, days: 1 }));
    const shown = value(await openShare(deps, token));
    expect(Object.keys(shown).sort()).toEqual(
      ["expiresAt", "markdown", "project", "ref", "sharedBy", "timeZone", "title", "updatedAt", "version"].sort(),
    );
  });

  it("is made, revoked and audited once each", async () => {
    const number = await aNote(mine, "Audited");
    const { id } = value(await createShare(deps, mine, { number, days: 7 }));
    value(await revokeShare(deps, mine, { number, id }));
    value(await revokeShare(deps, mine, { number, id }));
    const ref = `HND-${String(number).padStart(3, "0")}`;
    const { rows } = await deps.db.pool.query(
      "SELECT action FROM audit_entry WHERE team_id = $1 AND subject = $2 ORDER BY id",
      [team.teamId, ref],
    );
    expect(rows.map((row) => row.action)).toEqual(["handoff.created", "handoff.shared", "handoff.share-revoked"]);
  });
});

describe("another team", () => {
  it("reads, lists, shares and revokes nothing of this one", async () => {
    const number = await aNote(mine, "Ours alone");
    const { id } = value(await createShare(deps, mine, { number, days: 7 }));
    const highest = await aNote(theirs, "Theirs");
    expect(highest).toBeLessThan(number);
    expect((await getHandoff(deps, theirs, number)).ok).toBe(false);
    expect((await listShares(deps, theirs, number)).ok).toBe(false);
    expect((await createShare(deps, theirs, { number, days: 7 })).ok).toBe(false);
    expect((await revokeShare(deps, theirs, { number: highest, id })).ok).toBe(false);
    const links = value(await listShares(deps, mine, number));
    expect(links[0]?.state).toBe("active");
  });

  it("gets its own note from its own link, whatever number it has here", async () => {
    const [here, there] = [await aNote(mine, "Same number, mine"), await aNote(theirs, "Same number, theirs")];
    const shared = value(await createShare(deps, theirs, { number: there, days: 1 }));
    expect(value(await openShare(deps, shared.token)).title).toBe("Same number, theirs");
    expect(here).toBeGreaterThan(0);
  });
});
