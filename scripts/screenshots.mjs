// Pictures of every page (scripts/lib/screens.mjs): light and dark at 1440, light at 390. `node scripts/screenshots.mjs [--out screenshots]`
//
// BASE_URL and SIGN_IN_LINK name a running server with the demo and a one-time link of its owner. Without BASE_URL the
// production build is started on an empty data folder and stopped afterwards.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "./lib/chromium.mjs";
import { demoScreens, OUTSIDE } from "./lib/screens.mjs";
import { root } from "./lib/steps.mjs";

const START_LIMIT_MS = 180_000;
const LOOKS = [
  { name: "light-1440", width: 1440, height: 900, colorScheme: "light" },
  { name: "dark-1440", width: 1440, height: 900, colorScheme: "dark" },
  { name: "light-390", width: 390, height: 844, colorScheme: "light" },
];

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "screenshots" },
    port: { type: "string", default: "3198" },
    only: { type: "string" },
  },
});
const out = path.resolve(root, values.out);
mkdirSync(out, { recursive: true });

const server = process.env.BASE_URL ? null : await startServer(values.port);
const baseUrl = process.env.BASE_URL ?? `http://localhost:${values.port}`;
const link = process.env.SIGN_IN_LINK ?? server?.link;
const executablePath = findChromium() ?? undefined;
const browser = await chromium.launch({
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
  ...(executablePath ? { executablePath } : {}),
});
try {
  await takeAll();
} finally {
  await browser.close();
  await server?.stop();
}

async function takeAll() {
  const state = await signIn();
  const screens = [...OUTSIDE, ...(await screensOfDemo(state))];
  for (const look of LOOKS) {
    const { name, width, height, colorScheme } = look;
    const shape = { viewport: { width, height }, colorScheme, reducedMotion: "reduce", baseURL: baseUrl };
    const contexts = {
      owner: await browser.newContext({ ...shape, storageState: state }),
      stranger: await browser.newContext(shape),
    };
    for (const screen of screens) {
      if (values.only && !screen.name.includes(values.only)) continue;
      await take(contexts[screen.who ?? "owner"], screen, path.join(out, `${screen.name}-${name}.png`));
    }
    await contexts.owner.close();
    await contexts.stranger.close();
  }
}

async function take(context, { name, address, prepare, wholePage = true }, file) {
  const page = await context.newPage();
  try {
    await page.goto(address, { waitUntil: "load" });
    await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
    await prepare?.(page);
    // A picture of the whole page is drawn from where it stands, with what sticks to the top of the window there.
    if (wholePage) await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(250);
    await page.screenshot({ path: file, fullPage: wholePage });
    console.log(path.relative(root, file));
  } catch (error) {
    console.error(`${name}: ${error.message.split("\n")[0]}`);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}

/** A browser's cookies after the one-time link. */
async function signIn() {
  if (!link) throw new Error("There is no sign-in link. Set SIGN_IN_LINK to the one that the server printed.");
  const context = await browser.newContext({ baseURL: baseUrl });
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"), { timeout: 20_000 });
  const state = await context.storageState();
  await context.close();
  return state;
}

async function screensOfDemo(storageState) {
  const context = await browser.newContext({ baseURL: baseUrl, storageState });
  const screens = await demoScreens(await context.newPage());
  await context.close();
  return screens;
}

/** The production build on an empty data folder, which goes away with it. */
async function startServer(port) {
  const data = path.join(tmpdir(), `steward-e2e-pictures-${process.pid}`);
  const child = spawn(process.execPath, [path.join(root, "scripts/e2e-server.mjs"), "--port", port], {
    env: { ...process.env, E2E_DATA: data },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  let said = "";
  const found = new Promise((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const match = /link works once\)\s+(\S+)\s/.exec(said);
      if (match) resolve(match[1]);
    });
  });
  const late = new Promise((resolve) => setTimeout(resolve, START_LIMIT_MS).unref());
  const signIn = await Promise.race([found, ended, late]);
  if (typeof signIn === "string") return { link: signIn, stop };
  await stop();
  throw new Error(`The server did not start:\n${said}`);
}
