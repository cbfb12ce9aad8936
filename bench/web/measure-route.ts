import type { BrowserContext, Page } from "@playwright/test";

export interface RouteFigures {
  readonly name: string;
  /** JavaScript that a first visit loads, as it came over the line. */
  readonly scriptKib: number;
  /** Median of the rounds. */
  readonly largestPaintMs: number;
  /** Highest of the rounds. */
  readonly layoutShift: number;
}

const SETTLE_MS = 1_200;

/** Visits a page in fresh tabs without a cache; the figures are what the browser itself reports. */
export async function measureRoute(
  context: BrowserContext,
  name: string,
  address: string,
  rounds: number,
): Promise<RouteFigures> {
  const visits: Visit[] = [];
  for (let round = 0; round <= rounds; round++) {
    const visit = await visitOnce(context, address);
    if (round > 0) visits.push(visit); // The first one finds the server cold.
  }
  const paints = visits.map((visit) => visit.largestPaintMs).sort((a, b) => a - b);
  return {
    name,
    scriptKib: Math.max(...visits.map((visit) => visit.scriptBytes)) / 1_024,
    largestPaintMs: paints[Math.floor(paints.length / 2)] ?? Number.NaN,
    layoutShift: Math.max(...visits.map((visit) => visit.layoutShift)),
  };
}

interface Visit {
  readonly scriptBytes: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
}

async function visitOnce(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  try {
    const scriptBytes = await countScripts(context, page);
    await page.addInitScript(watchPaintAndShift);
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    const seen = await page.evaluate(() => ({
      largestPaintMs: Number(Reflect.get(window, "largestPaintMs") ?? 0),
      layoutShift: Number(Reflect.get(window, "layoutShift") ?? 0),
    }));
    return { scriptBytes: scriptBytes(), ...seen };
  } finally {
    await page.close();
  }
}

async function countScripts(context: BrowserContext, page: Page): Promise<() => number> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Runs in the page before anything else. */
function watchPaintAndShift(): void {
  Reflect.set(window, "layoutShift", 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) Reflect.set(window, "largestPaintMs", entry.startTime);
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, "hadRecentInput") === true) continue;
      const before = Number(Reflect.get(window, "layoutShift"));
      Reflect.set(window, "layoutShift", before + Number(Reflect.get(entry, "value")));
    }
  }).observe({ type: "layout-shift", buffered: true });
}
