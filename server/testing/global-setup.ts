/**
 * Runs once before all integration tests: one Postgres, one migrated template database. Each test file then clones
 * the template, which takes a fraction of a migration's time.
 */
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "@/server/db/migrate";
import { migrateJobs } from "@/server/jobs/migrate";
import { ensureDatabase, withClient } from "@/server/launcher/postgres-connection";
import { findProjectRoot } from "@/server/launcher/project-root";
import { startTestServer } from "./test-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the server's `postgres` database, with the right to create databases. */
    testServerUrl: string;
    /** Name of the migrated database to clone; names of clones begin with it. */
    testTemplate: string;
  }
}

/** Vitest calls `setup` before the first test file and `teardown` after the last. */
let teardownServer: () => Promise<void> = async () => {};

export async function setup(project: TestProject): Promise<void> {
  const server = await startTestServer();
  const template = `steward_test_${process.pid}`;
  teardownServer = async () => {
    await dropDatabases(server.url, template);
    await server.stop();
  };
  try {
    await createTemplate(server.url, template);
  } catch (error) {
    await teardownServer();
    throw error;
  }
  project.provide("testServerUrl", server.url);
  project.provide("testTemplate", template);
}

export async function teardown(): Promise<void> {
  await teardownServer();
}

async function createTemplate(serverUrl: string, template: string): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = `/${template}`;
  await dropDatabases(serverUrl, template); // A killed run with the same process number may have left some.
  await ensureDatabase(url.toString());
  await migrate(url.toString(), path.join(findProjectRoot(), "prisma", "migrations"));
  // Changes of records enqueue jobs.
  await migrateJobs(url.toString());
}

async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')",
      [prefix],
    );
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`);
    }
  });
}
