import { type BrowserContext, expect, type Page } from "@playwright/test";
import { demoScreens, OUTSIDE, type Screen } from "../scripts/lib/screens.mjs";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { asOwner } from "./support/owner";
import { SessionBatch } from "./support/session-batch";
import { aTeam, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

async function look(page: Page, { name, address, heading, prepare }: Screen, how: string): Promise<void> {
  await test.step(`${name}, ${how}`, async () => {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).filter({ hasText: heading })).toHaveCount(1);
    await prepare?.(page);
    // What the head of the page half covers where it happens to stand is no small target.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page, `${name}, ${how}`);
    await expectNoSidewaysScroll(page, `${name}, ${how}`);
  });
}

/** The demo has something of everything, so each page is looked at full. */
async function screensOfDemo(owner: BrowserContext): Promise<Screen[]> {
  const page = await owner.newPage();
  const screens = await demoScreens(page);
  await page.close();
  return screens;
}

test.describe("axe finds nothing, and nothing scrolls sideways", () => {
  for (const { colorScheme, width, height } of [
    { colorScheme: "light", width: 1440, height: 900 },
    { colorScheme: "dark", width: 1440, height: 900 },
    { colorScheme: "light", width: 1024, height: 768 },
    { colorScheme: "light", width: 390, height: 844 },
    { colorScheme: "dark", width: 390, height: 844 },
  ] as const) {
    test(`${colorScheme}, ${width} wide`, async ({ browser }) => {
      test.setTimeout(300_000);
      const owner = await asOwner(browser);
      const screens = await screensOfDemo(owner);
      const contexts = { member: owner, stranger: await browser.newContext() };
      for (const who of ["member", "stranger"] as const) {
        const page = await contexts[who].newPage();
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height });
        for (const screen of [...screens, ...OUTSIDE].filter((each) => (each.who ?? "member") === who)) {
          await look(page, screen, `${colorScheme} ${width}`);
        }
        await contexts[who].close();
      }
    });
  }
});

test("at 200 % zoom, which is 320 wide, nothing scrolls sideways", async ({ browser }) => {
  test.setTimeout(150_000);
  const owner = await asOwner(browser);
  const screens = await screensOfDemo(owner);
  const page = await owner.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const screen of screens.filter(({ who }) => who === undefined)) {
    await page.goto(screen.address);
    await screen.prepare?.(page);
    await expectNoSidewaysScroll(page, `${screen.name}, 320`);
  }
  await owner.close();
});

test("the timeline works by keyboard alone", async ({ page }) => {
  const team = await aTeam(page, "Keyboard");
  const batch = new SessionBatch({ id: "keys", title: "By keyboard" }).said("First prompt");
  for (let step = 1; step <= 40; step++)
    batch.called("Read", { file_path: `/app/a${step}.ts` }, `line of a${step}\n`.repeat(20));
  const number = await batch.said("Second prompt").answered("Done.").uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  await page.goto(`${team.base}/sessions/${number}`);
  const rows = page.locator("[role=row][data-index]");
  await expect(rows.first()).toBeVisible();
  const panel = page.getByRole("complementary").filter({ has: page.locator("#why") });
  const focused = page.locator("[role=row][data-index]:focus");
  const index = () => focused.getAttribute("data-index");

  await test.step("j and k move, one row holds the tab stop", async () => {
    await page.keyboard.press("j");
    await expect.poll(index).toBe("0");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(index).toBe("2");
    await page.keyboard.press("k");
    await expect.poll(index).toBe("1");
    await expect(page.locator("[role=row][tabindex='0']")).toHaveCount(1);
  });

  await test.step("Enter opens the why panel, j goes on, Esc closes and keeps the place", async () => {
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("heading", { level: 2 })).toContainText("tool call");
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await page.keyboard.press("j");
    await expect.poll(index).toBe("2");
  });

  await test.step("braces go by turns, / goes to the search", async () => {
    await page.keyboard.press("}");
    await expect.poll(index).toBe("3");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Find in thread" })).toBeFocused();
    await page.keyboard.type("jk");
    await expect(page.getByRole("searchbox", { name: "Find in thread" })).toHaveValue("jk");
    await page.keyboard.press("Escape");
  });

  await test.step("a hundred steps down reach the last row, and it is in sight", async () => {
    for (let step = 0; step < 100; step++) await page.keyboard.press("j");
    await expect(focused).toContainText("Done.");
    await expect(focused).toBeInViewport();
  });
});

test("the first tab stop skips the navigation", async ({ page }) => {
  const team = await aTeam(page, "Skip link");
  await page.goto(team.base);
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText(/skip/i);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
