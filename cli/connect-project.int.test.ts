import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
let several: string;
let home: string;
/** A folder that leads to no project. */
let elsewhere: string;

beforeAll(async () => {
  world = await anImportWorld();
  several = (await world.uploader.team.key({ projects: "all" })).secret;
});
afterAll(() => world.close());

beforeEach(async () => {
  home = path.join(world.folder, `home-${Math.random().toString(36).slice(2)}`);
  elsewhere = path.join(home, "elsewhere");
  await mkdir(elsewhere, { recursive: true });
  await world.logIn({ key: several });
});

async function connect(cwd: string, ...args: string[]) {
  const env = { HOME: home, XDG_STATE_HOME: path.join(home, ".state") };
  const ran = await world.steward.run(["connect", "claude-code", "--yes", ...args], { cwd, env });
  const headers = async (file: string) => JSON.parse(await readFile(file, "utf8")).mcpServers.steward.headers;
  return { ...ran, headers };
}

async function folderOf(slug: string): Promise<string> {
  const folder = path.join(home, slug);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, ".steward.json"), JSON.stringify({ project: slug }));
  return folder;
}

describe("the project of the MCP server", () => {
  it.each(["user", "project"] as const)("is that of the folder, in the scope %s", async (scope) => {
    const { slug } = world.uploader.team.project;
    const folder = await folderOf(slug);
    const ran = await connect(folder, "--scope", scope);
    const file = scope === "user" ? path.join(home, ".claude.json") : path.join(folder, ".mcp.json");
    expect(await ran.headers(file)).toMatchObject({ "x-steward-project": slug });
    expect(ran.out.includes(`In every folder the MCP server speaks of the project ${slug}.`)).toBe(scope === "user");
  });

  it("is the default of the login where the folder leads to none, also while the server is away", async () => {
    const { slug } = world.uploader.team.project;
    await world.logIn({ key: several, project: slug });
    const file = path.join(home, ".claude.json");
    expect(await (await connect(elsewhere)).headers(file)).toMatchObject({ "x-steward-project": slug });
    world.intercept(async () => new Response(null, { status: 503 }));
    const again = await connect(elsewhere);
    world.intercept(null);
    expect(again.out).toContain("is connected already. Nothing was changed.");
  });

  it("stays when a person's own files are written again elsewhere, until another is told", async () => {
    const { project, secondProject } = world.uploader.team;
    await connect(await folderOf(project.slug));
    const again = await connect(await folderOf(secondProject.slug));
    expect(again.out).toContain("is connected already. Nothing was changed.");
    expect(again.out).toContain(`speaks of the project ${project.slug}.`);
    const told = await connect(elsewhere, "--project", secondProject.slug);
    const headers = await told.headers(path.join(home, ".claude.json"));
    expect(headers).toMatchObject({ "x-steward-project": secondProject.slug });
  });

  it("is asked for where nothing leads to one, and the rest is written", async () => {
    const ran = await connect(elsewhere);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(
      /The MCP server answers once it is told a project\. No project is known for .+ Add --project <slug>/,
    );
    expect(ran.out).toMatch(/This key reaches: .*billing-api/);
    expect(await ran.headers(path.join(home, ".claude.json"))).not.toHaveProperty("x-steward-project");
    expect(await readFile(path.join(home, ".claude/settings.json"), "utf8")).toContain("SessionStart");
  });

  it("that the key does not reach is refused before anything is written", async () => {
    const { code, err, headers } = await connect(elsewhere, "--project", "nowhere");
    expect([code, err]).toEqual([2, expect.stringMatching(/^This key reaches no project nowhere\. It reaches: /)]);
    await expect(headers(path.join(home, ".claude.json"))).rejects.toThrow("ENOENT");
  });
});

describe("the home folder", () => {
  it("is no project: a person's own files are not taken for those of one", async () => {
    const { code, err } = await connect(home, "--scope", "project");
    expect([code, err]).toEqual([2, expect.stringMatching(/^Your home folder is no project\./)]);
    await connect(elsewhere);
    const { out } = await world.steward.run(["connect"], { cwd: home, env: { HOME: home } });
    expect(out).toMatch(/^claude-code +Claude Code +connected$/m);
  });
});
