import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@/server/core/access/rights";
import type { ProjectScope } from "@/server/core/access/scope";
import { value } from "@/server/services/testing/team-fixture";
import { resolveProjectScope } from "../access/resolve-scope";
import { analyseSession } from "../analysis/analyse-session";
import { createCheckpoint } from "../checkpoints/create-checkpoint";
import { SessionFixture } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { recordFindings } from "../memory/record-findings";
import { addressHandoff } from "./address-handoff";
import { createHandoff } from "./create-handoff";
import { discardDraft } from "./discard-draft";
import { getHandoff } from "./get-handoff";
import { getVersion } from "./get-version";
import { listHandoffs } from "./list-handoffs";
import { moveHandoff } from "./move-handoff";
import { openEditor } from "./open-editor";
import { publishHandoff } from "./publish-handoff";
import { saveDraft } from "./save-draft";

let uploader: Uploader;
const scopes: Partial<Record<Role, ProjectScope>> = {};
beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  for (const role of ["owner", "admin", "member", "viewer"] as const) {
    scopes[role] = value(
      await resolveProjectScope(deps, team.people[role], team.slug, team.project.slug, "handoff:read"),
    );
  }
});
afterAll(() => uploader.close());

function as(role: Role): ProjectScope {
  const scope = scopes[role];
  if (!scope) throw new Error(`No scope for ${role}`);
  return scope;
}

async function upload(id: string, fixture: (session: SessionFixture) => SessionFixture): Promise<string> {
  const session = new SessionFixture({
    client: "claude-code",
    id,
    cwd: "/repo",
    projectSlug: uploader.team.project.slug,
    title: `Session ${id}`,
  });
  return (await uploader.append(fixture(session))).session.id;
}

async function analyse(sessionId: string): Promise<void> {
  await analyseSession(
    uploader.deps,
    { teamId: uploader.team.teamId, sessionId },
    { force: true, hooks: { recordFindings } },
  );
}

async function aNote(markdown = "### Current Task\nShip it.\n### Next Steps\n1. Go"): Promise<number> {
  const { number } = value(
    await createHandoff(uploader.deps, as("member"), { session: null, title: "A note", markdown }),
  );
  return number;
}

