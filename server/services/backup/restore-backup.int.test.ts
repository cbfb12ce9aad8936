import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FoundData } from "@/server/core/backup/backup-program";
import {
  type BackupManifest,
  type BackupProgress,
  MANIFEST_MEMBER,
  SEAL_MEMBER,
  tableMember,
} from "@/server/core/backup/manifest";
import { BACKUP_APPLICATION } from "@/server/db/backup/session";
import { migrate } from "@/server/db/migrate";
import { migrateJobs } from "@/server/jobs/migrate";
import { value } from "../testing/team-fixture";
import { BackupFile } from "./read-backup";
import { TarReader, TarWriter } from "./tar";
import { BackupLab, fingerprints, query, schemaOf, tableCount } from "./testing/backup-lab";

const TEAM = "01890000-0000-7000-8000-000000000001";
const AT = "2026-11-20T09:00:00.123Z";

let lab: BackupLab;
let source: string;

beforeAll(async () => {
  lab = await BackupLab.open();
  source = await migrated();
  await query(source, "INSERT INTO team VALUES ($1, 'Harbor', 'harbor', $2)", [TEAM, AT]);
  await addJob(source, "analyse-session", "kept");
  value(await lab.save(source, "good.tar"));
});
afterAll(() => lab.close());

async function migrated(): Promise<string> {
  const url = await lab.emptyDatabase();
  await migrate(url, "prisma/migrations");
  await migrateJobs(url);
  return url;
}

const addJob = (url: string, task: string, key: string) =>
  query(url, "SELECT graphile_worker.add_job($1, payload => '{}'::json, job_key => $2)", [task, key]);
const jobKeys = async (url: string) =>
  (await query<{ key: string }>(url, "SELECT key FROM graphile_worker.jobs ORDER BY key")).map(({ key }) => key);

describe("values", () => {
  /** Text as Postgres can hold it; anything may be in it, line ends and COPY's own signs above all. */
  const signs = fc.constantFrom("\\", "\n", "\r", "\t", "\\N", "\\.", "\\n", '"', "{", "}", ",", "NULL", "é", "🙂");
  const text = fc
    .oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: signs, maxLength: 12 }))
    .map((found) => found.replaceAll("\0", ""));
  const row = fc.record({
    text,
    json: fc.jsonValue().map((found) => JSON.stringify(found).replaceAll("\\u0000", "")),
    tags: fc.array(text, { maxLength: 4 }),
    bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    score: fc.double(),
    value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    at: fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((at) => at.toISOString()),
  });
  type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

  async function write(url: string, rows: readonly Row[]): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("INSERT INTO team VALUES ($1, 'Harbor', 'harbor', $2)", [TEAM, AT]);
    await client.query("INSERT INTO member VALUES ($1, $1, 'u', 'Ada', 'ada@example.org', 'owner', $2)", [TEAM, AT]);
    await client.query("INSERT INTO project VALUES ($1, $1, 'p', 'P', 'UTC', false, $2)", [TEAM, AT]);
    for (const [n, { text: body, json, tags, bytes, score, value: number, at }] of rows.entries()) {
      const id = `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`;
      const insert = (table: string, columns: string, values: unknown[]) =>
        client.query(
          `INSERT INTO ${table} (team_id, ${columns}) VALUES ($1, ${values.map((_, at) => `$${at + 2}`).join(", ")})`,
          [TEAM, ...values],
        );
      await insert("audit_entry", "id, occurred_at, actor_kind, actor, action, subject, detail", [
        ...[id, at, "user", body, "a", body, json],
      ]);
      await insert("content", "hash, text, bytes, created_at", [Buffer.concat([Buffer.from(id), bytes]), body, n, at]);
      await insert("counter", "name, value", [`n${n}`, number]);
      await insert("api_key", "id, member_id, name, prefix, key_hash, scopes, project_ids, created_at", [
        ...[id, TEAM, body, "p", bytes, tags, [id, TEAM], at],
      ]);
      await insert("search_relation", "project_id, lexeme, other, score", [TEAM, `l${n}`, body, score]);
    }
    await client.end();
  }

  it("come back as they were, whatever is in them", async () => {
    const target = await lab.emptyDatabase();
    let round = 0;
    const survives = async (rows: Row[]) => {
      const url = await migrated();
      await write(url, rows);
      const before = await fingerprints(url);
      const name = `odd-${++round}.tar`;
      value(await lab.save(url, name));
      value(await lab.restore(name, target, { agree: async () => true }));
      expect(await fingerprints(target)).toEqual(before);
    };
    const rows = fc.array(row, { minLength: 100, maxLength: 150 });
    await fc.assert(fc.asyncProperty(rows, survives), { numRuns: 2, endOnFailure: true });
  }, 120_000);
});

