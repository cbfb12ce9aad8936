// npm run verify: everything that has to hold, from a clean clone on. Stops at the first step that fails and shows the
// end of its output; each step's whole output is in test-results/verify.
import { rmSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./lib/chromium.mjs";
import { checkNode, ensureBuilt, ensureGenerated, ensureInstalled } from "./lib/prepare.mjs";
import { root, run, runBin, StepError, step } from "./lib/steps.mjs";
import { countTests, remarksOfPlaywright, sumCounts } from "./lib/test-counts.mjs";

const RESULTS = path.join(root, "test-results");
const LOGS = path.join(RESULTS, "verify");
const REPORTS = { unit: "unit.json", integration: "integration.json", e2e: "e2e.json" };
const reportOf = (name) => path.join(RESULTS, REPORTS[name]);
const logOf = (name) => path.join(LOGS, `${name}.log`);

async function verify() {
  checkNode();
  await ensureInstalled();
  await ensureGenerated();
  await step("format and lint", () =>
    runBin("biome", ["ci", "--colors=off", "."], { packageName: "@biomejs/biome", logFile: logOf("lint") }),
  );
  await step("types", checkTypes);
  await step("structure", () =>
    run(process.execPath, [path.join(root, "scripts/structure.mjs")], { logFile: logOf("structure") }),
  );
  await step("unit tests", () => vitest("unit"));
  await step("integration tests", () => vitest("integration"));
  await ensureBuilt({ always: true });
  const { value: chromium } = await step("find or install Chromium", () => ensureChromium(LOGS));
  await step("end-to-end tests", () => endToEnd(chromium));
}

async function checkTypes() {
  await runBin("next", ["typegen"], { logFile: logOf("typegen") }); // Types of routes, and next-env.d.ts.
  await runBin("tsc", ["--noEmit"], { packageName: "typescript", logFile: logOf("types") });
}

async function vitest(project) {
  const args = ["run", "--project", project, "--reporter=default", "--reporter=json"];
  await runBin("vitest", [...args, `--outputFile.json=${reportOf(project)}`], { logFile: logOf(project) });
  refuseEmpty(project);
}

async function endToEnd(chromium) {
  const env = { CHROMIUM_PATH: chromium, E2E_JSON: reportOf("e2e") };
  await runBin("playwright", ["test"], { packageName: "@playwright/test", logFile: logOf("e2e"), env });
  refuseEmpty("e2e");
}

/** A runner that found no tests has verified nothing. */
function refuseEmpty(name) {
  if (countTests(reportOf(name)).passed > 0) return;
  throw new StepError(`No ${name} test ran.`, `See ${path.relative(root, logOf(name))}`);
}

/** The last line is for machines: the sum over all runners, whether or not every step was reached. */
function summarize(begun, failed) {
  const counts = Object.entries(REPORTS).map(([name, file]) => ({ name, ...countTests(path.join(RESULTS, file)) }));
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log("");
  for (const { name, passed, failed: red, skipped } of counts) {
    console.log(`  ${name.padEnd(12)} ${passed} passed, ${red} failed, ${skipped} skipped`);
  }
  for (const remark of remarksOfPlaywright(reportOf("e2e"))) console.log(`  ${remark}`);
  console.log(`\n${failed ? "Not verified" : "Verified"} after ${minutes} minutes.`);
  const sum = sumCounts(counts);
  // A step without tests that failed (lint, types, build) must not read as a clean result.
  console.log(`${sum.passed} passed, ${failed ? Math.max(1, sum.failed) : sum.failed} failed`);
}

const begun = performance.now();
rmSync(RESULTS, { recursive: true, force: true });
try {
  await verify();
  summarize(begun, false);
} catch (error) {
  console.error(`\n${error instanceof StepError ? error.message : error.stack}`);
  if (error.remedy) console.error(`\n${error.remedy}`);
  summarize(begun, true);
  process.exitCode = 1;
}