describe("a note that somebody starts", () => {
  it("begins blank, with every section still to be told", async () => {
    const { number } = value(
      await createHandoff(uploader.deps, as("member"), { session: null, title: "From scratch", markdown: "" }),
    );
    const note = value(await getHandoff(uploader.deps, as("viewer"), number));
    expect(note).toMatchObject({ title: "From scratch", version: 1, isEdited: true, session: null, status: "open" });
    expect(note.markdown).toMatch(/^## Session Handoff Note\n\*\*From\*\*: Mia Member \(2026-11-20 10:00\)\n/);
    expect(note.note?.completeness.every((section) => section.state === "missing")).toBe(true);
    expect(note.you).toMatchObject({ mayWrite: false, mayShare: false, mayComment: false });
  });

  it("is refused without a title, and names the field", async () => {
    const answer = await createHandoff(uploader.deps, as("member"), { session: null, title: " ", markdown: "x" });
    expect(answer).toMatchObject({ ok: false, fault: { code: "bad_request", field: "title" } });
  });

  it("is composed of a session, once", async () => {
    const sessionId = await upload("composed", (session) => session.said("Add the login page.").edited("/repo/a.ts"));
    const [row] = await uploader.rows("SELECT number FROM session WHERE id = $1", [sessionId]);
    const session = Number(row?.["number"]);
    const input = { session, title: "", markdown: "" };
    const first = value(await createHandoff(uploader.deps, as("member"), input));
    expect(first.isNew).toBe(true);
    expect(value(await createHandoff(uploader.deps, as("owner"), input))).toEqual({
      number: first.number,
      isNew: false,
      isChanged: false,
    });
    await analyse(sessionId);
    const notes = await uploader.rows("SELECT version FROM handoff WHERE session_id = $1", [sessionId]);
    expect(notes).toHaveLength(1);
    const note = value(await getHandoff(uploader.deps, as("viewer"), first.number));
    expect(note).toMatchObject({ title: "Session composed", isEdited: false, checkpoint: null });
    value(await createCheckpoint(uploader.deps, as("member"), { number: session, note: "", trigger: "asked" }));
    expect(value(await getHandoff(uploader.deps, as("viewer"), first.number)).checkpoint).toBe(`${session}.1`);
  });

  it("is one, also when several begin it at the same moment", async () => {
    const sessionId = await upload("race", (session) => session.said("Add the login page.").edited("/repo/a.ts"));
    const [row] = await uploader.rows("SELECT number FROM session WHERE id = $1", [sessionId]);
    const input = { session: Number(row?.["number"]), title: "", markdown: "" };
    const begun = Array.from({ length: 8 }, () => createHandoff(uploader.deps, as("member"), input));
    const [answers] = await Promise.all([Promise.all(begun), analyse(sessionId)]);
    expect(new Set(answers.map((answer) => value(answer).number)).size).toBe(1);
    expect(await uploader.rows("SELECT number FROM handoff WHERE session_id = $1", [sessionId])).toHaveLength(1);
  });

  it("stays its author's under another name, and is not somebody else's of the same name", async () => {
    const number = await aNote();
    const mine = async (role: Role) => {
      const input = { list: "mine" as const, text: "", cursor: null, limit: 100 };
      return value(await listHandoffs(uploader.deps, as(role), input)).rows.some((row) => row.number === number);
    };
    const renamed = (role: Role, name: string): ProjectScope => ({ ...as(role), actor: { ...as(role).actor, name } });
    expect(await mine("member")).toBe(true);
    const before = { ...scopes };
    Object.assign(scopes, { member: renamed("member", "Mia Miller"), owner: renamed("owner", "Mia Member") });
    expect([await mine("member"), await mine("owner")]).toEqual([true, false]);
    Object.assign(scopes, before);
  });

  it("says that a session has nothing to hand over", async () => {
    const sessionId = await upload("empty", (session) => session.answered("Hello."));
    const [row] = await uploader.rows("SELECT number FROM session WHERE id = $1", [sessionId]);
    const input = { session: Number(row?.["number"]), title: "", markdown: "" };
    expect(await createHandoff(uploader.deps, as("member"), input)).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field: "session" },
    });
  });
});

