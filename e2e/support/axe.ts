import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
};

/** No rule of WCAG 2.2 AA and of good practice is broken; what is broken is named with its elements. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await untilStill(page);
  await page.evaluate(AXE_SOURCE);
  const found = await page.evaluate((rules) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return axe.run(rules);
  }, RULES);
  const problems = found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) => `${id}: ${help}\n  ${node.html.slice(0, 240)}\n  ${node.any[0]?.message ?? node.failureSummary ?? ""}`,
    ),
  );
  expect.soft(problems, `axe on ${what}`).toEqual([]);
}

/** What is half faded in has half its contrast. Animations without an end, as of what loads, are not waited for. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Nothing but regions that scroll by themselves may be wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const excess = `${scrollWidth - clientWidth} px too wide`;
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    const culprits = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element.parentElement))
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 160));
    return [excess, ...culprits];
  });
  expect.soft(wide, `sideways scroll on ${what}`).toEqual([]);
}
