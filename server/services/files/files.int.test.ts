import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createCaller } from "@/server/api/root";
import type { Principal } from "@/server/core/access/scope";
import { type IndexedFileInput, MAX_FILES_PER_PART } from "@/server/core/files/index-part";
import { aSession } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { aTeam, testDeps } from "../testing/team-fixture";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

type File = z.input<typeof IndexedFileInput>;

function file(path: string, imports: string[] = [], more: Partial<File> = {}): File {
  const size = { lines: 10, tokens: 90, sha256: "0".repeat(64), language: "typescript" };
  const history = { commits: 1, lastCommitAt: "2026-11-01T08:00:00+01:00", coverage: null };
  return { path, imports, outline: [], ...size, ...history, isTest: false, isGenerated: false, ...more };
}

const PROJECT = { login: "src/login.ts", session: "src/session.ts", types: "src/types.ts", report: "src/report.ts" };
const FILES = [
  file(PROJECT.login, [PROJECT.session], { outline: [{ name: "logIn", kind: "function", line: 3 }] }),
  file(PROJECT.session, [PROJECT.types]),
  file(PROJECT.types),
  file("src/login.test.ts", [PROJECT.login], { isTest: true }),
  file(PROJECT.report, [], { outline: [{ name: "exportInvoices", kind: "function", line: 1 }] }),
];

function as(principal: Principal, where?: { team: string; project: string }) {
  const place = where ?? { team: uploader.team.slug, project: uploader.team.project.slug };
  const { files } = createCaller({ deps: uploader.deps, principal });
  return {
    place,
    files,
    async index(list: readonly File[], parts = 1) {
      const { id } = await files.indexStart({ ...place, head: "abc123", branch: "main" });
      const size = Math.max(1, Math.ceil(list.length / parts));
      for (let at = 0; at < list.length; at += size)
        await files.indexPart({ ...place, id, files: list.slice(at, at + size) });
      return { id, ...(await files.indexFinish({ ...place, id, files: list.length })) };
    },
    async levels(more: Partial<Parameters<typeof files.priorities>[0]> = {}) {
      const { rows } = await files.priorities({ ...place, ...more });
      return Object.fromEntries(rows.map(({ path, level }) => [path, level]));
    },
  };
}

const owner = () => as(uploader.team.people.owner);
const stored = () => uploader.rows("SELECT path FROM project_file ORDER BY path");