describe("publishing", () => {
  const edit = (number: number, expectedVersion: number, markdown: string) => ({
    number,
    expectedVersion,
    title: "Edited",
    markdown,
  });

  it("makes a version whose note is read from its Markdown, and keeps the older ones", async () => {
    const number = await aNote();
    const markdown = "### Current Task\nShip it **now**.\n### Risks\nThe queue.\n### Next Steps\n1. Go\n2. Rest";
    const published = value(await publishHandoff(uploader.deps, as("owner"), edit(number, 1, markdown)));
    expect(published).toEqual({ outcome: "published", number, version: 2 });
    const note = value(await getHandoff(uploader.deps, as("viewer"), number));
    expect(note).toMatchObject({ version: 2, title: "Edited", markdown, isEdited: true });
    expect(note.note).toMatchObject({ nextSteps: ["Go", "Rest"], more: [{ title: "Risks", text: "The queue." }] });
    expect(note.versions.map(({ version, author }) => [version, author.name])).toEqual([
      [2, "Olga Owner"],
      [1, "Mia Member"],
    ]);
    expect(note.prompt).toContain("The queue.");
    const first = value(await getVersion(uploader.deps, as("viewer"), { number, version: 1 }));
    expect(first.markdown).toContain("Ship it.");
    expect(await getVersion(uploader.deps, as("viewer"), { number, version: 9 })).toMatchObject({ ok: false });
  });

  it("over a version that came meanwhile is a conflict that carries it, and the text stays as a draft", async () => {
    const number = await aNote();
    value(await publishHandoff(uploader.deps, as("owner"), edit(number, 1, "### Next Steps\n1. Hers")));
    const second = value(await publishHandoff(uploader.deps, as("member"), edit(number, 1, "### Next Steps\n1. Mine")));
    expect(second).toMatchObject({
      outcome: "conflict",
      newest: { version: 2, markdown: "### Next Steps\n1. Hers", author: { name: "Olga Owner" } },
    });
    const editor = value(await openEditor(uploader.deps, as("member"), number));
    expect(editor).toMatchObject({
      newest: { version: 2 },
      draft: { markdown: "### Next Steps\n1. Mine", baseVersion: 1 },
      base: { version: 1 },
    });
    const merged = edit(number, 2, "### Next Steps\n1. Hers\n2. Mine");
    expect(value(await publishHandoff(uploader.deps, as("member"), merged))).toMatchObject({ version: 3 });
    expect(value(await openEditor(uploader.deps, as("member"), number))).toMatchObject({ draft: null, base: null });
  });

  it("at the same moment lets one win, and the other keep the text", async () => {
    const number = await aNote();
    const answers = await Promise.all([
      publishHandoff(uploader.deps, as("owner"), edit(number, 1, "### Next Steps\n1. Hers")),
      publishHandoff(uploader.deps, as("member"), edit(number, 1, "### Next Steps\n1. Mine")),
    ]);
    expect(answers.map((answer) => value(answer).outcome).sort()).toEqual(["conflict", "published"]);
    const versions = await uploader.rows("SELECT version FROM handoff_version WHERE number = $1", [number]);
    expect(versions).toHaveLength(2);
    expect(await uploader.rows("SELECT base_version FROM handoff_draft WHERE number = $1", [number])).toHaveLength(1);
  });

  it("refuses an empty text, an empty title, and what says nothing new", async () => {
    const number = await aNote();
    const { title, markdown } = value(await getVersion(uploader.deps, as("member"), { number, version: 1 }));
    const tries = [
      { input: { ...edit(number, 1, " \n") }, field: "markdown" },
      { input: { ...edit(number, 1, "text"), title: "" }, field: "title" },
      { input: { number, expectedVersion: 1, title, markdown }, field: "markdown" },
    ];
    for (const { input, field } of tries) {
      const answer = await publishHandoff(uploader.deps, as("member"), input);
      expect(answer).toMatchObject({ ok: false, fault: { code: "bad_request", field } });
    }
  });

  it("takes secrets out", async () => {
    const number = await aNote();
    const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8".slice(0, 36)}`;
    value(await publishHandoff(uploader.deps, as("member"), edit(number, 1, `### Next Steps\n1. Push with ${secret}`)));
    const input = { number, baseVersion: 2, title: secret, markdown: secret };
    value(await saveDraft(uploader.deps, as("member"), input));
    const stored = JSON.stringify([
      await uploader.rows("SELECT * FROM handoff_version WHERE number = $1", [number]),
      await uploader.rows("SELECT * FROM handoff_draft WHERE number = $1", [number]),
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).toContain("Push with");
  });

  it("keeps the analysis from writing over it, also when both come at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = `race-${round}`;
      const sessionId = await upload(id, (session) => session.said("Add the login page.").edited("/repo/a.ts"));
      await analyse(sessionId);
      const [row] = await uploader.rows("SELECT number FROM handoff WHERE session_id = $1", [sessionId]);
      const number = Number(row?.["number"]);
      await upload(id, (session) =>
        session.said("Add the login page.").edited("/repo/a.ts").edited("/repo/b.ts").said("And now the tests."),
      );
      const [published] = await Promise.all([
        publishHandoff(uploader.deps, as("member"), edit(number, 1, "### Next Steps\n1. Mine")),
        analyse(sessionId),
      ]);
      const notes = await uploader.rows("SELECT number FROM handoff WHERE session_id = $1", [sessionId]);
      expect(notes).toEqual([{ number }]);
      const note = value(await getHandoff(uploader.deps, as("member"), number));
      if (value(published).outcome === "published") expect(note.markdown).toBe("### Next Steps\n1. Mine");
      else expect(note.isEdited).toBe(false);
    }
  });
});

