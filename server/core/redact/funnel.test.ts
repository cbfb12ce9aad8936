import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Folders that hold code of the server and of what runs beside it. */
const ROOTS = ["app", "cli", "components", "integrations", "server"];
const FUNNEL = path.join("server", "core", "redact", "safe-text.ts");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}generated${path.sep}`));
}

const existing = new Set(
  readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name),
);
const files = ROOTS.filter((root) => existing.has(root)).flatMap(sources);

it("has one place that makes safe text", () => {
  expect(files).toContain(FUNNEL);
  const claims = files.filter((file) =>
    /(\bas|satisfies)\s+(unknown\s+as\s+)?SafeText\b|<SafeText>\s*[("'`]/.test(readFileSync(file, "utf8")),
  );
  expect(claims).toEqual([FUNNEL]);
});

it("writes no event, text, session, thread or mark past the funnel", () => {
  // The rows of uploads are typed by what the funnel makes; a repository that takes them must not be fed elsewhere.
  const writers =
    /\b(insertEvents|storeContents|upsertThreads|insertMarks|insertBoundaries|upsertRequests|insertSession)\(/;
  const callers = files.filter(
    (file) => !file.includes(`${path.sep}db${path.sep}`) && writers.test(readFileSync(file, "utf8")),
  );
  for (const file of callers) expect(file).toMatch(/server\/services\/ingest\//);
  expect(callers.length).toBeGreaterThan(0);
});