describe("an index", () => {
  it("is stored by parts, and again without a difference", async () => {
    const first = await owner().index(FILES, 3);
    expect(first).toMatchObject({ files: 5, removed: 0 });
    const rows = await uploader.rows("SELECT * FROM project_file ORDER BY path");
    expect(rows).toHaveLength(5);
    await owner().index(FILES);
    const again = await uploader.rows("SELECT * FROM project_file ORDER BY path");
    expect(again.map(({ index_id: _, ...row }) => row)).toEqual(rows.map(({ index_id: _, ...row }) => row));
  });

  it("keeps pins over the next index, and files that are gone vanish with theirs", async () => {
    const { files, place, levels, index } = owner();
    await files.pin({ ...place, path: PROJECT.types, level: "P0" });
    const done = await files.pin({ ...place, path: PROJECT.report, level: "P1" });
    expect(done).toEqual({
      path: PROJECT.report,
      pin: { level: "P1", by: "Olga Owner", at: "2026-11-20T09:00:00.000Z" },
    });
    expect(await index(FILES.filter(({ path }) => path !== PROJECT.report))).toMatchObject({ files: 4, removed: 1 });
    expect(await levels()).toMatchObject({ [PROJECT.types]: "P0" });
    await index(FILES);
    expect(await levels()).toMatchObject({ [PROJECT.types]: "P0", [PROJECT.report]: "P2" });
    expect((await files.priorities({ ...place, path: PROJECT.types })).rows).toMatchObject([
      { why: "Olga Owner pinned it to P0.", pin: { level: "P0", by: "Olga Owner" } },
    ]);
    expect(await files.unpin({ ...place, path: PROJECT.types })).toEqual({ path: PROJECT.types, pin: null });
    expect(await levels()).toMatchObject({ [PROJECT.types]: "P2" });
  });

  it("takes nothing away when a part was lost on its way", async () => {
    const { files, place } = owner();
    const { id } = await files.indexStart(place);
    await files.indexPart({ ...place, id, files: FILES.slice(0, 2) });
    await expect(files.indexFinish({ ...place, id, files: 5 })).rejects.toThrow(
      "Of 5 files 2 arrived. Send the missing parts",
    );
    expect(await stored()).toHaveLength(5);
    await files.indexPart({ ...place, id, files: FILES.slice(2) });
    expect(await files.indexFinish({ ...place, id, files: 5 })).toEqual({ files: 5, removed: 0 });
    expect(await files.indexFinish({ ...place, id, files: 5 })).toEqual({ files: 5, removed: 0 });
  });

  it("is refused when a later one has ended, so that old files do not come back", async () => {
    const { files, place, index } = owner();
    const { id } = await files.indexStart(place);
    await index(FILES);
    const late = files.indexPart({ ...place, id, files: [file("src/gone.ts")] });
    await expect(late).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Run steward index again"),
    });
    expect((await stored()).map(({ path }) => path)).not.toContain("src/gone.ts");
  });

  it("lets the later of two at once win, whichever ends first", async () => {
    const { files, place } = owner();
    const early = await files.indexStart(place);
    const late = await files.indexStart(place);
    await files.indexPart({
      ...place,
      id: late.id,
      files: [file("src/both.ts", [], { tokens: 2 }), file("src/late.ts")],
    });
    await files.indexPart({
      ...place,
      id: early.id,
      files: [file("src/both.ts", [], { tokens: 1 }), file("src/early.ts")],
    });
    expect(await files.indexFinish({ ...place, id: early.id, files: 2 })).toMatchObject({ removed: 5 });
    expect(await files.indexFinish({ ...place, id: late.id, files: 2 })).toMatchObject({ removed: 1 });
    const rows = await uploader.rows("SELECT path, tokens FROM project_file ORDER BY path");
    expect(rows).toEqual([
      { path: "src/both.ts", tokens: 2 },
      { path: "src/late.ts", tokens: 90 },
    ]);
    await owner().index(FILES);
  });

  it("redacts names and paths on the server, whoever sent them", async () => {
    const secret = "ghp_1234567890abcdefghijklmnopqrstuvwxyz";
    await owner().index([
      ...FILES,
      file(`src/${secret}.ts`, [], { outline: [{ name: secret, kind: "constant", line: 1 }] }),
    ]);
    expect(JSON.stringify(await uploader.rows("SELECT * FROM project_file"))).not.toContain(secret);
    await owner().index(FILES);
  });

  it("names the field and the limit of what it refuses", async () => {
    const { files, place } = owner();
    const { id } = await files.indexStart(place);
    const part = (list: File[]) => files.indexPart({ ...place, id, files: list });
    const many = Array.from({ length: MAX_FILES_PER_PART + 1 }, (_, at) => file(`src/${at}.ts`));
    await expect(part(many)).rejects.toThrow("300");
    await expect(part([file("../outside.ts")])).rejects.toThrow("relative to the project's root");
    await expect(part([file("src/a.ts", [], { sha256: "abc" })])).rejects.toThrow("64 hexadecimal digits");
    await expect(part([file("src/a.ts", [], { coverage: 1.5 })])).rejects.toThrow();
  });
});