describe("a draft", () => {
  it("is one person's, and tells when somebody published meanwhile", async () => {
    const number = await aNote();
    const input = { number, baseVersion: 1, title: "Half", markdown: "unfinis" };
    expect(value(await saveDraft(uploader.deps, as("member"), input))).toMatchObject({ newestVersion: 1 });
    expect(value(await openEditor(uploader.deps, as("owner"), number)).draft).toBeNull();
    const theirs = { number, expectedVersion: 1, title: "Hers", markdown: "### Next Steps\n1. Hers" };
    value(await publishHandoff(uploader.deps, as("owner"), theirs));
    expect(value(await saveDraft(uploader.deps, as("member"), input))).toMatchObject({
      baseVersion: 1,
      newestVersion: 2,
    });
    expect(value(await discardDraft(uploader.deps, as("member"), number))).toEqual({ discarded: true });
    expect(value(await openEditor(uploader.deps, as("member"), number)).draft).toBeNull();
  });

  it("of a version that is not there is refused", async () => {
    const number = await aNote();
    const input = { number, baseVersion: 7, title: "", markdown: "" };
    expect(await saveDraft(uploader.deps, as("member"), input)).toMatchObject({
      ok: false,
      fault: { field: "baseVersion" },
    });
  });
});

describe("passing a note on", () => {
  const claim = (role: Role, number: number) => moveHandoff(uploader.deps, as(role), { number, move: "claim" });

  it("lets one claim it, and tells a second who was first", async () => {
    const number = await aNote();
    expect(value(await claim("member", number))).toEqual({ number, status: "claimed" });
    expect(value(await claim("member", number))).toEqual({ number, status: "claimed" });
    expect(await claim("owner", number)).toMatchObject({
      ok: false,
      fault: { code: "conflict", message: expect.stringContaining("Mia Member claimed") },
    });
    const view = value(await getHandoff(uploader.deps, as("viewer"), number));
    expect(view.claimed).toMatchObject({ name: "Mia Member", at: uploader.deps.clock.now().toISOString() });
  });

  it("gives two claims of one moment to one", async () => {
    const number = await aNote();
    const answers = await Promise.all([claim("member", number), claim("owner", number), claim("admin", number)]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });

  it("lets only the claimer or an admin release it", async () => {
    const number = await aNote();
    value(await claim("owner", number));
    const release = (role: Role) => moveHandoff(uploader.deps, as(role), { number, move: "release" });
    expect(await release("member")).toMatchObject({ ok: false, fault: { code: "forbidden" } });
    expect(value(await release("admin")).status).toBe("open");
    expect(value(await release("member")).status).toBe("open");
  });

  it("acknowledges and reopens, and keeps who had claimed it", async () => {
    const number = await aNote();
    value(await claim("member", number));
    const move = (name: "acknowledge" | "reopen") => moveHandoff(uploader.deps, as("owner"), { number, move: name });
    expect(value(await move("acknowledge")).status).toBe("acknowledged");
    expect(await claim("owner", number)).toMatchObject({ ok: false, fault: { code: "conflict" } });
    expect(value(await move("reopen")).status).toBe("claimed");
    const actions = await uploader.rows("SELECT action FROM audit_entry WHERE subject = $1 ORDER BY id", [
      `HND-${String(number).padStart(3, "0")}`,
    ]);
    expect(actions.map((row) => row["action"])).toEqual([
      "handoff.created",
      "handoff.claimed",
      "handoff.acknowledged",
      "handoff.reopened",
    ]);
  });

  it("is addressed to a member, whose name the prompt then says", async () => {
    const number = await aNote("## Session Handoff Note\n**To**: Next session\n### Next Steps\n1. Go");
    const memberId = uploader.team.memberIds.owner;
    value(await addressHandoff(uploader.deps, as("member"), { number, to: "member", memberId }));
    const view = value(await getHandoff(uploader.deps, as("viewer"), number));
    expect(view).toMatchObject({ version: 1, addressedTo: "member", addressee: { name: "Olga Owner" } });
    expect(view.prompt).toContain("**To**: Olga Owner\n");
    const nobody = { number, to: "member", memberId: uploader.deps.ids.next() } as const;
    expect(await addressHandoff(uploader.deps, as("member"), nobody)).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field: "memberId" },
    });
    expect(await addressHandoff(uploader.deps, as("member"), { number, to: "member", memberId: null })).toMatchObject({
      ok: false,
      fault: { field: "memberId" },
    });
  });
});

