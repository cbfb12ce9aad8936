// npm run mutate [-- piece…]: how many deliberate faults in the engine its tests notice. Stryker puts one fault after
// the other into server/core/prune and server/core/retain and runs the tests that reach it. Outside verify, since all
// pieces take more than an hour; each piece keeps its results in .data/mutation, so that a second run only tries what
// changed. Exits with 1 when fewer than 85 % are noticed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { binOf, fail, root, StepError } from "./lib/steps.mjs";

const PRUNE = "server/core/prune";
const COMPLAINTS = `${PRUNE}/complaints*.test.ts`;
const PIPELINE = `${PRUNE}/pipeline.test.ts`;
const RULES = [`${PRUNE}/protect/*.test.ts`, `${PRUNE}/passes/**/*.test.ts`, `${PRUNE}/decide.test.ts`];

/** Files that are changed together, and the tests that should notice. In the order of their weight. */
const PIECES = new Map([
  ["protect", { mutate: [`${PRUNE}/protect/*.ts`], tests: [`${PRUNE}/protect/*.test.ts`] }],
  ["passes", { mutate: [`${PRUNE}/passes/**/*.ts`], tests: [`${PRUNE}/passes/**/*.test.ts`, COMPLAINTS] }],
  ["decide", { mutate: [`${PRUNE}/{decide,rule}.ts`], tests: [...RULES, COMPLAINTS, PIPELINE] }],
  [
    "pipeline",
    {
      mutate: [`${PRUNE}/{pipeline,projection,batch,economics}.ts`],
      tests: [...RULES, `${PRUNE}/{batch,economics,projection,plan}.test.ts`, COMPLAINTS, PIPELINE],
    },
  ],
  [
    "planner",
    {
      mutate: [`${PRUNE}/{planner,plan-sheet,judgements,name-watch,fact-changes}.ts`, `${PRUNE}/judge/*.ts`],
      tests: [`${PRUNE}/{planner,planner-cases,plan,decide,projection,fact-changes}.test.ts`, COMPLAINTS, PIPELINE],
    },
  ],
  ["explain", { mutate: [`${PRUNE}/explain.ts`], tests: [`${PRUNE}/explain.test.ts`] }],
  ["policy", { mutate: [`${PRUNE}/policy.ts`], tests: [`${PRUNE}/policy.test.ts`] }],
  ["retain", { mutate: ["server/core/retain/*.ts"], tests: ["server/core/retain/*.test.ts"] }],
  [
    "timeline",
    {
      mutate: [`${PRUNE}/{timeline,mentions,mutations,outcome,paths-of,question,upsert}.ts`, `${PRUNE}/timeline/*.ts`],
      tests: [`${PRUNE}/{timeline,mentions,outcome,refers-to}.test.ts`, `${PRUNE}/timeline/*.test.ts`, COMPLAINTS],
    },
  ],
  ["visible", { mutate: [`${PRUNE}/visible/*.ts`], tests: [`${PRUNE}/visible/*.test.ts`, `${PRUNE}/decide.test.ts`] }],
  [
    "patterns",
    {
      mutate: [`${PRUNE}/{glob,fingerprint,shell-segments}.ts`],
      tests: [`${PRUNE}/{glob,fingerprint,fingerprint-parts,shell-segments}.test.ts`],
    },
  ],
]);
const LEAST_SHARE = 0.85;
const FOLDER = path.join(root, ".data/mutation");
const NOTICED = new Set(["Killed", "Timeout"]);
const COUNTED = new Set(["Killed", "Timeout", "Survived", "NoCoverage"]);

function main(asked) {
  const unknown = asked.filter((name) => !PIECES.has(name));
  if (unknown.length > 0) {
    throw new StepError(`There is no piece ${unknown.join(", ")}.`, `The pieces are ${[...PIECES.keys()].join(", ")}.`);
  }
  mkdirSync(FOLDER, { recursive: true });
  for (const name of asked.length > 0 ? asked : PIECES.keys()) run(name);
  const rows = [...PIECES.keys()].flatMap(rowsOf);
  show(rows);
  const { noticed, counted } = sum(rows);
  if (noticed < counted * LEAST_SHARE) process.exitCode = 1;
}

function run(name) {
  const { mutate, tests } = PIECES.get(name);
  const stryker = binOf("stryker", "@stryker-mutator/core");
  const config = JSON.parse(readFileSync(path.join(root, "stryker.config.json"), "utf8"));
  const left = config.mutate.filter((pattern) => pattern.startsWith("!"));
  const list = [...mutate, ...left].flatMap(inBraces).join(",");
  const lists = ["--mutate", list, "--testFiles", tests.flatMap(inBraces).join(",")];
  const places = ["--incrementalFile", fileOf(name), "--tempDirName", path.join(".data/mutation", `sandbox-${name}`)];
  const { status } = spawnSync(process.execPath, [stryker, "run", "stryker.config.json", ...lists, ...places], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new StepError(`Stryker stopped in the piece ${name}.`, "Its last lines say why.");
}

/** Stryker splits lists at each comma, so that braces are written out. */
function inBraces(pattern) {
  const match = /^(.*)\{([^}]+)\}(.*)$/.exec(pattern);
  return match ? match[2].split(",").map((part) => `${match[1]}${part}${match[3]}`) : [pattern];
}

function fileOf(name) {
  return path.join(".data/mutation", `${name}.json`);
}

function rowsOf(piece) {
  const file = path.join(root, fileOf(piece));
  if (!existsSync(file)) return [];
  const { files } = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(files).map(([name, { mutants }]) => {
    const counted = mutants.filter(({ status }) => COUNTED.has(status));
    const noticed = counted.filter(({ status }) => NOTICED.has(status));
    return { piece, name, counted: counted.length, noticed: noticed.length };
  });
}

function sum(rows) {
  return rows.reduce((total, row) => ({ noticed: total.noticed + row.noticed, counted: total.counted + row.counted }), {
    noticed: 0,
    counted: 0,
  });
}

function show(rows) {
  const line = (name, { noticed, counted }) => {
    const share = counted === 0 ? "" : `${((noticed * 100) / counted).toFixed(1)} %`;
    console.log(`${name.padEnd(64)} ${`${noticed} of ${counted}`.padStart(14)} ${share.padStart(8)}`);
  };
  for (const row of rows) line(row.name, row);
  line("All that was run", sum(rows));
}

try {
  main(process.argv.slice(2));
} catch (error) {
  fail(error);
}