describe("priorities", () => {
  it("rank for the files that a session edits now, with the reason", async () => {
    const session = aSession("edits", { cwd: "/home/mia/app" }).said("Make it quicker");
    await uploader.append(
      session.edited("/home/mia/app/src/login.ts").edited("/home/mia/app/src/brand-new.ts").answered("Done"),
    );
    const found = await owner().files.priorities({ ...owner().place, number: 1 });
    expect(found.active).toEqual([{ path: PROJECT.login, why: "It was edited in the last 10 turns." }]);
    expect(found.unknown).toEqual(["/home/mia/app/src/brand-new.ts"]);
    expect(found.task).toBe("Make it quicker");
    expect(found.counts).toEqual({ P0: 2, P1: 1, P2: 1, P3: 1 });
    expect(found.rows.map(({ path, level, why }) => `${level} ${path}: ${why}`)).toEqual([
      "P0 src/login.ts: It was edited in the last 10 turns.",
      "P0 src/session.ts: src/login.ts imports it and is being edited.",
      "P1 src/types.ts: It holds types that src/session.ts uses.",
      "P2 src/login.test.ts: It tests src/login.ts.",
      "P3 src/report.ts: Nothing that is being edited leads here.",
    ]);
    expect(found.index).toMatchObject({ files: 5, head: "abc123", branch: "main", indexedBy: "Olga Owner" });
  });

  it("count neither edits that failed nor old ones while there are newer", async () => {
    const session = aSession("mixed", { cwd: "/home/mia/app" }).said("Go").edited("/home/mia/app/src/report.ts");
    for (let turn = 0; turn < 12; turn++) session.ran(`ls ${turn}`);
    const failed = { file_path: "/home/mia/app/src/session.ts", old_string: "a", new_string: "b" };
    session.called("Edit", failed, "String not found", { outcome: "error" }).edited("/home/mia/app/src/types.ts");
    await uploader.append(session.answered("Done"));
    const now = await owner().files.priorities({ ...owner().place, number: 2 });
    expect(now.active.map(({ path }) => path)).toEqual([PROJECT.types]);

    const idle = aSession("idle", { cwd: "/home/mia/app" }).said("Go").edited("/home/mia/app/src/report.ts");
    for (let turn = 0; turn < 12; turn++) idle.ran(`ls ${turn}`);
    await uploader.append(idle.answered("Done"));
    const before = await owner().files.priorities({ ...owner().place, number: 3 });
    expect(before.active).toEqual([{ path: PROJECT.report, why: "The session edited it earlier." }]);
  });

  it("rank for what is told without a session, and for a task's words", async () => {
    expect(await owner().levels({ changed: ["src/login.ts"] })).toMatchObject({
      [PROJECT.session]: "P0",
      [PROJECT.types]: "P1",
    });
    expect(await owner().levels({ task: "Look at report.ts" })).toMatchObject({ [PROJECT.report]: "P0" });
    const found = await owner().files.priorities({ ...owner().place, task: "invoices to export" });
    const report = found.rows.find(({ path }) => path === PROJECT.report);
    expect(report?.why).toBe("No file is being edited, so only its score ranks it.");
    expect(report?.terms[1]).toMatchObject({ term: "relevance", value: 1 });
    expect(found.rows.filter(({ terms }) => terms[1]?.value === 0)).toHaveLength(4);
  });

  it("come by pages that add up to the whole", async () => {
    const whole = await owner().files.priorities({ ...owner().place, changed: ["src/login.ts"] });
    const paths: string[] = [];
    let cursor: string | null = null;
    do {
      const page: typeof whole = await owner().files.priorities({
        ...owner().place,
        changed: ["src/login.ts"],
        limit: 2,
        cursor,
      });
      paths.push(...page.rows.map(({ path }) => path));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paths).toEqual(whole.rows.map(({ path }) => path));
    await expect(owner().files.priorities({ ...owner().place, cursor: "nonsense" })).rejects.toThrow(
      "Start from the first page",
    );
    const onlyP1 = await owner().files.priorities({ ...owner().place, changed: ["src/login.ts"], level: "P1" });
    expect(onlyP1.rows.map(({ path }) => path)).toEqual([PROJECT.types]);
  });

  it("say that a session or a file is not there, with a proposal", async () => {
    await expect(owner().files.priorities({ ...owner().place, number: 99 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const pin = owner().files.pin({ ...owner().place, path: "login.ts", level: "P0" });
    await expect(pin).rejects.toThrow("The index of this project has no file login.ts. Did you mean src/login.ts?");
  });

  it("are empty before the first index", async () => {
    const second = as(uploader.team.people.owner, {
      team: uploader.team.slug,
      project: uploader.team.secondProject.slug,
    });
    expect(await second.files.priorities(second.place)).toMatchObject({ index: null, rows: [], nextCursor: null });
  });
});

describe("an outline", () => {
  it("tells names, imports and importers", async () => {
    expect(await owner().files.outline({ ...owner().place, path: PROJECT.login })).toMatchObject({
      outline: [{ name: "logIn", kind: "function", line: 3 }],
      imports: [PROJECT.session],
      importedBy: ["src/login.test.ts"],
      lastCommitAt: "2026-11-01T07:00:00.000Z",
    });
  });
});

describe("another team", () => {
  it("sees, changes and ends nothing of it", async () => {
    const foreign = await aTeam(testDeps(uploader.deps.db), "Another Harbor");
    const theirs = as(foreign.people.owner, { team: foreign.slug, project: foreign.project.slug });
    const { id } = await owner().files.indexStart(owner().place);
    await expect(theirs.files.indexPart({ ...theirs.place, id, files: FILES })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(theirs.files.indexFinish({ ...theirs.place, id, files: 0 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(theirs.files.pin({ ...theirs.place, path: PROJECT.login, level: "P0" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await theirs.index([file("their/own.ts")]);
    expect(Object.keys(await theirs.levels())).toEqual(["their/own.ts"]);
    expect(Object.keys(await owner().levels())).toHaveLength(5);
    await expect(theirs.files.priorities(owner().place)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