describe("the inbox", () => {
  const list = (role: Role, name: "me" | "next" | "team" | "mine" | "all", text = "") =>
    listHandoffs(uploader.deps, as(role), { list: name, text, cursor: null, limit: 100 }).then(value);
  const numbers = async (...args: Parameters<typeof list>) => (await list(...args)).rows.map((row) => row.number);

  it("sorts notes by whom they are for, and holds none that is acknowledged", async () => {
    const [forOwner, forTeam, forNext] = [await aNote(), await aNote(), await aNote()];
    const owner = uploader.team.memberIds.owner;
    value(await addressHandoff(uploader.deps, as("member"), { number: forOwner, to: "member", memberId: owner }));
    value(await addressHandoff(uploader.deps, as("member"), { number: forTeam, to: "team", memberId: null }));
    value(await moveHandoff(uploader.deps, as("owner"), { number: forTeam, move: "claim" }));
    expect(await numbers("owner", "me")).toEqual(expect.arrayContaining([forOwner, forTeam]));
    expect(await numbers("owner", "me")).not.toContain(forNext);
    expect(await numbers("admin", "me")).not.toContain(forOwner);
    expect(await numbers("admin", "team")).toContain(forTeam);
    expect(await numbers("admin", "next")).toContain(forNext);
    expect(await numbers("member", "mine")).toEqual(expect.arrayContaining([forOwner, forTeam, forNext]));
    expect(await numbers("admin", "mine")).toEqual([]);
    value(await moveHandoff(uploader.deps, as("owner"), { number: forOwner, move: "acknowledge" }));
    expect(await numbers("owner", "me")).not.toContain(forOwner);
    const all = await list("owner", "all");
    expect(all.rows.find((row) => row.number === forOwner)).toMatchObject({
      status: "acknowledged",
      addressee: "Olga Owner",
    });
    expect(all.rows.find((row) => row.number === forTeam)).toMatchObject({ claimedBy: "Olga Owner" });
  });

  it("counts what each list holds", async () => {
    const { counts } = await list("owner", "all");
    for (const name of ["me", "next", "team", "mine", "all"] as const) {
      expect((await list("owner", name)).rows, name).toHaveLength(counts[name]);
    }
  });

  it("finds words of the text, its own name, and signs as they are", async () => {
    const number = await aNote("### Next Steps\n1. Feed the 100%_walrus");
    expect(await numbers("viewer", "all", "100%_WALRUS")).toEqual([number]);
    expect(await numbers("viewer", "all", "100_walrus")).toEqual([]);
    expect(await numbers("viewer", "all", `hnd-${number}`)).toEqual([number]);
  });

  it("is read by pages without a gap or a repeat", async () => {
    const all = await numbers("viewer", "all");
    const seen: number[] = [];
    const page = (cursor: string | null) =>
      listHandoffs(uploader.deps, as("viewer"), { list: "all", text: "", cursor, limit: 3 }).then(value);
    for (let shown = await page(null); ; shown = await page(shown.nextCursor)) {
      seen.push(...shown.rows.map((row) => row.number));
      if (shown.nextCursor === null) break;
    }
    expect(seen).toEqual(all);
  });
});