describe("an older backup", () => {
  it("goes up to the newest schema, with its rows", async () => {
    const early = lab.migrations.slice(0, 4);
    const url = await lab.emptyDatabase();
    const folder = lab.file("early-migrations");
    for (const { name, sql } of early) {
      await mkdir(path.join(folder, name), { recursive: true });
      await writeFile(path.join(folder, name, "migration.sql"), sql);
    }
    await migrate(url, folder);
    await query(url, "INSERT INTO team VALUES ($1, 'Harbor', 'harbor', $2)", [TEAM, AT]);
    value(await lab.save(url, "early.tar"));

    const target = await lab.emptyDatabase();
    const later = lab.migrations.slice(4).map(({ name }) => name);
    expect(value(await lab.restore("early.tar", target))).toMatchObject({ migrated: later, rows: 1 });
    expect(await query(target, "SELECT name, created_at FROM team")).toEqual([
      { name: "Harbor", created_at: new Date(AT) },
    ]);
    expect(await schemaOf(target)).toEqual(await schemaOf(source));
    // The product's own start finds nothing left to do.
    expect(await migrate(target, "prisma/migrations")).toMatchObject({ applied: [] });
  });
});

describe("a file that is not a whole backup", () => {
  let whole: Buffer;
  let target: string;
  beforeAll(async () => {
    whole = await readFile(lab.file("good.tar"));
    target = await lab.emptyDatabase();
  });

  async function refused(name: string, bytes: Uint8Array): Promise<string> {
    await writeFile(lab.file(name), bytes);
    const restored = await lab.restore(name, target);
    if (restored.ok) throw new Error(`${name} was restored.`);
    return restored.fault.message;
  }

  it("is refused wherever it was cut, before anything is written", async () => {
    for (const at of [0, 100, 512, 600, Math.floor(whole.length / 2), whole.length - 2000, whole.length - 1025]) {
      expect(await refused("cut.tar", whole.subarray(0, at)), `cut at ${at}`).toMatch(/empty|too early|cut short/);
    }
    expect(await tableCount(target)).toBe(0);
  });

  it("is refused whichever of its bytes was changed, or the byte does not matter", async () => {
    const good = await BackupFile.open(lab.file("good.tar"));
    await good.close();
    const anywhere = fc.integer({ min: 0, max: whole.length - 1 });
    let refusals = 0;
    const harmless = async (at: number, bit: number) => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
      await writeFile(lab.file("flipped.tar"), bytes);
      const answer = await lab.check("flipped.tar");
      if (answer === "whole") {
        // Padding and a member's times may change; what the manifest says of the rows may not.
        const flipped = await BackupFile.open(lab.file("flipped.tar"));
        await flipped.close();
        expect(flipped.manifest).toEqual(good.manifest);
      } else {
        refusals++;
        expect(answer).toMatch(/damaged|missing|too early|no backup|none of Context|more than any/);
      }
    };
    await fc.assert(fc.asyncProperty(anywhere, fc.integer({ min: 0, max: 7 }), harmless), { numRuns: 200 });
    expect(refusals).toBeGreaterThan(10);
  }, 120_000);

  it("is refused when it is something else, or not there", async () => {
    expect(await refused("notes.tar", Buffer.from("notes\n".repeat(400)))).toMatch(/is no backup of Context Steward/);
    expect(await lab.restore("missing.tar", target)).toMatchObject({
      fault: { message: expect.stringMatching(/missing\.tar is not there\. Check the path\.$/) },
    });
  });

  it("of a newer format or a newer product names the way out", async () => {
    const newer = await resealed("format.tar", (manifest) => ({ ...manifest, formatVersion: 2, other: "shape" }));
    expect(newer).toMatch(/It has format 2; this version reads up to 1\. Update the program: git pull/);
    const product = await resealed("product.tar", (manifest) => ({
      ...manifest,
      productVersion: "9.0.0",
      migrations: [...manifest.migrations, { name: "20990101000000_later", checksum: "0".repeat(64) }],
    }));
    expect(product).toMatch(/made by version 9\.0\.0, which is newer .* 20990101000000_later is unknown here\. Update/);
    const foreign = await resealed("foreign.tar", (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === "team" ? { ...table, name: "pg_authid" } : table)),
    }));
    expect(foreign).toMatch(/pg_authid/);
    expect(await tableCount(target)).toBe(0);
  });

  /** The good backup with another manifest, sealed as if it had been made so. */
  async function resealed(name: string, change: (manifest: BackupManifest) => object): Promise<string> {
    const tables = await open(lab.file("good.tar"), "r");
    const written = await open(lab.file(name), "w");
    const good = await TarReader.open(tables);
    const manifest = JSON.parse((await good.read(MANIFEST_MEMBER, 1e6)).toString("utf8")) as BackupManifest;
    const tar = new TarWriter(written, 0);
    for (const table of manifest.tables)
      await tar.add(tableMember(table.name), await good.read(tableMember(table.name), 1e6));
    const text = Buffer.from(JSON.stringify(change(manifest)));
    await tar.add(MANIFEST_MEMBER, text);
    await tar.add(SEAL_MEMBER, Buffer.from(createHash("sha256").update(text).digest("hex")));
    await tar.finish();
    await Promise.all([tables.close(), written.close()]);
    return refused(name, await readFile(lab.file(name)));
  }
});

