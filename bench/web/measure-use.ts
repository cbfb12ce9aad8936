import type { BrowserContext } from "@playwright/test";

export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly samples: number;
}

const RANGES = ["7 d", "30 d"] as const;
const SCREENS = 60;

/** From the click on another time range until the address and the first figure have changed, as a person sees it. */
export async function measureFilterChange(context: BrowserContext, address: string, rounds: number): Promise<Latency> {
  const page = await context.newPage();
  try {
    await page.goto(`${address}?range=30d`, { waitUntil: "networkidle" });
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const label = RANGES[round % RANGES.length] ?? "";
      const before = await page.locator("main").textContent();
      const started = performance.now();
      await page.getByRole("link", { name: label, exact: true }).click();
      await page.waitForFunction(
        (text) => {
          const main = document.querySelector("main");
          return main !== null && main.textContent !== text && main.querySelector("[aria-busy=true]") === null;
        },
        before,
        { polling: "raf" },
      );
      samples.push(performance.now() - started);
    }
    return latencyOf(samples);
  } finally {
    await page.close();
  }
}

/** One screen down at a time through the longest list, until no row in sight is a placeholder. */
export async function measureScroll(context: BrowserContext, address: string): Promise<Latency> {
  const page = await context.newPage();
  try {
    await page.goto(address, { waitUntil: "networkidle" });
    await page.locator("[role=row][data-index]").first().waitFor();
    const samples = await page.evaluate(async (screens) => {
      const row = document.querySelector("[role=row][data-index]");
      const scroller = row?.closest("[role=rowgroup]")?.parentElement;
      if (!scroller) throw new Error("The list of events was not found.");
      const times: number[] = [];
      const step = Math.max(scroller.clientHeight, (scroller.scrollHeight - scroller.clientHeight) / screens);
      for (let at = 1; at <= screens; at++) {
        const started = performance.now();
        scroller.scrollTo({ top: at * step });
        await new Promise((resolve) => requestAnimationFrame(resolve));
        while (scroller.querySelector("[role=row] .skeleton"))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(performance.now() - started);
      }
      return times;
    }, SCREENS);
    return latencyOf(samples);
  } finally {
    await page.close();
  }
}

/** Nearest rank. */
function latencyOf(samples: readonly number[]): Latency {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95), samples: sorted.length };
}
