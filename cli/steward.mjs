#!/usr/bin/env node
// The command is built from cli/entry.ts; this file only finds the bundle and says what to do when it is missing.
import { existsSync } from "node:fs";

const bundle = new URL("../dist/steward.mjs", import.meta.url);
if (existsSync(bundle)) {
  await import(bundle.href);
} else {
  process.stderr.write("steward is not built yet. Run: npm run quickstart (or: npm run build)\n");
  process.exitCode = 2;
}