describe("a target", () => {
  it("that holds rows is replaced only when somebody agrees, jobs included", async () => {
    const target = await migrated();
    await query(target, "INSERT INTO team VALUES ($1, 'Old', 'old', $2), (gen_random_uuid(), 'B', 'b', $2)", [
      TEAM,
      AT,
    ]);
    await addJob(target, "delete-project", "of the old team");
    const before = await fingerprints(target);
    expect(await lab.restore("good.tar", target)).toMatchObject({
      fault: { code: "conflict", message: "the target holds 2 rows. Add --replace to put the backup in their place." },
    });
    const asked: FoundData[] = [];
    const no = async (found: FoundData) => asked.push(found) < 0;
    expect(await lab.restore("good.tar", target, { agree: no })).toMatchObject({ fault: { code: "conflict" } });
    expect(asked).toMatchObject([{ where: "the target", rows: 2 }]);
    expect(await fingerprints(target)).toEqual(before);
    expect(await jobKeys(target)).toEqual(["of the old team"]);

    const restored = await lab.restore("good.tar", target, { agree: async () => true });
    expect(value(restored)).toMatchObject({ replacedRows: 2 });
    expect(await fingerprints(target)).toEqual(await fingerprints(source));
    expect(await jobKeys(target)).toEqual(["kept"]);
  });

  it("that holds another program's tables is left alone", async () => {
    const target = await lab.emptyDatabase();
    await query(target, "CREATE TABLE session (ours text)");
    expect(await lab.restore("good.tar", target, { agree: async () => true })).toMatchObject({
      fault: { message: expect.stringMatching(/has a table session that is none of Context Steward/) },
    });
    await query(target, "DROP TABLE session");
    await query(target, "CREATE TABLE invoices (theirs text)");
    value(await lab.restore("good.tar", target));
    expect(await query(target, "SELECT * FROM invoices")).toEqual([]);
  });

  it("on which the product works is refused", async () => {
    const target = await migrated();
    const worker = new pg.Client({ connectionString: `${target}?application_name=steward-worker` });
    await worker.connect();
    expect(await lab.restore("good.tar", target, { agree: async () => true })).toMatchObject({
      fault: { code: "conflict", message: expect.stringMatching(/at work .*steward-worker.*Stop it first/) },
    });
    await worker.end();
  });

  const steps: BackupProgress["step"][] = ["migrate", "load", "compare", "build"];
  it.each(steps)(
    "is as it was when the restore ends in the step %s",
    async (step) => {
      const target = await migrated();
      await query(target, "INSERT INTO team VALUES ($1, 'Old', 'old', $2)", [TEAM, AT]);
      await addJob(target, "analyse-session", "old");
      const before = await fingerprints(target);
      const stop = new AbortController();
      const stopped = await lab.restore("good.tar", target, {
        agree: async () => true,
        signal: stop.signal,
        onProgress: (at) => at.step === step && stop.abort(),
      });
      expect(stopped).toMatchObject({ fault: { message: "Stopped. Nothing was changed." } });
      await eventuallyAlone(target);

      const killed = await lab.restore("good.tar", target, {
        agree: async () => true,
        onProgress: (at) => void (at.step === step && at.done === 1 && killSessions(target)),
      });
      expect(killed).toMatchObject({ ok: false });
      await eventuallyAlone(target);
      expect(await fingerprints(target)).toEqual(before);
      expect(await jobKeys(target)).toEqual(["old"]);
    },
    60_000,
  );

  it("has the backup when somebody stops the restore in its commit, and is not called unchanged", async () => {
    const target = await migrated();
    const stop = new AbortController();
    const { signal } = stop;
    // The restore lets go of the signal when it commits.
    const letGo = signal.removeEventListener.bind(signal);
    signal.removeEventListener = (...heard: Parameters<typeof letGo>) => {
      letGo(...heard);
      stop.abort();
    };
    expect(value(await lab.restore("good.tar", target, { signal }))).toMatchObject({ replacedRows: 0 });
    expect(await fingerprints(target)).toEqual(await fingerprints(source));
  });
});

