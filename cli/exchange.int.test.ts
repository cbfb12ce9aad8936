import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "@/server/api/root";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
let shop: string;
let context: string;

beforeAll(async () => {
  world = await anImportWorld();
  await logInWith("ingest", "read", "record");
  shop = world.repository("shop", "https://git.example.com/acme/shop.git");
  context = path.join(shop, ".context");
  await mkdir(path.join(shop, "src"));
  const { deps, team } = world.uploader;
  const owner = createCaller({ deps, principal: team.people.owner });
  const place = { team: team.slug, project: "billing-api" };
  const cents = { title: "Keep money in cents", decision: "Integers", context: "Sums drift\n\n### as floats" };
  await owner.decisions.record({ ...place, decision: cents, status: "proposed" });
  await owner.decisions.record({ ...place, decision: { title: "Round half even" }, status: "proposed" });
  const failure = { title: "npm test", type: "test_failure", description: "AssertionError", approach: "npm test" };
  await owner.failures.record({ ...place, failure: { ...failure, type: "test_failure" }, status: "resolved" });
});
afterEach(() => world.intercept(null));
afterAll(() => world.close());

type Scope = "ingest" | "read" | "record";

async function logInWith(...scopes: Scope[]): Promise<void> {
  const { secret } = await world.uploader.team.key({ scopes });
  await world.logIn({ key: secret });
}

async function aProject(name: string): Promise<string> {
  const { deps, team } = world.uploader;
  const owner = createCaller({ deps, principal: team.people.owner });
  return (await owner.projects.create({ team: team.slug, name, timeZone: "UTC" })).slug;
}

const run = (args: readonly string[], cwd = shop) => world.steward.run(args, { cwd });

async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.sort().map(async (file) => [path.relative(folder, file), await readFile(file, "utf8")] as const),
  );
  return Object.fromEntries(texts);
}

describe("a .context folder", () => {
  it("is written at the project's root, and again only where it differs", async () => {
    const first = await run(["export", "--project", "billing-api"], path.join(shop, "src"));
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain("new      decisions/DEC-001.md\n");
    expect(first.out).toMatch(/\nbilling-api to \.\.[\\/]\.context: 7 files \(7 new\)\.\n$/);
    expect(await textsIn(context)).toHaveProperty("FAILURES.json");

    await writeFile(path.join(context, "notes.md"), "Mine\n");
    await writeFile(path.join(context, "stats.json"), "{}\n");
    const dry = await run(["export", "--project", "billing-api", "--dry-run"]);
    expect(dry.out).toBe(
      "changed  stats.json\nbilling-api to .context: 7 files (1 changed, 6 the same). Nothing was written.\n",
    );
    expect(await textsIn(context)).toMatchObject({ "stats.json": "{}\n" });
    const again = await run(["export", "--project", "billing-api", "--json"]);
    const answer = JSON.parse(again.out);
    expect(answer).toMatchObject({ project: "billing-api", format: "context", folder: context, written: true });
    expect(answer.files).toContainEqual({ path: "stats.json", state: "changed" });
    expect(await textsIn(context)).toMatchObject({ "notes.md": "Mine\n", "stats.json": expect.stringContaining("2") });
  });

  it("brings an edited decision into another project, which then exports the same", async () => {
    await run(["export", "--project", "billing-api"]);
    const file = path.join(context, "decisions/DEC-001.md");
    await writeFile(file, (await readFile(file, "utf8")).replace("**Decision**: Integers", "**Decision**: Decimals"));

    const dry = await run(["import-context", "--project", "billing-api", "--dry-run"]);
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.out).toMatch(/^changed {7}DEC-001 {2}Keep money in cents\n +Decision: Integers → Decimals\n/);
    expect(dry.out).toMatch(/billing-api: 1 changed, 2 the same\.\nNothing was written\.\n$/);

    const moved = await run(["import-context", "--project", "harbor-web", "--yes"]);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.out).toMatch(/harbor-web: 3 new\.\nImported: 2 decisions, 1 failure\.\n$/);
    expect(moved.err).toContain("Not read, since they hold no records: .context/notes.md.");
    const more = await run(["import-context", ".context", "--project", "harbor-web"]);
    expect(more).toMatchObject({ code: 0, out: "harbor-web: 3 the same.\nThere is nothing to import.\n" });

    const there = path.join(world.folder, "there");
    expect(await run(["export", "--project", "harbor-web", "--to", there])).toMatchObject({ code: 0 });
    const { "notes.md": _, ...before } = await textsIn(context);
    const named = (texts: Record<string, string>, name: string) => ({
      ...texts,
      "config.toml": texts["config.toml"]?.replace(name, "NAME"),
    });
    expect(named(await textsIn(there), "Harbor Web")).toEqual(named(before, "Billing API"));
  });

  it("is told from transcripts", async () => {
    const { code, err } = await run(["import", ".context"]);
    expect([code, err]).toEqual([2, expect.stringContaining("Run: steward import-context .context")]);
  });
});

describe("a format of one file", () => {
  it("goes into the folder, or to standard output as it is", async () => {
    const to = path.join(world.folder, "log");
    await run(["export", "--project", "billing-api", "--format", "decisions", "--to", to]);
    const { out, err } = await run(["export", "--project", "billing-api", "--format", "decisions", "--to", "-"]);
    expect(err).toBe("");
    expect(out.trimEnd().split("\n")).toHaveLength(2);
    expect(await textsIn(to)).toEqual({ "DECISIONS.jsonl": out });
  });

  it("is what standard output takes, and no folder", async () => {
    const { code, err } = await run(["export", "--project", "billing-api", "--to", "-"]);
    expect([code, err]).toEqual([2, expect.stringContaining("--to <folder>")]);
  });
});

