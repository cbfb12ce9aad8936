import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "prisma/config";

/**
 * The native schema engine is a download, and its host is not in reach everywhere. Where none is installed, Prisma's
 * CLI is pointed at the WebAssembly build of the same engine, which npm brings. Prisma reads this file first.
 */
const engines = path.join(import.meta.dirname, "node_modules/@prisma/engines");
const hasNativeEngine = existsSync(engines) && readdirSync(engines).some((name) => name.startsWith("schema-engine"));
if (!hasNativeEngine) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(import.meta.dirname, "scripts/prisma-schema-engine.mjs");
}

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
