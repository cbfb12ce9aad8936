import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.mjs";

const port = Number(process.env.E2E_PORT ?? 3199);
const baseURL = `http://localhost:${port}`;
const isRoot = process.getuid?.() === 0;
const executablePath = findChromium() ?? undefined;

// Workers load this file too and must see the same folder; tests find the owner's key and the logs in it. The server
// makes it and removes it.
process.env.E2E_DATA ??= path.join(tmpdir(), `steward-e2e-${process.pid}`);

/** One server, started once on an empty data folder with the demo team, serves all end-to-end tests. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A machine of strangers may stall for a minute. What passes on its second try only is named in the last lines.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: process.env.E2E_JSON ?? "test-results/e2e.json" }]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL,
    trace: "retain-on-failure",
    launchOptions: {
      // Chromium's sandbox refuses to work as root; containers give /dev/shm too little room.
      args: [...(isRoot ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
      ...(executablePath ? { executablePath } : {}),
    },
  },
  webServer: {
    command: `node scripts/e2e-server.mjs --port ${port}`,
    // The last thing of a start is this line: by then web is healthy and the demo is loaded. The owner's one-time link
    // is in E2E_SIGN_IN_LINK from then on.
    wait: { stdout: /link works once\)\s+(?<e2e_sign_in_link>\S+)(?=\s)/ },
    timeout: 180_000,
    // SIGKILL, the default, would leave the database running.
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    reuseExistingServer: false,
    stdout: "pipe",
  },
});
