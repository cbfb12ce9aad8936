import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { aBilling, type Billing, panel, readEvent, refOf, residency } from "./support/billing-session";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const preview = (page: Page) => page.getByRole("region", { name: "Preview of a prune run" });
const placeOf = ({ team, number }: Billing) => ({ team: team.slug, project: team.project, number });

type Preview = { moves: { rows: { ref: string }[] }; blocked: { total: number } };

test("a prune is previewed, committed, undone", async ({ page }) => {
  test.setTimeout(180_000);
  const billing = await aBilling(page, "Undo");
  const { team, number, address } = billing;
  const place = placeOf(billing);
  const planned = await query<Preview>(page, "prune.preview", place);
  const moved = planned.moves.rows.map(({ ref }) => ref);
  expect(moved.length).toBeGreaterThan(1);
  await page.goto(address);

  await test.step("the preview is the window before and after, in order, and says what a commit does", async () => {
    await page.getByRole("button", { name: "Preview prune" }).first().click();
    const diff = preview(page).getByRole("region", { name: /^The window, before and after/ });
    await expect(diff.locator('li[data-change="changed"]')).toHaveCount(moved.length);
    await expect(diff.locator('li[data-change="changed"]').first()).toContainText("[context archived: ctx:");
    await expect(diff.locator('li[data-change="changed"]').first()).toContainText("Before:");
    const fold = diff.getByRole("button", { name: /messages? unchanged/ }).first();
    await fold.click();
    await expect(fold).toHaveAttribute("aria-expanded", "true");
    await expect(diff.locator('li[data-change="same"]').first()).toBeVisible();
    await expect(preview(page)).toContainText("claude-code cannot change a running context");
    await expect(preview(page).getByText("Pays after")).toBeVisible();
  });

  await test.step("it names as many blocked removals as the stored plan", async () => {
    const stored = await query<{ total: number }>(page, "prune.blocked", place);
    expect(planned.blocked.total).toBe(stored.total);
    await preview(page)
      .getByRole("button", { name: `Blocked removals ${stored.total}` })
      .click();
    await expect(preview(page).getByRole("table", { name: /^Removals that a protection/ })).toContainText("AGENTS.md");
  });

  await test.step("committed, and undone by the message that says so", async () => {
    await preview(page).getByRole("button", { name: "Commit prune" }).click();
    await expect(page.getByText(/^Run 1 is committed/)).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(
      page.getByText(`Run 1 is undone: ${moved.length} events stand as before.`, { exact: true }),
    ).toBeVisible();
    const run = page.getByRole("region", { name: "Run 1" });
    await expect(run.getByText(/Undone by Tester/)).toBeVisible();
    await expect(run.getByRole("button", { name: "Undo run" })).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Committed runs" })).toContainText("undone");
    for (const ref of moved) {
      const { transitions } = await readEvent(page, team, number, ref);
      expect(transitions.map(({ to }) => to).at(0)).toBe("full");
    }
  });

  await test.step("the same run can be made again; what was changed after it stays at its undo", async () => {
    const again = await query<Preview>(page, "prune.preview", place);
    expect(again.moves.rows).toEqual(planned.moves.rows);
    await change(page, "prune.run", place);
    await change(page, "context.restore", { ...place, refs: [moved[0]] });
    await page.goto(`${address}?view=runs&run=2`);
    const run = page.getByRole("region", { name: "Run 2" });
    await run.getByRole("button", { name: "Undo run" }).click();
    await expect(page.getByText(/^Run 2 is undone: .*1 event changed since, and stays so\.$/)).toBeVisible();
    await expect(run.getByRole("list", { name: "Events that stay changed" }).getByRole("listitem")).toHaveCount(1);
    await expect(run.getByText(/The open window of claude-code was never changed/).first()).toBeVisible();
  });
});

