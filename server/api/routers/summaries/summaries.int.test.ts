import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRecords } from "../../../db/analysis/load";
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

function as(role: "viewer" | "member" | "owner") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] }).summaries;
}

interface Uploaded {
  readonly id: string;
  readonly session: number;
  readonly fixture: SessionFixture;
}

async function upload(
  id: string,
  fill: (session: SessionFixture) => SessionFixture,
  branch = "main",
): Promise<Uploaded> {
  const fixture = new SessionFixture({
    client: "claude-code",
    id,
    cwd: "/repo",
    branch,
    projectSlug: uploader.team.project.slug,
    title: `Session ${id}`,
  });
  return analysed(fill(fixture));
}

async function analysed(fixture: SessionFixture): Promise<Uploaded> {
  const { id } = (await uploader.append(fixture)).session;
  const key = { teamId: uploader.team.teamId, sessionId: id };
  await analyseSession(uploader.deps, key, { force: true, hooks: { recordFindings } });
  const [row] = await uploader.rows("SELECT number FROM session WHERE id = $1", [id]);
  return { id, session: Number(row?.["number"]), fixture };
}

async function ofSession({ session }: Uploaded): Promise<number> {
  const { rows } = await as("viewer").list({ ...project, session });
  const [row, ...others] = rows;
  if (!row || others.length > 0) throw new Error(`Session ${session} has ${rows.length} summaries.`);
  return row.number;
}

const work = (session: SessionFixture) =>
  session
    .said("Add the login page.")
    .edited("/repo/src/login.ts")
    .ran("npm test", { exit: 1, out: "TypeError: login is not a function" })
    .edited("/repo/src/login.ts")
    .ran("npm test", { out: "1 passed" });

