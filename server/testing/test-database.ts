import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withClient } from "@/server/launcher/postgres-connection";

export interface TestDatabase {
  /** Address of a migrated, empty database that nobody else uses. */
  url: string;
  /** Removes it, connections included. Optional: the end of the run removes what is left. */
  drop(): Promise<void>;
}

/** A fresh clone of the migrated template, for one test file: `const { url, drop } = await createTestDatabase()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("testServerUrl");
  const template = inject("testTemplate");
  return createDatabase(serverUrl, template, `template ${template} strategy file_copy`);
}

/** A database without tables, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject("testServerUrl"), inject("testTemplate"), "template template0");
}

async function createDatabase(serverUrl: string, prefix: string, from: string): Promise<TestDatabase> {
  const name = `${prefix}_${randomBytes(6).toString("hex")}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name} ${from}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    async drop() {
      await withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
