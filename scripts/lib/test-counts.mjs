// Reads how many tests passed and failed from the JSON reports of Vitest and Playwright.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const NONE = { passed: 0, failed: 0, skipped: 0 };

/** Of one report; zeros when the runner did not get as far as writing it. */
export function countTests(file) {
  if (!existsSync(file)) return NONE;
  const report = JSON.parse(readFileSync(file, "utf8"));
  return "stats" in report ? ofPlaywright(report.stats) : ofVitest(report);
}

/** A flaky test passed on its second try; `remarksOfPlaywright` names it. */
function ofPlaywright({ expected, unexpected, flaky, skipped }) {
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/** A line for each test that failed or needed a second try, with the first line of what was wrong. */
export function remarksOfPlaywright(file) {
  if (!existsSync(file)) return [];
  const { suites } = JSON.parse(readFileSync(file, "utf8"));
  return suites.flatMap((suite) => remarksOfSuite(suite));
}

function remarksOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const said = results.flatMap(({ errors }) => errors).map(({ message }) => stripVTControlCharacters(message));
        const what = status === "flaky" ? "passed on its second try" : "failed";
        return `${file}:${line} ${title}: ${what}. ${said[0]?.split("\n", 3).join(" ").trim() ?? ""}`;
      }),
  );
  return [...own, ...suites.flatMap((suite) => remarksOfSuite(suite))];
}

/** A file that cannot be loaded has no tests to count, but it is a failure. */
function ofVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests + numTodoTests };
}

export function sumCounts(counts) {
  return counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    NONE,
  );
}