describe("an import of a .context folder", () => {
  it("asks before it writes, and takes no silence for a yes", async () => {
    const project = await aProject("Asked");
    const { code, out, err } = await run(["import-context", "--project", project]);
    expect([code, err]).toEqual([2, expect.stringContaining("Add --yes to write")]);
    expect(out).toContain("new           DEC-001");
    const after = await run(["export", "--project", project, "--format", "decisions", "--to", "-"]);
    expect(after.out).toBe("");
  });

  it("keeps the good half of damaged files, names the places, and ends with 1", async () => {
    const project = await aProject("Damaged");
    const log = '{"id":"DEC-001","title":"Good","status":"proposed"}\n{"id": broken\n';
    await world.write("damaged/.context/DECISIONS.jsonl", log);
    await world.write("damaged/.context/decisions/DEC-002.md", new Uint8Array([0x23, 0xff, 0xfe]));
    const args = ["import-context", "--project", project, "--yes", "damaged/.context"];
    const { code, out, err } = await run(args, world.folder);
    expect(code).toBe(1);
    expect(out).toMatch(/: 1 new, 2 unreadable\.\nImported: 1 decision\.\n$/);
    expect(err).toMatch(/unreadable {4}damaged\/\.context\/DECISIONS\.jsonl:2: .*JSON/);
    expect(err).toContain("damaged/.context/decisions/DEC-002.md: The file is no UTF-8 text. Save it as UTF-8.");
    const again = await run([...args, "--json"], world.folder);
    expect(JSON.parse(again.out)).toMatchObject({
      project,
      preview: { counts: { same: 1 }, problemCount: 2 },
      imported: null,
    });
  });

  it("gives a record whose number is taken the next one", async () => {
    const project = await aProject("Taken");
    await world.write("ours/DEC-001.md", "### [DEC-001] Ours\n- **Decision**: yes\n- **Status**: proposed\n");
    await world.write("theirs/DEC-001.md", "### [DEC-001] Theirs\n- **Decision**: no\n- **Status**: proposed\n");
    await run(["import-context", "--project", project, "--yes", "ours"], world.folder);
    const { out } = await run(["import-context", "--project", project, "--yes", "theirs"], world.folder);
    expect(out).toContain("number taken  DEC-001 → DEC-002  Theirs\n");
  });

  it("sends nothing but what it imports", async () => {
    const project = await aProject("Careful");
    await world.write("careful/.env", "TOKEN=hush\n");
    await world.write("careful/src/a.ts", "const hush = 1;\n");
    await world.write("careful/README.md", "# hush\n");
    await world.write("careful/log.md", "### [DEC-001] Told\n- **Status**: proposed\n");
    await symlink(path.join(world.folder, "careful/.env"), path.join(world.folder, "careful/handoff.md"));
    const bodies: string[] = [];
    world.intercept(async (request, next) => {
      bodies.push(await request.clone().text());
      return next(request);
    });
    const { out } = await run(["import-context", "--project", project, "--yes", "careful"], world.folder);
    expect(out).toContain("Imported: 1 decision.");
    expect(bodies.join("")).toContain("Told");
    expect(bodies.join("")).not.toContain("hush");
  });

  it("says what is not there", async () => {
    expect(await run(["import-context", "nowhere"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Nothing is at nowhere."),
    });
    const empty = world.repository("empty", "https://git.example.com/acme/empty.git");
    expect(await run(["import-context", "--project", "billing-api"], empty)).toMatchObject({
      code: 2,
      err: expect.stringContaining("has no .context."),
    });
    expect(await run(["import-context", "src"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("No file to import is in src."),
    });
  });
});

describe("files that lead out of the folder", () => {
  it("are not written through a link", async () => {
    const outside = path.join(world.folder, "outside");
    const to = path.join(world.folder, "linked");
    await mkdir(outside);
    await mkdir(to);
    await symlink(outside, path.join(to, "decisions"));
    const { code, err } = await run(["export", "--project", "billing-api", "--to", to]);
    expect([code, err]).toEqual([2, expect.stringContaining("leads out of its folder")]);
    expect([await textsIn(outside), await textsIn(to)]).toEqual([{}, {}]);
  });

  it("are refused when a server names them", async () => {
    world.intercept(async (request, next) => {
      if (!request.url.includes("exchange.export")) return next(request);
      const data = { pieces: [{ path: "../evil.md", text: "x" }], nextCursor: null };
      return Response.json({ result: { data } });
    });
    const to = path.join(world.folder, "named");
    const { code, err } = await run(["export", "--project", "billing-api", "--to", to]);
    expect([code, err]).toEqual([2, expect.stringContaining("../evil.md, out of its folder. Nothing was written.")]);
    expect(await readdir(world.folder)).not.toContain("evil.md");
  });
});

describe("a key without the right", () => {
  it("hears which scope is missing, and nothing is written", async () => {
    await logInWith("ingest", "read");
    const refused = await run(["import-context", "--project", "harbor-web", "--yes"]);
    await logInWith("ingest");
    const to = path.join(world.folder, "unread");
    const unread = await run(["export", "--project", "billing-api", "--to", to]);
    await logInWith("read");
    const read = await run(["export", "--project", "billing-api", "--to", to]);
    await logInWith("ingest", "read", "record");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("record") });
    expect(unread).toMatchObject({ code: 2, out: "", err: expect.stringContaining("read") });
    expect(read.code).toBe(0);
  });
});
