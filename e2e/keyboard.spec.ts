import { expect, type Locator, type Page } from "@playwright/test";
import { change } from "./support/api";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

/** More tab stops than this, and nobody gets there by keyboard. */
const MOST_TABS = 120;
const LATER_STEPS = 40;

function linesOf(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `export const ${name}${at} = priceOf(${at * 7});`).join("\n");
}

/** A file read twice, and enough quiet steps after it for a plan to take the copy out. */
async function aWorld(page: Page): Promise<{ team: Team; number: number }> {
  const team = await aTeam(page, "Hands on keys");
  const batch = new SessionBatch({ id: "keys", title: "Round the invoices" })
    .said("Round the invoices half up.")
    .called("Read", { file_path: "/app/src/prices.ts" }, linesOf("price", 160))
    .called("Read", { file_path: "/app/src/prices.ts" }, linesOf("price", 160));
  for (let at = 1; at <= LATER_STEPS; at++) {
    batch.called("Read", { file_path: `/app/src/forms/form-${at}.ts` }, linesOf(`form${at}_`, 45));
  }
  const number = await batch.answered("Rounded half up.").uploadTo(page.request, team);
  const place = { team: team.slug, project: team.project };
  await change(page, "decisions.record", {
    ...place,
    decision: { title: "Round half up", decision: "Invoices are rounded half up.", reasoning: "The tax office does." },
  });
  await change(page, "handoffs.create", {
    ...place,
    title: "Round the credit notes too",
    markdown: "# Next\n\nTests.",
  });
  await waitForAnalysis(page, team);
  return { team, number };
}

const focused = (page: Page) => page.locator(":focus");

/** Presses Tab until the element has the focus, as somebody does who looks for it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${MOST_TABS} tab stops do not reach ${target}.`);
}

/** Opens the palette, types, and presses Enter on what it says comes first. */
async function goTo(page: Page, words: string, first: RegExp): Promise<void> {
  const field = page.getByRole("combobox", { name: "Search or run a command" });
  // The frame answers keys once React runs in it.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.type(words);
  await expect(page.getByRole("option", { selected: true })).toHaveText(first);
  await page.keyboard.press("Enter");
  await expect(field).toHaveCount(0);
}

test("the whole product once, without a mouse", async ({ page }) => {
  test.setTimeout(240_000);
  const { team, number } = await aWorld(page);
  await page.goto(team.base);
  await expect(page.getByRole("heading", { level: 1, name: /^Overview/ })).toBeVisible();

  await test.step("g f opens the failures, also where f alone opens the filter", async () => {
    await expect(async () => {
      await page.keyboard.press("f");
      await expect(page.getByRole("dialog", { name: "Add a filter" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Add a filter" })).toHaveCount(0);
    await page.keyboard.press("g");
    await page.keyboard.press("f");
    await expect(page.getByRole("heading", { level: 1, name: /^Failures/ })).toBeVisible();
  });

  await test.step("the palette leads to a session", async () => {
    await goTo(page, "round the inv", /Round the invoices/);
    await expect(page).toHaveURL(`${team.base}/sessions/${number}`);
    await expect(page.locator("[role=row][data-index]").first()).toBeVisible();
  });

  await test.step("j goes to the copy, Enter says why it is noise, Esc closes", async () => {
    const row = page.locator("[role=row][data-index]:focus");
    await expect(async () => {
      await page.keyboard.press("j");
      await expect(row).toContainText("Duplicate", { timeout: 200 });
    }).toPass();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary").filter({ has: page.locator("#why") });
    await expect(panel).toContainText("Same result as ctx:");
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
  });

  await test.step("a prune is previewed and committed", async () => {
    await goTo(page, "preview a prune", /Preview a prune/);
    const preview = page.getByRole("region", { name: "Preview of a prune run" });
    await expect(preview.getByText(/events? would change/)).toBeVisible();
    const commit = preview.getByRole("button", { name: /^Commit prune/ });
    await expect(commit).not.toHaveAttribute("aria-disabled", "true");
    await tabTo(page, commit);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/view=runs&run=1/);
  });

  await test.step("the whole run is undone", async () => {
    const run = page.getByRole("region", { name: "Run 1" });
    await tabTo(page, run.getByRole("button", { name: "Undo run" }));
    await page.keyboard.press("Enter");
    await expect(run.getByText(/Undone by/).first()).toBeVisible();
  });

  await test.step("g d opens the decisions, and the draft is accepted", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await expect(page.getByRole("heading", { level: 1, name: /^Decisions/ })).toBeVisible();
    // The page's head is there before its list.
    await expect(page.getByRole("link", { name: /Round half up/ }).first()).toBeVisible();
    await page.keyboard.press("j");
    await expect(focused(page)).toContainText("Round half up");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/decisions\/1$/);
    const accept = page.getByRole("button", { name: /^Accept/ });
    await tabTo(page, accept);
    await page.keyboard.press("Enter");
    await expect(accept).toHaveCount(0);
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: /is accepted/ })
        .first(),
    ).toBeAttached();
  });

  await test.step("Ctrl Z takes it back while the toast is there, as its button does", async () => {
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("button", { name: /^Accept/ })).toBeVisible();
  });

  await test.step("g h opens the handoffs, and one of them", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page.getByRole("heading", { level: 1, name: /^Handoffs/ })).toBeVisible();
    await goTo(page, "credit notes", /Round the credit notes too/);
    await expect(page).toHaveURL(/\/handoffs\/\d+$/);
    await expect(page.getByRole("heading", { name: /Round the credit notes too/ }).first()).toBeVisible();
  });

  await test.step("? says all of it, Esc gives the focus back", async () => {
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard" });
    await expect(sheet).toContainText("Search or run a command");
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
  });
});
