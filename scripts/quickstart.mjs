// One command from a fresh clone to a running server. Nothing is installed yet, so this uses Node's own modules only.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode, ensureBuilt, ensureGenerated, ensureInstalled } from "./lib/prepare.mjs";
import { fail, root } from "./lib/steps.mjs";

try {
  checkNode();
  console.log("\nContext Steward\n");
  await ensureInstalled();
  await ensureGenerated();
  await ensureBuilt();
} catch (error) {
  fail(error);
}
// The launcher reads the same command line and takes over this process, so Ctrl-C reaches it directly.
await import(pathToFileURL(path.join(root, "dist/launcher.mjs")).href);
