// Reads how many tests passed and failed from the JSON reports of Vitest and Playwright.
import { existsSync, readFileSync } from "node:fs";

const NONE = { passed: 0, failed: 0, skipped: 0 };

/** Of one report; zeros when the runner did not get as far as writing it. */
export function countTests(file) {
  if (!existsSync(file)) return NONE;
  const report = JSON.parse(readFileSync(file, "utf8"));
  return "stats" in report ? ofPlaywright(report.stats) : ofVitest(report);
}

/** A flaky test passed on its second try: it works, and the listing names it. */
function ofPlaywright({ expected, unexpected, flaky, skipped }) {
  return { passed: expected + flaky, failed: unexpected, skipped };
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
