import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { asOwner } from "./support/owner";
import { SessionBatch } from "./support/session-batch";
import { aTeam, waitForAnalysis } from "./support/team";

type Screen = { name: string; address: string; heading: string | RegExp; prepare?: (page: Page) => Promise<void> };

const OUTSIDE: readonly Screen[] = [
  { name: "sign-in", address: "/sign-in", heading: "Sign in" },
  { name: "sign-up", address: "/sign-up", heading: "Sign up" },
  { name: "sign-in link, incomplete", address: "/sign-in/link", heading: /./ },
];

/** The demo has something of everything, so each page is looked at full. */
async function demoScreens(owner: BrowserContext): Promise<Screen[]> {
  const page = await owner.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const base = new URL(page.url()).pathname;
  const team = `/${base.split("/")[1]}`;
  await page.goto(`${base}/sessions?range=all&sort=noise`);
  const session = await page.locator(`tbody a[href*="/sessions/"]`).first().getAttribute("href");
  await page.close();
  const noisiest = new URL(session ?? "", "http://x").pathname;
  return [
    { name: "overview", address: base, heading: "Overview" },
    { name: "overview as tables", address: base, heading: "Overview", prepare: openTables },
    { name: "overview without a match", address: `${base}?agent=nobody&pass=nonsense`, heading: "Overview" },
    { name: "sessions", address: `${base}/sessions?range=all&agent=main`, heading: "Sessions" },
    { name: "session", address: noisiest, heading: /./ },
    { name: "session with why panel", address: `${noisiest}?noise=proven`, heading: /./, prepare: openFirstRow },
    { name: "decisions", address: `${base}/decisions`, heading: "Decisions" },
    { name: "a decision", address: `${base}/decisions/1`, heading: /./ },
    { name: "failures", address: `${base}/failures`, heading: "Failures" },
    { name: "a failure", address: `${base}/failures/1`, heading: /./ },
    { name: "handoffs", address: `${base}/handoffs`, heading: "Handoffs" },
    { name: "a handoff", address: `${base}/handoffs/1`, heading: /./ },
    { name: "keys", address: `${base}/settings/keys`, heading: "API keys" },
    { name: "new key", address: `${base}/settings/keys`, heading: "API keys", prepare: openKeyForm },
    { name: "members", address: `${team}/settings/members`, heading: "Members" },
    { name: "new project", address: `${team}/new`, heading: /./ },
    { name: "new team", address: "/new", heading: /./ },
    { name: "not found", address: `${base}/sessions/999999`, heading: "There is nothing here" },
  ];
}

async function openTables(page: Page): Promise<void> {
  // A button says the opposite once it is pressed, so the first one left is always the next.
  const button = page.getByRole("button", { name: "Show as table" }).first();
  while (await button.isVisible()) await button.click();
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator("[role=row][data-index]").first().click();
  await expect(page.getByRole("heading", { name: /^(Why )?this /i })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What the rules say" })).toBeVisible();
}

async function openKeyForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New key" }).first().click();
  await expect(page.getByRole("dialog", { name: "New key" })).toBeVisible();
}

async function look(page: Page, { name, address, heading, prepare }: Screen, how: string): Promise<void> {
  await test.step(`${name}, ${how}`, async () => {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).filter({ hasText: heading })).toHaveCount(1);
    await prepare?.(page);
    await expectAccessible(page, `${name}, ${how}`);
    await expectNoSidewaysScroll(page, `${name}, ${how}`);
  });
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
      test.setTimeout(240_000);
      const owner = await asOwner(browser);
      const screens = await demoScreens(owner);
      for (const [context, shown] of [
        [owner, screens],
        [await browser.newContext(), OUTSIDE],
      ] as const) {
        const page = await context.newPage();
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height });
        for (const screen of shown) await look(page, screen, `${colorScheme} ${width}`);
        await context.close();
      }
    });
  }
});

test("at 200 % zoom, which is 320 wide, nothing scrolls sideways", async ({ browser }) => {
  test.setTimeout(90_000);
  const owner = await asOwner(browser);
  const screens = await demoScreens(owner);
  const page = await owner.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const screen of screens) {
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

  await test.step("] and [ go by turns, / goes to the search", async () => {
    await page.keyboard.press("]");
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
