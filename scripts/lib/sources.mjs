// The project's own source files, and what each of them imports.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

const CODE = /\.(ts|tsx|mts|mjs|js|css)$/;
const GENERATED = /^(server\/db\/generated\/|next-env\.d\.ts)/;

// One import or export a match, over line ends; type-only when `type` stands before the names. Imports stand at the
// beginning of a line (Biome formats them so), which keeps examples in comments and strings out.
const STATIC = /^(?:import|export)\s+(type\s+)?(?:([\w*{}\s,$]*?)\s+from\s+)?["']([^"'\n]+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** Files that git knows or would take, with text and imports. Tests are marked. */
export function readSources() {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return listed
    .split("\n")
    .filter((file) => CODE.test(file) && !GENERATED.test(file) && existsSync(path.join(root, file)))
    .map((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return { file, text, isTest: isTestCode(file), imports: file.endsWith(".css") ? [] : importsOf(file, text) };
    });
}

/** Tests, and what only tests use. */
function isTestCode(file) {
  return /\.test\.tsx?$/.test(file) || /(^|\/)(testing|fixtures)\//.test(file) || file.startsWith("e2e/");
}

function importsOf(file, text) {
  const found = [];
  for (const match of text.matchAll(STATIC)) {
    const [, type, names = "", specifier] = match;
    const allTypes = /^\{\s*(type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?\s*)+\}$/.test(names.trim());
    found.push({ specifier, names, isType: Boolean(type) || allTypes, line: lineAt(text, match.index) });
  }
  for (const match of text.matchAll(DYNAMIC)) {
    found.push({ specifier: match[1], names: "", isType: false, line: lineAt(text, match.index) });
  }
  return found.map((one) => ({ ...one, target: resolveOwn(file, one.specifier) }));
}

export function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}

/** The file inside the project that an import means; null for a package. */
function resolveOwn(from, specifier) {
  let base;
  if (specifier.startsWith("@/")) base = specifier.slice(2);
  else if (specifier.startsWith(".")) base = path.posix.join(path.posix.dirname(from), specifier);
  else return null;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`];
  return (
    candidates.find((file) => existsSync(path.join(root, file)) && statSync(path.join(root, file)).isFile()) ?? base
  );
}
