import { expect } from "@playwright/test";
import { SessionBatch } from "./support/session-batch";
import { aTeam, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

const EVENTS = 5_000;
/** What a screen holds, with the rows kept ready above and below it. */
const MOST_ROWS = 120;
/** The aim is 1,000 ms. This bound only catches what is broken, because machines differ. */
const SANITY_MS = 15_000;

test("a session of 5,000 events is ready at once and scrolls to its end", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await aTeam(page, "Big session");
  const number = await bigSession().uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  const address = `${team.base}/sessions/${number}`;
  const rows = page.locator("[role=row][data-index]");
  const panel = page.locator("#why");

  await test.step("interactive", async () => {
    const measured: number[] = [];
    const server: string[] = [];
    for (let round = 0; round < 4; round++) {
      await page.goto("about:blank");
      const begun = performance.now();
      await page.goto(address, { waitUntil: "commit" });
      // A click before the page listens is lost, so it is repeated until the panel answers it.
      await expect(async () => {
        await rows.first().click({ timeout: 2_000 });
        await expect(panel).toBeVisible({ timeout: 40 });
      }).toPass({ intervals: [5], timeout: SANITY_MS });
      measured.push(Math.round(performance.now() - begun));
      server.push(await page.evaluate(answerOfServer));
    }
    const [cold, ...warm] = measured;
    const best = Math.min(...warm);
    console.log(
      `  5,000 events: first row answers a click after ${cold} ms cold, ${warm.join(", ")} ms warm (aim: 1,000)`,
    );
    console.log(`  the server's answer, each time: ${server.join("; ")}`);
    test.info().annotations.push({ type: "interactive", description: `${measured.join(", ")} ms` });
    expect(best).toBeLessThan(SANITY_MS);
  });

  await test.step("only what is in sight is in the page", async () => {
    expect(await rows.count()).toBeLessThan(MOST_ROWS);
    const table = page.getByRole("table", { name: "Events of main" });
    expect(Number(await table.getAttribute("aria-rowcount"))).toBeGreaterThan(EVENTS);
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    expect(elements).toBeLessThan(6_000);
  });

  await test.step("scrolling to the end shows the last event", async () => {
    const list = page.getByRole("table", { name: "Events of main" }).getByRole("rowgroup").locator("xpath=..");
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(rows.filter({ hasText: "The very last word." })).toBeVisible();
    expect(await rows.count()).toBeLessThan(MOST_ROWS);
    await rows.filter({ hasText: "The very last word." }).click();
    await expect(page).toHaveURL(/event=e/);
  });

  await test.step("the address of an event in the middle opens there", async () => {
    const middle = new URL(page.url());
    middle.searchParams.set("event", MIDDLE);
    await page.goto(middle.pathname + middle.search);
    const row = page.locator("[role=row][aria-selected=true]");
    await expect(row).toContainText("The word in the middle.");
    await expect(row).toBeInViewport();
  });

  await test.step("a filter of all events answers", async () => {
    await page.goto(address);
    await page.getByRole("searchbox", { name: "Find in thread" }).fill("file-777.ts");
    await expect(page.getByRole("status").filter({ hasText: "shown" })).toContainText(/of 5,00\d shown/);
    await expect(rows.first()).toContainText("file-777.ts");
  });
});

/** How long the server took for the page, and how much came. */
function answerOfServer(): string {
  const [entry] = performance.getEntriesByType("navigation");
  const { responseStart, responseEnd, encodedBodySize } = entry as PerformanceNavigationTiming;
  return `first byte ${Math.round(responseStart)} ms, last ${Math.round(responseEnd)} ms, ${Math.round(encodedBodySize / 1024)} KiB`;
}

let MIDDLE = "";

function bigSession(): SessionBatch {
  const batch = new SessionBatch({ id: "big", title: "Five thousand events" });
  while (batch.events.length < EVENTS - 2) {
    const step = batch.events.length;
    if (step % 200 === 0) batch.said(`Next part ${step}`);
    if (MIDDLE === "" && step > EVENTS / 2) {
      batch.answered("The word in the middle.");
      MIDDLE = batch.events.at(-1)?.id ?? "";
    }
    const file = `/app/src/file-${step % 900}.ts`;
    batch.called("Read", { file_path: file }, `export const line${step % 900} = true; // ${file}\n`.repeat(12));
  }
  return batch.answered("The very last word.");
}
