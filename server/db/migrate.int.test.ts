import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withClient } from "@/server/launcher/postgres-connection";
import { findProjectRoot } from "@/server/launcher/project-root";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "@/server/testing/test-database";
import { migrate } from "./migrate";

const root = findProjectRoot();
const migrations = path.join(root, "prisma/migrations");

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "steward-migrations-"));
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a migration of its own into the test's folder. */
async function aMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

async function query<T>(sql: string): Promise<T[]> {
  return withClient(database.url, async (client) => (await client.query(sql)).rows);
}

/** Runs Prisma's own CLI against `url`; its engine is the WebAssembly one wherever no native one is installed. */
async function prisma(url: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" };
  try {
    const cli = path.join(root, "node_modules/prisma/build/index.js");
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...args], { cwd: root, env });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string }; // What execFile rejects with.
    return { code: failed.code, text: failed.stdout + failed.stderr };
  }
}

describe("our runner and Prisma's", () => {
  it("agree: what we applied, Prisma calls up to date and applies nothing more", async () => {
    const { applied } = await migrate(database.url, migrations);
    expect(applied.length).toBeGreaterThan(0);
    expect((await prisma(database.url, "migrate", "status")).text).toContain("Database schema is up to date");
    expect((await prisma(database.url, "migrate", "deploy")).text).toContain("No pending migrations to apply");
  });

  it("agree the other way round: what Prisma deployed, we leave alone", async () => {
    expect((await prisma(database.url, "migrate", "deploy")).code).toBe(0);
    expect(await migrate(database.url, migrations)).toMatchObject({ applied: [] });
  });

  it("finds no difference between the migrations and schema.prisma", async () => {
    const migrated = await createTestDatabase();
    const args = ["--from-config-datasource", "--to-schema", "prisma/schema.prisma", "--exit-code", "--script"];
    const diff = await prisma(migrated.url, "migrate", "diff", ...args);
    await migrated.drop();
    expect(diff.text).toContain("This is an empty migration");
    expect(diff.code).toBe(0);
  });
});

describe("migrate", () => {
  it("applies each migration once, in the order of the names", async () => {
    await aMigration("2_second", "insert into note values ('second')");
    await aMigration("1_first", "create table note (text text)");
    const told: string[] = [];
    expect(await migrate(database.url, folder, (name) => told.push(name))).toEqual({
      applied: ["1_first", "2_second"],
      alreadyApplied: 0,
    });
    expect(told).toEqual(["1_first", "2_second"]);
    expect(await migrate(database.url, folder)).toEqual({ applied: [], alreadyApplied: 2 });
    expect(await query("select text from note")).toEqual([{ text: "second" }]);
  });

  it("applies each migration once when several processes start together", async () => {
    await aMigration("1_first", "create table note (text text); insert into note values ('once')");
    await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
    expect(await query("select text from note")).toHaveLength(1);
  });

  it("takes a script with function bodies whole", async () => {
    await aMigration("1_do", "do $$ begin create table note (text text); perform 1; end $$;");
    await migrate(database.url, folder);
    expect(await query("select text from note")).toEqual([]);
  });

  it("rolls a failing migration back and says which and why; corrected, it applies", async () => {
    await aMigration("1_first", "create table note (text text); select nonsense");
    await expect(migrate(database.url, folder)).rejects.toThrow(/1_first failed and was rolled back.*nonsense/);
    expect(await query("select 1 from pg_tables where tablename = 'note'")).toEqual([]);
    await aMigration("1_first", "create table note (text text)");
    expect(await migrate(database.url, folder)).toMatchObject({ applied: ["1_first"] });
  });

  it("refuses a database that is newer than the program, with the command to run", async () => {
    await cp(migrations, folder, { recursive: true });
    await aMigration("99999999999999_future", "create table future (id int)");
    await migrate(database.url, folder);
    await expect(migrate(database.url, migrations)).rejects.toMatchObject({
      message: expect.stringMatching(/newer than this program.*99999999999999_future/),
      remedy: expect.stringContaining("git pull && npm run quickstart"),
    });
  });

  it("refuses a migration that was changed after it was applied, but not one with other line ends", async () => {
    await aMigration("1_first", "create table note (\n  text text\n)");
    await migrate(database.url, folder);
    await aMigration("1_first", "create table note (\r\n  text text\r\n)");
    expect(await migrate(database.url, folder)).toMatchObject({ applied: [] });
    await aMigration("1_first", "create table note (text varchar)");
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      message: expect.stringMatching(/1_first was changed after/),
      remedy: expect.stringContaining("git checkout"),
    });
  });

  it("refuses a database on which Prisma left a failed migration, with the command that resolves it", async () => {
    await aMigration("1_first", "select 1");
    await migrate(database.url, folder);
    await query(`update "_prisma_migrations" set finished_at = null`);
    await expect(migrate(database.url, folder)).rejects.toMatchObject({
      remedy: expect.stringContaining("npx prisma migrate resolve --rolled-back 1_first"),
    });
  });
});
