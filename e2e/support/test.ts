import { type BrowserContext, test as base, type Page } from "@playwright/test";

/**
 * React streams a page's slow parts into hidden elements and reveals them in batches, up to 300 ms later; hydration may
 * have drawn the same part by then, so for a moment a text stands twice, once hidden. Nobody sees it, but a strict
 * locator does. A page counts as opened here when its batch, which React keeps in `$RB`, is empty.
 */
async function untilRevealed(page: Page): Promise<void> {
  await page.waitForFunction(() => !(window as { $RB?: unknown[] }).$RB?.length);
}

function waitOnOpening(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await untilRevealed(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await untilRevealed(page);
    return response;
  };
}

function waitInAllPages(context: BrowserContext): void {
  context.on("page", waitOnOpening);
}

/** Playwright's test; in every page of its browser `goto` and `reload` return when all streamed parts are in place. */
export const test = base.extend<object, { everyPageRevealed: undefined }>({
  everyPageRevealed: [
    async ({ browser }, use) => {
      browser.on("context", waitInAllPages);
      await use(undefined);
      browser.off("context", waitInAllPages);
    },
    { scope: "worker", auto: true },
  ],
});
