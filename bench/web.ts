/**
 * What a page costs a browser, on the production build: JavaScript per route (as sent, gzip) beside the emptiest page
 * of the same build, largest paint and layout shift, the answer to a change of the filter, and scrolling a session of
 * 10,000 events. Flags: --events <n> of the long session, --rounds <n>.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { freePort } from "../server/launcher/ports";
import { inParts, longSession } from "./scale/long-session";
import { measureRoute, type RouteFigures } from "./web/measure-route";
import { type Latency, measureFilterChange, measureScroll } from "./web/measure-use";

const root = path.resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: { events: { type: "string", default: "10000" }, rounds: { type: "string", default: "5" } },
});
const SCRIPT_LIMIT_KIB = 200;
const START_LIMIT_MS = 180_000;
const ANALYSIS_LIMIT_MS = 120_000;
/** A page of this address is the layout, the runtime and one sentence. */
const EMPTY_PAGE = "/there-is-no-such-page/at-all/of-this-name/here";

async function main(): Promise<void> {
  if (!existsSync(path.join(root, "dist/launcher.mjs"))) {
    throw new Error("The production build is missing. Make it first: npm run build");
  }
  const data = path.join(mkdtempSync(path.join(os.tmpdir(), "steward-web-")), "steward-e2e-data");
  const port = await freePort(null);
  const { child, link } = await startServer(port, data);
  const base = `http://localhost:${port}`;
  const executablePath = findChromium() ?? undefined;
  const browser = await chromium.launch({
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const context = await signIn(browser, base, link);
    const number = await uploadLongSession(base, data);
    await report(context, `/harbor/billing-api`, `/harbor/my-project/sessions/${number}`);
  } finally {
    await browser.close();
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  }
}

/** The product on an empty data folder, with its demo. */
async function startServer(port: number, data: string): Promise<{ child: ChildProcess; link: string }> {
  const child = spawn(process.execPath, [path.join(root, "scripts/e2e-server.mjs"), "--port", String(port)], {
    env: { ...process.env, E2E_DATA: data },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(200)) {
    const link = /link works once\)\s+(\S+)\s/.exec(said)?.[1];
    if (link) return { child, link };
  }
  throw new Error(`The server did not start:\n${said}`);
}

async function signIn(browser: Browser, baseURL: string, link: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"), { timeout: 30_000 });
  await page.close();
  return context;
}

/** Uploads by the owner's own key, as a client does, and waits for the analysis. */
async function uploadLongSession(base: string, data: string): Promise<number> {
  const settings = JSON.parse(readFileSync(path.join(data, "config/context-steward/config.json"), "utf8"));
  const { key, team, project } = settings.servers[base];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const batch = longSession(0, { eventsEach: Number(flags.events), startMs: Date.now() - 12 * 86_400_000 });
  let number = 0;
  for (const part of inParts({ ...batch, session: { ...batch.session, projectSlug: project } })) {
    const response = await fetch(`${base}/api/trpc/ingest.append`, {
      method: "POST",
      headers,
      body: JSON.stringify(part),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The upload was refused: ${text.slice(0, 400)}`);
    number = JSON.parse(text).result.data.session.number;
  }
  const input = encodeURIComponent(JSON.stringify({ team, project, number }));
  for (const until = Date.now() + ANALYSIS_LIMIT_MS; Date.now() < until; await sleep(500)) {
    const response = await fetch(`${base}/api/trpc/sessions.get?input=${input}`, { headers });
    if ((await response.text()).includes('"waiting":false')) return number;
  }
  throw new Error("The long session was not analysed in time.");
}

async function report(context: BrowserContext, demo: string, longSessionPath: string): Promise<void> {
  const rounds = Number(flags.rounds);
  const addresses: [string, string][] = [
    ["an empty page", EMPTY_PAGE],
    ["overview", demo],
    ["sessions", `${demo}/sessions?range=all`],
    ["session", `${demo}/sessions/1`],
    [`session of ${flags.events} events`, longSessionPath],
    ["agent", `${demo}/agents/main`],
    ["skill", `${demo}/skills/code-review`],
    ["decisions", `${demo}/decisions`],
    ["failures", `${demo}/failures`],
    ["handoffs", `${demo}/handoffs`],
    ["policy", `${demo}/settings/policy`],
    ["keys", `${demo}/settings/keys`],
    ["members", "/harbor/settings/members"],
  ];
  const rows: RouteFigures[] = [];
  for (const [name, address] of addresses) rows.push(await measureRoute(context, name, address, rounds));
  const empty = rows[0]?.scriptKib ?? 0;
  printRoutes(rows, empty);
  const filterChange = await measureFilterChange(context, demo, rounds * 2);
  const scroll = await measureScroll(context, longSessionPath);
  printLatency("a change of the time range until the figures stand", filterChange);
  printLatency(`a screen further in ${flags.events} events until its rows stand`, scroll);
  const routes = rows.map((row) => ({ ...row, overEmptyKib: row.scriptKib - empty }));
  console.log(JSON.stringify({ bench: "web", scriptLimitKib: SCRIPT_LIMIT_KIB, routes, filterChange, scroll }));
  if (routes.some((row) => row.overEmptyKib > SCRIPT_LIMIT_KIB || row.layoutShift > 0)) process.exitCode = 1;
}

function printRoutes(rows: readonly RouteFigures[], empty: number): void {
  console.log(
    `\n${"page".padEnd(30)} ${"script KiB".padStart(11)} ${"over empty".padStart(11)} ${"LCP ms".padStart(8)} CLS`,
  );
  for (const { name, scriptKib, largestPaintMs, layoutShift } of rows) {
    const over = scriptKib - empty;
    console.log(
      `${name.padEnd(30)} ${scriptKib.toFixed(1).padStart(11)} ${over.toFixed(1).padStart(11)} ` +
        `${largestPaintMs.toFixed(0).padStart(8)} ${layoutShift.toFixed(4)}`,
    );
  }
}

function printLatency(what: string, { p50Ms, p95Ms, samples }: Latency): void {
  console.log(`${what}: p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms (${samples} times)`);
}

await main();
