import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveProjectScope } from "../access/resolve-scope";
import { createKey } from "../keys/create-key";
import { addProjectSource } from "../projects/add-source";
import { value } from "../testing/team-fixture";
import { appendEvents } from "./append-events";
import { aSession } from "./testing/session-fixture";
import { anUploader, keyPrincipal, type Uploader } from "./testing/uploader";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  const scope = value(
    await resolveProjectScope(deps, team.people.owner, team.slug, team.project.slug, "project:update"),
  );
  value(await addProjectSource(deps, scope, { kind: "git_remote", value: "git@github.com:acme/billing.git" }));
  value(await addProjectSource(deps, scope, { kind: "root", value: "/home/ada/billing" }));
});
afterAll(() => uploader.close());

let count = 0;
const from = (place: Record<string, string>) => ({
  ...aSession(`place-${++count}`).said("x").batch(),
  session: { client: "claude-code", id: `place-${count}`, ...place },
});

describe("a session finds its project", () => {
  it.each([
    [{ projectSlug: "billing-api" }],
    [{ gitRemote: "https://ada:t0ken@GitHub.com/acme/billing.git" }],
    [{ gitRemote: "ssh://git@github.com/acme/billing" }],
    [{ root: "/home/ada/billing/" }],
    [{ gitRemote: "git@github.com:acme/unknown.git", root: "/home/ada/billing" }],
  ])("by %j", async (place) => {
    expect((await uploader.append(from(place))).project).toBe("billing-api");
  });

  it("and is never guessed: a told slug that is unknown does not fall back", async () => {
    const answer = await uploader.tryAppend(from({ projectSlug: "shop", root: "/home/ada/billing" }));
    expect(answer).toMatchObject({ ok: false, fault: { code: "not_found", field: "session.projectSlug" } });
    expect(answer.ok ? "" : answer.fault.message).toMatch(/Send create: true to make the project "shop"/);
  });

  it.each([
    [{}, "session.projectSlug"],
    [{ gitRemote: "origin" }, "session.gitRemote"],
    [{ root: "billing" }, "session.root"],
  ])("and says which field is wrong in %j", async (place, field) => {
    expect(await uploader.tryAppend(from(place))).toMatchObject({ ok: false, fault: { code: "bad_request", field } });
  });

  it("which is made once when many uploads ask for it at the same time", async () => {
    const place = { gitRemote: "git@github.com:acme/fresh.git" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => uploader.append({ ...from(place), create: true })),
    );
    expect(new Set(answers.map((answer) => answer.project))).toEqual(new Set(["fresh"]));
    expect(answers.map((answer) => answer.session.number).sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("a key", () => {
  it("writes to the projects on its list only", async () => {
    const { deps, team } = uploader;
    const { secret } = await team.key({ projects: [team.secondProject.slug] });
    const bound = await keyPrincipal(deps, secret);
    expect(await appendEvents(deps, bound, from({ projectSlug: "billing-api" }))).toMatchObject({
      ok: false,
      fault: { code: "not_found", field: "session.projectSlug" },
    });
    expect((await appendEvents(deps, bound, from({ projectSlug: "harbor-web" }))).ok).toBe(true);
  });

  it("stops with its person's role", async () => {
    const { deps, team } = uploader;
    const scope = value(await resolveProjectScope(deps, team.people.member, team.slug, team.project.slug, "key:own"));
    const { secret } = value(
      await createKey(deps, scope, { name: "Mia", scopes: ["ingest"], projects: "all", expiresInDays: null }),
    );
    const key = await keyPrincipal(deps, secret);
    expect((await appendEvents(deps, key, from({ projectSlug: "billing-api" }))).ok).toBe(true);
    expect(await appendEvents(deps, key, { ...from({ projectSlug: "shop" }), create: true })).toMatchObject({
      ok: false,
      fault: { code: "forbidden" },
    });
    await deps.db.pool.query("UPDATE member SET role = 'viewer' WHERE team_id = $1 AND id = $2", [
      team.teamId,
      team.memberIds.member,
    ]);
    expect(await appendEvents(deps, key, from({ projectSlug: "billing-api" }))).toMatchObject({
      ok: false,
      fault: { code: "forbidden" },
    });
  });
});