/** What a kill -9 of the restoring process is to the server: the connection is gone. */
const killSessions = (url: string) =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '${BACKUP_APPLICATION}'`,
  );

async function eventuallyAlone(url: string): Promise<void> {
  const others = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = '${BACKUP_APPLICATION}'`;
  while ((await query(url, others)).length > 0) await sleep(20);
}

describe("a backup", () => {
  it("is of one moment, whatever is written while it is made", async () => {
    const url = await migrated();
    const before = await fingerprints(url);
    let written: Promise<unknown> | undefined;
    value(
      await lab.save(url, "moment.tar", ({ done }) => {
        if (done !== 1) return;
        written = query(
          url,
          `WITH t AS (INSERT INTO team VALUES ($1, 'Late', 'late', $2) RETURNING 1)
           INSERT INTO lookup_team_slug VALUES ('late', $1)`,
          [TEAM, AT],
        );
      }),
    );
    await written;
    const target = await lab.emptyDatabase();
    value(await lab.restore("moment.tar", target));
    expect(await fingerprints(target)).toEqual(before);
    expect(await fingerprints(url)).not.toEqual(before);
  });

  it("that is stopped leaves no file", async () => {
    const stop = new AbortController();
    const saved = await lab.save(source, "stopped.tar", () => stop.abort(), stop.signal);
    expect(saved).toMatchObject({ fault: { message: "Stopped. Nothing was changed." } });
    expect((await readdir(lab.folder)).filter((name) => name.startsWith("stopped"))).toEqual([]);
  });

  it("of a database without the product says so", async () => {
    expect(await lab.save(await lab.emptyDatabase(), "nothing.tar")).toMatchObject({
      fault: { code: "not_found", message: expect.stringContaining("there is nothing to save") },
    });
    expect(existsSync(lab.file("nothing.tar"))).toBe(false);
  });
});
