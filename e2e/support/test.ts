import { type BrowserContext, test as base, type Page } from "@playwright/test";

/**
 * A person takes a second to find a button; a test clicks at once, when the page may still be two things short.
 * React streams slow parts into hidden elements and reveals them in batches (`$RB`), up to 300 ms later; hydration may
 * have drawn the same part by then, so a text stands twice, once hidden, and a strict locator refuses it. And a control
 * that is not hydrated yet takes a click without anybody listening; React marks those that are with `__reactProps$…`.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if ((window as { $RB?: unknown[] }).$RB?.length) return false;
    const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));
    const controls = [...document.querySelectorAll("button, input, select, textarea, summary")];
    return controls.every((control) => isAlive(control) || control.closest("[hidden]") !== null);
  });
}

function waitOnOpening(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await untilAlive(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await untilAlive(page);
    return response;
  };
}

function waitInAllPages(context: BrowserContext): void {
  context.on("page", waitOnOpening);
}

/** Playwright's test; in every page of its browser `goto` and `reload` return when the page is in place and alive. */
export const test = base.extend<object, { everyPageAlive: undefined }>({
  everyPageAlive: [
    async ({ browser }, use) => {
      browser.on("context", waitInAllPages);
      await use(undefined);
      browser.off("context", waitInAllPages);
    },
    { scope: "worker", auto: true },
  ],
});
