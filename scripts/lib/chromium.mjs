// Finds a Chromium for the end-to-end tests, or installs one.
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { root, run, StepError } from "./steps.mjs";

const SYSTEM = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const SYSTEM_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];
const MAC = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The program to start: what CHROMIUM_PATH names, a system browser, or Playwright's own; null when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new StepError(
      `CHROMIUM_PATH is ${named}, but there is no such file.`,
      "Correct it, or unset it to let one be found.",
    );
  }
  const system = SYSTEM_FOLDERS.flatMap((folder) => SYSTEM.map((name) => path.join(folder, name)));
  return [...system, ...MAC].find((candidate) => existsSync(candidate)) ?? playwrightsOwn();
}

/** The newest Chromium that `npx playwright install` left in its cache. */
function playwrightsOwn() {
  const mac = process.platform === "darwin";
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), mac ? "Library/Caches" : ".cache", "ms-playwright");
  if (!existsSync(cache)) return null;
  const inside = ["chrome-linux64/chrome", "chrome-linux/chrome", "chrome-mac/Chromium.app/Contents/MacOS/Chromium"];
  const candidates = readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => inside.map((program) => path.join(cache, name, program)));
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}

/**
 * A Chromium, installed when there is none: Playwright's download first, then, as root on Debian, the system's package.
 * @throws StepError with what to do by hand when neither works.
 */
export async function ensureChromium(logFolder) {
  const found = findChromium();
  if (found) return found;
  const attempts = [
    () =>
      run(process.execPath, [path.join(root, "node_modules/playwright/cli.js"), "install", "chromium"], {
        logFile: path.join(logFolder, "chromium-download.log"),
        timeoutMs: 300_000,
      }),
    () => installPackage(logFolder),
  ];
  for (const attempt of attempts) {
    await attempt().catch(() => {}); // The next way may work; the last word is whether one is there.
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new StepError(
    "There is no Chromium for the end-to-end tests, and none could be installed.",
    "Install one (apt-get install chromium, or npx playwright install chromium), or name one in CHROMIUM_PATH.",
  );
}

async function installPackage(logFolder) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { logFile: path.join(logFolder, "apt-update.log"), env });
  await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
    logFile: path.join(logFolder, "apt-install.log"),
    env,
  });
}
