// Tells whether something has to be made again: a stamp file holds the hash of what it was made from.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

const SKIPPED = new Set(["node_modules", ".next", "dist", "generated", "fixtures"]);
const isTest = (name) => /\.test\.tsx?$/.test(name);

/** SHA-256 over names and contents of files, and of folders with all that is in them but tests. */
export function hashOf(entries, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const entry of entries)
    for (const file of filesIn(entry)) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

function filesIn(entry) {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [entry];
  return readdirSync(full, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name) && !isTest(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesIn(path.join(entry, name)));
}

/** True when `file` holds the stamp `hash`. */
export function isStamped(file, hash) {
  const full = path.join(root, file);
  return existsSync(full) && readFileSync(full, "utf8").trim() === hash;
}

export function stamp(file, hash) {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, `${hash}\n`);
}