test("why an event would go is read by keyboard, rule by rule", async ({ page }) => {
  test.setTimeout(150_000);
  const billing = await aBilling(page, "Rules");
  const { team, number, address } = billing;
  const first = await refOf(page, team, number, "prices.ts");
  const copy = await refOf(page, team, number, "prices.ts", 1);
  await page.goto(`${address}?event=${copy}`);
  const rule = (name: string) => panel(page).locator(`[data-rule="${name}"]`);

  await test.step("each rule in the order of precedence, and the one that decides", async () => {
    await expect(rule("dedup.identical-result")).toHaveAttribute("data-answer", /^(decides|finds)$/);
    await expect(panel(page).locator('[data-answer="decides"]')).toHaveCount(1);
    await expect(rule("protect.core-files")).toContainText("No core file");
    const rules = await panel(page)
      .locator("[data-rule]")
      .evaluateAll((all) => all.map((one) => one.dataset["rule"]));
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.indexOf("protect.pin")).toBeLessThan(rules.indexOf("protect.in-flight"));
    expect(rules.indexOf("protect.tail")).toBeLessThan(rules.indexOf("dedup.identical-result"));
  });

  await test.step("its evidence opens by keyboard", async () => {
    const link = rule("dedup.identical-result").getByRole("link").first();
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`event=${first}`));
    await expect(rule("dedup.identical-result")).toHaveAttribute("data-answer", "silent");
  });

  await test.step("archived by keyboard, taken back by the message, and pinned and unpinned", async () => {
    const ref = await refOf(page, team, number, "form-5.ts");
    await page.goto(`${address}?event=${ref}`);
    await expect(residency(page, "full")).toBeChecked();
    await page.keyboard.press("r");
    await expect(residency(page, "full")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await panel(page).getByRole("button", { name: "Archive", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page).getByText(/Set to reference by Tester/)).toBeVisible();
    await expect(panel(page).getByText("Choose full and restore it to take it back.", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(panel(page).getByText(/Set to full by Tester/)).toBeVisible();
    await expect(rule("protect.restored")).toHaveAttribute("data-answer", "decides");
  });
});

test("the projection is read, copied and saved, and its markers lead back", async ({ page, context }) => {
  test.setTimeout(150_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const billing = await aBilling(page, "Projection");
  const { address } = billing;
  await change(page, "prune.run", placeOf(billing));
  await page.goto(address);
  await page.getByRole("link", { name: "Projection", exact: true }).first().click();
  const region = page.getByRole("region", { name: "What goes to the model" });
  await expect(region.getByText(/^About .* tokens in \d+ events\./)).toBeVisible();
  await expect(region.getByRole("listitem").first()).toContainText("Round the invoices half up");

  await test.step("as messages, copied whole", async () => {
    await region.getByLabel("Format").selectOption("anthropic");
    await expect(page).toHaveURL(/format=anthropic/);
    await expect(region.getByText('"role": "user"').first()).toBeVisible();
    await region.getByRole("button", { name: "Copy" }).click();
    await expect(region.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied: { role: string }[] = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied[0]?.role).toBe("user");
    const total = Number(/in (\d+) messages/.exec((await region.getByText(/^About/).textContent()) ?? "")?.[1]);
    expect(copied).toHaveLength(total);
  });

  await test.step("as Markdown, saved", async () => {
    await region.getByLabel("Format").selectOption("markdown");
    await expect(region.getByText("# Context of thread main")).toBeVisible();
    const download = page.waitForEvent("download");
    await region.getByRole("button", { name: "Download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^S-\d+-main-markdown\.md$/);
    expect(await readFile(await file.path(), "utf8")).toContain("[context archived: ctx:");
  });

  await test.step("a marker leads to the event that it stands for", async () => {
    await region.getByLabel("Format").selectOption("events");
    const marker = region.getByRole("listitem").filter({ hasText: "[context archived:" }).first();
    await marker.getByRole("link").last().click();
    await expect(page).toHaveURL(/event=/);
    await expect(panel(page)).toBeVisible();
  });

  await test.step("it fits a phone and the dark, and is accessible", async () => {
    for (const { width, colorScheme } of [
      { width: 1440, colorScheme: "dark" },
      { width: 390, colorScheme: "light" },
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${address}?view=projection&format=openai`);
      await expect(region.getByText('"role": "user"').first()).toBeVisible();
      await expectAccessible(page, `projection, ${width}`);
      await expectNoSidewaysScroll(page, `projection, ${width}`);
    }
  });
});