describe("the summary of a session", () => {
  it("is composed by the analysis, once, with the evidence of each statement", async () => {
    const uploaded = await upload("one", work);
    const number = await ofSession(uploaded);
    const summary = await as("viewer").get({ ...project, number });
    expect(summary).toMatchObject({ version: 1, title: "Session one", isEdited: false, mayWrite: false });
    expect(summary.session).toMatchObject({ number: uploaded.session, title: "Session one" });
    expect(summary.body?.failed).toMatchObject([
      { approach: "npm test", lesson: "It passed after changes to src/login.ts." },
    ]);
    expect(summary.body?.failed[0]?.evidence[0]).toMatch(/^FAIL-\d{3}$/);
    expect(summary.markdown).toContain(
      "## What Failed\n\n- npm test\n  - Reason: TypeError: login is not a function\n",
    );
    await analysed(uploaded.fixture);
    expect((await as("viewer").get({ ...project, number })).versions).toHaveLength(1);
  });

  it("is evidence for what is pruned: its sections name the events that they are about", async () => {
    const uploaded = await upload("evidence", work);
    const number = await ofSession(uploaded);
    const records = await loadRecords(uploader.deps.db.pool, {
      teamId: uploader.team.teamId,
      sessionId: uploaded.id,
    });
    const { body } = await as("viewer").get({ ...project, number });
    const events = body?.failed.flatMap(({ evidence }) => evidence).filter((one) => one.startsWith("ctx:")) ?? [];
    expect(records.filter(({ kind }) => kind === "summary").map(({ title }) => title)).toEqual(["failed", "worked"]);
    expect(
      records
        .find(({ title }) => title === "failed")
        ?.refs.map((ref) => `ctx:${ref}`)
        .sort(),
    ).toEqual([...events].sort());
    await analysed(uploaded.fixture);
    expect((await as("viewer").get({ ...project, number })).version).toBe(1);
  });

  it("gets a version when the session goes on", async () => {
    const uploaded = await upload("on", work);
    await analysed(uploaded.fixture.edited("/repo/src/more.ts"));
    const summary = await as("viewer").get({ ...project, number: await ofSession(uploaded) });
    expect(summary.version).toBe(2);
    expect(summary.body?.files.map(({ path }) => path)).toEqual(["src/login.ts", "src/more.ts"]);
  });

  it("is one, also when the analysis and a person compose it at the same moment", async () => {
    const fixture = new SessionFixture({
      client: "claude-code",
      id: "race",
      cwd: "/repo",
      projectSlug: uploader.team.project.slug,
    });
    const { id } = (await uploader.append(work(fixture))).session;
    const [row] = await uploader.rows("SELECT number FROM session WHERE id = $1", [id]);
    const session = Number(row?.["number"]);
    const key = { teamId: uploader.team.teamId, sessionId: id };
    await Promise.all([
      analyseSession(uploader.deps, key, { force: true, hooks: { recordFindings } }),
      ...Array.from({ length: 5 }, () => as("member").compose({ ...project, session })),
    ]);
    expect(await uploader.rows("SELECT number FROM session_summary WHERE session_id = $1", [id])).toHaveLength(1);
  });

  it("is refused for a session without work, and for one that is not there", async () => {
    const { session } = await upload("talk", (one) => one.said("What does this do?").answered("It adds."));
    await expect(as("member").compose({ ...project, session })).rejects.toThrow(/nothing to sum up/);
    await expect(as("member").compose({ ...project, session: 9_999 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("editing", () => {
  const text = (line: string) => `# Session Summary\n\n- **Session**: none\n\n## What Worked\n\n- ${line}\n`;

  it("makes a version that the analysis does not write over; composing again keeps it as an older one", async () => {
    const uploaded = await upload("edited", work);
    const number = await ofSession(uploaded);
    const edit = { ...project, number, expectedVersion: 1, title: "Login", markdown: text("Mia tried it by hand.") };
    expect(await as("member").edit(edit)).toEqual({ outcome: "saved", number, version: 2 });
    await analysed(uploaded.fixture.edited("/repo/src/more.ts"));
    const kept = await as("viewer").get({ ...project, number });
    expect(kept).toMatchObject({ version: 2, title: "Login", isEdited: true, markdown: edit.markdown });
    const again = await as("member").compose({ ...project, session: uploaded.session });
    expect(again).toEqual({ number, version: 3, isNew: true });
    expect(await as("member").compose({ ...project, session: uploaded.session })).toEqual({ ...again, isNew: false });
    const compared = await as("viewer").compare({ ...project, number, from: 2, to: 3 });
    expect(compared.from).toMatchObject({ version: 2, author: { name: "Mia Member" }, markdown: edit.markdown });
    expect(compared.to.markdown).toContain("src/more.ts");
    const noted = await uploader.rows("SELECT action FROM audit_entry WHERE subject = $1 ORDER BY id", [
      `SUM-${String(number).padStart(3, "0")}`,
    ]);
    expect(noted.map(({ action }) => action)).toEqual(["summary.edited", "summary.composed"]);
  });

  it("at the same moment lets one win and tells the other what came meanwhile; nobody loses a word", async () => {
    const number = await ofSession(await upload("two", work));
    const edit = (line: string) => ({ ...project, number, expectedVersion: 1, title: "Two", markdown: text(line) });
    const answers = await Promise.all([as("member").edit(edit("Mia's")), as("owner").edit(edit("Olga's"))]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["conflict", "saved"]);
    const lost = answers.find((answer) => answer.outcome === "conflict");
    expect(lost?.outcome === "conflict" && lost.newest.markdown).toMatch(/Mia's|Olga's/);
    expect((await as("viewer").get({ ...project, number })).version).toBe(2);
    const next = { ...edit("Both."), expectedVersion: 2 };
    expect(await as("owner").edit(next)).toMatchObject({ outcome: "saved", version: 3 });
  });

  it("refuses what is empty, too long or says nothing new, and names the field", async () => {
    const number = await ofSession(await upload("refused", work));
    const { title, markdown } = await as("member").get({ ...project, number });
    const edit = { ...project, number, expectedVersion: 1, title, markdown };
    await expect(as("member").edit({ ...edit, title: " " })).rejects.toThrow(/title/);
    await expect(as("member").edit({ ...edit, markdown: " \n" })).rejects.toThrow(/empty/);
    await expect(as("member").edit(edit)).rejects.toThrow(/says the same already/);
    await expect(as("member").edit({ ...edit, markdown: "x".repeat(2_000_000) })).rejects.toThrow(
      /at most 100,000 characters/,
    );
    await expect(as("viewer").edit(edit)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(as("member").edit({ ...edit, number: 9_999 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("takes secrets out, and keeps script as text", async () => {
    const number = await ofSession(await upload("secret", work));
    const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8".slice(0, 36)}`;
    const markdown = text(`<script>alert(1)</script> ${secret}`);
    await as("member").edit({ ...project, number, expectedVersion: 1, title: secret, markdown });
    const stored = JSON.stringify([
      await uploader.rows("SELECT * FROM session_summary WHERE number = $1", [number]),
      await uploader.rows("SELECT * FROM session_summary_version WHERE number = $1", [number]),
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).toContain("<script>");
  });
});

describe("the list", () => {
  it("is filtered by person, agent, branch, day, session and words, and paged by key", async () => {
    const here = await upload(
      "list",
      (session) => work(session).inAgent("t1", "reviewer").read("/repo/src/login.ts").inMain(),
      "feat/100%",
    );
    const number = await ofSession(here);
    const found = async (filter: object) => {
      const { rows } = await as("viewer").list({ ...project, ...filter });
      return rows.map((row) => row.number);
    };
    expect(await found({ branch: "feat/100%" })).toEqual([number]);
    expect(await found({ agent: "reviewer" })).toEqual([number]);
    expect(await found({ agent: "nobody" })).toEqual([]);
    expect(await found({ text: "Session list" })).toEqual([number]);
    expect(await found({ text: `sum-${String(number).padStart(3, "0")}` })).toEqual([number]);
    // The names of fields are no words of a summary.
    expect(await found({ text: "isNew" })).toEqual([]);
    expect(await found({ from: "2100-01-01" })).toEqual([]);
    const all = await as("viewer").list({ ...project });
    expect(all.rows.length).toBe(all.total);
    expect(all.facets.branches).toContainEqual({ value: "feat/100%", count: 1 });
    const pages: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof as>["list"]>> = await as("viewer").list({
        ...project,
        cursor,
        limit: 2,
      });
      pages.push(...page.rows.map((row) => row.number));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual(all.rows.map((row) => row.number));
    await expect(as("viewer").list({ ...project, from: "2026-02-02", to: "2026-02-01" })).rejects.toThrow(/swap/);
    await expect(as("viewer").list({ ...project, cursor: "nonsense" })).rejects.toThrow(/page mark/);
  });
});
