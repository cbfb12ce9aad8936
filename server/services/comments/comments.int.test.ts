import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@/server/core/access/rights";
import type { ProjectScope } from "@/server/core/access/scope";
import { aTeam, type TeamFixture, type TestDeps, testDeps, value } from "@/server/services/testing/team-fixture";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope } from "../access/resolve-scope";
import { createHandoff } from "../handoffs/create-handoff";
import { addComment } from "./add-comment";
import { editComment } from "./edit-comment";
import { listComments } from "./list-comments";
import { removeComment } from "./remove-comment";

let deps: TestDeps;
let drop: () => Promise<void>;
let team: TeamFixture;
let subject: { kind: "handoff"; number: number };
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  deps = testDeps(database.url);
  team = await aTeam(deps);
  const input = { session: null, title: "A note", markdown: "Text" };
  const { number } = value(await createHandoff(deps, await scopeOf("member"), input));
  subject = { kind: "handoff", number };
});
afterAll(async () => {
  await deps.db.close();
  await drop();
});

async function scopeOf(role: Role, fixture = team): Promise<ProjectScope> {
  return value(
    await resolveProjectScope(deps, fixture.people[role], fixture.slug, fixture.project.slug, "project:read"),
  );
}

const read = async (role: Role, cursor: string | null = null, limit = 50) =>
  value(await listComments(deps, await scopeOf(role), { ...subject, cursor, limit }));

describe("comments", () => {
  it("are read in the order in which they were said, by pages", async () => {
    for (const [index, role] of (["member", "owner", "member"] as const).entries()) {
      value(await addComment(deps, await scopeOf(role), { ...subject, body: `Comment ${index + 1}` }));
      deps.advance(1_000);
    }
    const first = await read("viewer", null, 2);
    expect(first.rows.map(({ body, author }) => [body, author])).toEqual([
      ["Comment 1", "Mia Member"],
      ["Comment 2", "Olga Owner"],
    ]);
    expect(first).toMatchObject({ count: 3, mayComment: false });
    const second = await read("viewer", first.nextCursor, 2);
    expect(second.rows.map(({ body }) => body)).toEqual(["Comment 3"]);
    expect(second.nextCursor).toBeNull();
  });

  it("are edited and deleted by their author alone, and come back", async () => {
    const { id } = value(await addComment(deps, await scopeOf("member"), { ...subject, body: "Mine" }));
    for (const role of ["owner", "admin"] as const) {
      const scope = await scopeOf(role);
      expect(await editComment(deps, scope, { id, body: "Hers" })).toMatchObject({ ok: false });
      expect(await removeComment(deps, scope, { id, restore: false })).toMatchObject({ ok: false });
    }
    const scope = await scopeOf("member");
    value(await editComment(deps, scope, { id, body: "Mine, better" }));
    const find = async () => (await read("member")).rows.find((row) => row.id === id);
    expect(await find()).toMatchObject({ body: "Mine, better", isYours: true });
    expect((await find())?.editedAt).not.toBeNull();
    value(await removeComment(deps, scope, { id, restore: false }));
    expect(await find()).toBeUndefined();
    expect(await editComment(deps, scope, { id, body: "Back?" })).toMatchObject({ ok: false });
    value(await removeComment(deps, scope, { id, restore: true }));
    expect(await find()).toMatchObject({ body: "Mine, better" });
  });

  it("say what is wrong with an empty one, and with a record that is not there", async () => {
    const scope = await scopeOf("member");
    expect(await addComment(deps, scope, { ...subject, body: "  " })).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field: "body" },
    });
    expect(await addComment(deps, scope, { kind: "decision", number: 99, body: "Hello" })).toMatchObject({
      ok: false,
      fault: { code: "not_found" },
    });
  });

  it("stay inside their team", async () => {
    const other = await aTeam(deps, "Another Harbor");
    const scope = await scopeOf("member", other);
    value(await createHandoff(deps, scope, { session: null, title: "Theirs", markdown: "Text" }));
    const { id } = value(await addComment(deps, await scopeOf("member"), { ...subject, body: "Ours" }));
    expect(value(await listComments(deps, scope, { ...subject, cursor: null, limit: 50 })).rows).toEqual([]);
    expect(await editComment(deps, scope, { id, body: "Taken over" })).toMatchObject({ ok: false });
  });
});
