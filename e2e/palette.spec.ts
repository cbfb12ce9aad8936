import { expect, type Page } from "@playwright/test";
import { change } from "./support/api";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const field = (page: Page) => page.getByRole("combobox", { name: "Search or run a command" });
const chosen = (page: Page) => page.getByRole("option", { selected: true });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });

/** The frame answers keys once React runs in it. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function twoSessions(page: Page, team: Team): Promise<number> {
  await new SessionBatch({ id: "lock", title: "Repair the ledger lock" })
    .said("Why does the ledger hang?")
    .called("Bash", { command: "cat /var/lib/ledger.pid" }, "stale pid file 4711 blocks the ledger\n".repeat(12))
    .answered("The pid file is stale.")
    .uploadTo(page.request, team);
  const second = await new SessionBatch({ id: "mail", title: "Send the reminder mails" })
    .said("Mails first.")
    .answered("Done.")
    .uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  return second;
}

test("the palette leads to pages, records and the archive, by keyboard", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await aTeam(page, "Palette");
  const number = await twoSessions(page, team);
  await page.goto(team.base);

  await test.step("words find a session, Enter opens it, the focus is in the page", async () => {
    await openPalette(page);
    await field(page).fill("reminder");
    await expect(chosen(page)).toHaveText(/Send the reminder mails.*S-/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${team.base}/sessions/${number}`);
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("in a session the footer says how full its window is, and its commands come first", async () => {
    await openPalette(page);
    await expect(page.getByRole("dialog")).toContainText(new RegExp(`S-${number} (is .* full|holds)`));
    await field(page).fill("preview a prune");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/sessions/${number}\\?preview=1`));
  });

  await test.step("a number leads to its session, and what was opened is offered again", async () => {
    await openPalette(page);
    await expect(page.getByRole("group", { name: "Recent" })).toContainText("Send the reminder mails");
    await field(page).fill("S-1");
    await expect(chosen(page)).toHaveText(/Repair the ledger lock/);
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
  });

  await test.step("what no name has is searched for in the archive", async () => {
    await openPalette(page);
    await field(page).fill("4711 blocks");
    await expect(page.getByRole("dialog")).toContainText("Nothing matches. Enter searches archived context.");
    await page.keyboard.press("Enter");
    const archive = page.getByRole("combobox", { name: "Search archived context" });
    await expect(archive).toHaveValue("4711 blocks");
    await expect(option(page, /stale pid file 4711 blocks the ledger/).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sessions\/1\?event=/);
  });

  await test.step("arrow keys go around, and the mouse works too", async () => {
    await openPalette(page);
    await field(page).fill("theme");
    await page.keyboard.press("ArrowDown");
    await expect(chosen(page)).toHaveText(/Theme: dark/);
    await option(page, /Theme: dark/).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});

test("letters lead through the product, and can be turned off", async ({ page }) => {
  const team = await aTeam(page, "Letters");
  await twoSessions(page, team);
  await page.goto(team.base);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("g and a letter go to a room", async () => {
    await expect(async () => {
      await page.keyboard.press("g");
      await page.keyboard.press("s");
      await expect(page).toHaveURL(`${team.base}/sessions`, { timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole("heading", { level: 1, name: /^Sessions/ })).toBeVisible();
  });

  await test.step("j and k walk through the list, / goes to its search", async () => {
    const rows = page.getByRole("rowheader").getByRole("link");
    await expect(rows).toHaveCount(2);
    await page.keyboard.press("j");
    await expect(rows.nth(0)).toBeFocused();
    await page.keyboard.press("j");
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press("j");
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press("k");
    await expect(rows.nth(0)).toBeFocused();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("gdj?");
    await expect(page.getByRole("searchbox")).toHaveValue("gdj?");
  });

  await test.step("? lists them, and its switch turns single keys off", async () => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard" });
    await expect(sheet.getByRole("region", { name: "Go to" })).toContainText("Decisions");
    await sheet.getByRole("switch", { name: "Shortcuts of a single key" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForTimeout(500);
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(`${team.base}/sessions`);
    await openPalette(page);
  });
});

test("a project stays out of the palette of another team", async ({ page }) => {
  const team = await aTeam(page, "Palette apart");
  const other = await aTeam(page, "Elsewhere");
  await twoSessions(page, other);
  await change(page, "projects.create", { team: team.slug, name: "Second project", timeZone: "UTC" });
  await page.goto(team.base);
  await openPalette(page);
  await field(page).fill("reminder");
  await expect(page.getByRole("dialog")).toContainText("Nothing matches.");
  await field(page).fill("second");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/${team.slug}/second-project`);
});
