import { expect } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { aBilling, panel, readEvent, refOf, residency } from "./support/billing-session";
import { waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

test("a person archives a result, takes it back, keeps its meaning and restores it", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, number, address } = await aBilling(page, "Archive");
  const ref = await refOf(page, team, number, "form-3.ts");
  await page.goto(`${address}?event=${ref}`);
  await expect(residency(page, "full")).toBeChecked();

  await test.step("archive, and undo", async () => {
    await residency(page, "reference").check();
    await panel(page).getByRole("button", { name: "Archive", exact: true }).click();
    await expect(page.getByText("Archived: only its marker stays.", { exact: true })).toBeVisible();
    await expect(residency(page, "reference")).toBeChecked();
    await expect(panel(page).getByText(/Set to reference by Tester/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(panel(page).getByText(/Set to full by Tester/)).toBeVisible();
    const { transitions } = await readEvent(page, team, number, ref);
    expect(transitions.map(({ to }) => to)).toEqual(["full", "reference"]);
  });

  await test.step("archive with a meaning of one's own", async () => {
    await residency(page, "retained").check();
    await panel(page).getByLabel("Kept meaning").fill("form-3.ts: 45 rules, all of them priceOf(n).");
    await panel(page).getByRole("button", { name: "Archive with this meaning" }).click();
    await expect(page.getByText("Archived with its kept meaning.", { exact: true })).toBeVisible();
    await expect(panel(page).getByText(/Set to retained by Tester/)).toBeVisible();
    await expect(residency(page, "retained")).toBeChecked();
    await expect(panel(page).getByText("45 rules, all of them priceOf(n).").first()).toBeVisible();
  });

  await test.step("restore it, and read its history", async () => {
    await residency(page, "full").check();
    await panel(page).getByRole("button", { name: "Restore" }).click();
    await expect(panel(page).getByText(/Set to full by Tester/)).toBeVisible();
    await expect(panel(page).getByRole("heading", { name: "History" })).toBeVisible();
    const { transitions } = await readEvent(page, team, number, ref);
    expect(transitions[0]).toMatchObject({ to: "full", actor: "Tester" });
  });

  await test.step("all of it stands among the changes, the newest first", async () => {
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    await expect(page).toHaveURL(/view=changes/);
    const rows = page.getByRole("table", { name: "Changes" }).getByRole("row");
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText("Restored on request.");
  });
});

test("what is protected says so, and only a person who insists archives it", async ({ page }) => {
  test.setTimeout(120_000);
  const { team, number, address } = await aBilling(page, "Protected");

  await test.step("a blocked removal names the rule, the protection, its pattern and the reason", async () => {
    await page.goto(`${address}?view=blocked`);
    const table = page.getByRole("table", { name: "Removals that a protection stopped" });
    const row = table.getByRole("row").filter({ hasText: "AGENTS.md" }).first();
    await expect(row).toContainText("dedup.identical-result");
    await expect(row).toContainText(/protect\.\w/);
    await page.getByLabel("Find").fill("no such thing");
    await expect(page.getByText("No blocked removal matches.", { exact: false })).toBeVisible();
    await page.getByLabel("Find").fill("agents.md");
    await row.getByRole("link").first().click();
    await expect(panel(page)).toContainText("AGENTS.md");
  });

  await test.step("archiving it is refused with that sentence, and done all the same when asked", async () => {
    const ref = await refOf(page, team, number, "AGENTS.md");
    await page.goto(`${address}?event=${ref}`);
    await residency(page, "reference").check();
    await panel(page).getByRole("button", { name: "Archive", exact: true }).click();
    const refusal = panel(page).getByRole("alert");
    await expect(refusal).toContainText(/kept by protect\.[\w-]+, pattern/);
    await expect(refusal).not.toContainText("force");
    expect((await readEvent(page, team, number, ref)).transitions).toEqual([]);
    await refusal.getByRole("button", { name: "Archive anyway" }).click();
    await expect(residency(page, "reference")).toBeChecked();
    await expect(panel(page).getByText(/Set to reference by Tester.*against protect/)).toBeVisible();
  });

  await test.step("a pin says who, why and until when, and comes off", async () => {
    const ref = await refOf(page, team, number, "form-7.ts");
    await page.goto(`${address}?event=${ref}`);
    await expect(residency(page, "full")).toBeChecked();
    await page.keyboard.press("p");
    await panel(page).getByLabel("Why it stays").fill("The auditor asks about this form.");
    await panel(page).getByLabel("How long").selectOption({ label: "for a week" });
    await panel(page).getByRole("button", { name: "Pin it" }).click();
    await expect(panel(page).getByText(/Pinned by Tester.*until.*The auditor asks/)).toBeVisible();
    await residency(page, "reference").check();
    await panel(page).getByRole("button", { name: "Archive", exact: true }).click();
    await expect(panel(page).getByRole("alert")).toContainText("The auditor asks about this form.");
    await panel(page).getByRole("button", { name: "Unpin" }).click();
    await expect(panel(page).getByRole("button", { name: "Unpin" })).toHaveCount(0);
    const offAgain = page.getByRole("listitem").filter({ hasText: "The pins are off." });
    await offAgain.getByRole("button", { name: "Undo" }).click();
    await expect(panel(page).getByText(/Pinned by Tester.*until.*The auditor asks/)).toBeVisible();
    await panel(page).getByRole("button", { name: "Unpin" }).click();
    await expect(panel(page).getByRole("button", { name: "Unpin" })).toHaveCount(0);
  });
});

test("preview a prune, commit it, and read the run", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, number, address } = await aBilling(page, "Prune");
  const preview = page.getByRole("region", { name: "Preview of a prune run" });
  await page.goto(address);

  await test.step("the preview shows what would go, what it costs and what stays", async () => {
    await page.getByRole("button", { name: "Preview prune" }).click();
    await expect(page).toHaveURL(/preview=1/);
    await expect(preview.getByText(/events? would change.*Nothing has changed yet/)).toBeVisible();
    await expect(preview.getByText("Saved per request")).toBeVisible();
    await expect(preview.getByText(/Automatic batching would/)).toBeVisible();
    await expect(preview.getByRole("region", { name: /^The window, before and after/ })).toContainText("prices.ts");
    await preview.getByRole("button", { name: /^Largest first/ }).click();
    await expect(preview.getByRole("table", { name: "Events that the run would change" })).toContainText("prices.ts");
  });

  await test.step("fewer passes change less", async () => {
    await preview.getByRole("checkbox", { name: /^Stale/ }).uncheck();
    await preview.getByRole("checkbox", { name: /^Resolved errors/ }).uncheck();
    await expect(preview.getByRole("checkbox", { name: /^Duplicates/ })).toBeDisabled();
    await expect(preview.getByText("Stale off")).toBeVisible();
    await preview.getByRole("checkbox", { name: /^Stale/ }).check();
    await preview.getByRole("checkbox", { name: /^Resolved errors/ }).check();
  });

  await test.step("the window after the run can be read as text", async () => {
    await preview.getByRole("link", { name: "As text" }).click();
    await expect(page).toHaveURL(/view=projection&state=planned/);
    const projection = page.getByRole("region", { name: "What goes to the model" });
    await expect(projection.getByText("Round the invoices half up").first()).toBeVisible();
    await expect(projection.getByLabel("State")).toHaveValue("planned");
    await page.goto(`${address}?preview=1`);
    await expect(preview.getByText(/events? would change/)).toBeVisible();
  });

  await test.step("events that arrived since are a conflict, and nothing is committed", async () => {
    const ref = await refOf(page, team, number, "form-9.ts");
    const place = { team: team.slug, project: team.project, number };
    await expect(preview.getByRole("button", { name: "Commit prune" })).not.toHaveAttribute("aria-disabled", "true");
    await change(page, "context.pin", { ...place, refs: [ref], reason: "Somebody was faster." });
    await preview.getByRole("button", { name: "Commit prune" }).click();
    const alert = preview.getByRole("alert");
    await expect(alert).toContainText("Nothing was committed.");
    expect(await query(page, "prune.list", place)).toMatchObject({ rows: [] });
    await alert.getByRole("button", { name: "Preview again" }).click();
    await expect(alert).toHaveCount(0);
  });

  await test.step("committed, it is a run with totals, economics, person and policy", async () => {
    await expect(preview).toHaveAttribute("aria-busy", "false");
    await preview.getByRole("button", { name: "Commit prune" }).click();
    await expect(page).toHaveURL(/view=runs&run=1/);
    const run = page.getByRole("region", { name: "Run 1" });
    await expect(run.getByRole("heading", { name: "Run 1" })).toBeVisible();
    for (const words of ["Tester", "built-in policy", "Saved per request", "prices.ts", "asked for"]) {
      await expect(run.getByText(words).first()).toBeVisible();
    }
    await run
      .getByRole("link", { name: /^Read src\/prices|prices\.ts/ })
      .first()
      .click();
    await expect(
      panel(page)
        .getByText(/by run 1, asked for by Tester/)
        .first(),
    ).toBeVisible();
  });

  await test.step("a second run has nothing to take, and says so", async () => {
    await waitForAnalysis(page, team);
    await page.goto(`${address}?preview=1`);
    await expect(preview.getByText("would change", { exact: false }).first()).toBeVisible();
    await expect(preview.getByText(/Nothing to take out|would not get smaller/).first()).toBeVisible();
    await expect(preview.getByRole("button", { name: /^Commit prune/ })).toHaveAttribute("aria-disabled", "true");
  });
});

test("tiers say what the window should hold, and a suggestion is archived", async ({ page }) => {
  test.setTimeout(120_000);
  const { address } = await aBilling(page, "Tiers");
  await page.goto(address);
  await page.getByRole("link", { name: "Tiers", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The window now" })).toBeVisible();
  for (const tier of ["Hot", "Warm", "Cold"]) {
    await expect(page.getByRole("heading", { name: new RegExp(`^${tier}`) })).toBeVisible();
  }
  await expect(page.getByText("The current task is always loaded.", { exact: false })).toBeVisible();
  const suggestions = page.getByRole("region", { name: "What may be archived now" });
  const archive = suggestions.getByRole("button", { name: /^Archive/ });
  await expect(archive.first()).toBeVisible();
  const before = await archive.count();
  await archive.first().click();
  await expect(page.getByText(/^Archived/).first()).toBeVisible();
  await expect(archive).toHaveCount(before - 1);
});

test("save a checkpoint, and resume from it", async ({ page }) => {
  test.setTimeout(120_000);
  const { number, address } = await aBilling(page, "Checkpoints");
  await page.goto(`${address}?view=checkpoints`);
  await expect(page.getByText("No checkpoint yet.", { exact: false })).toBeVisible();

  await test.step("save", async () => {
    await page.getByLabel("Note").fill("The rounding of credits is still open.");
    await page.getByRole("button", { name: "Save checkpoint" }).click();
    await expect(page).toHaveURL(/checkpoint=1/);
    const detail = page.getByRole("region", { name: `Checkpoint ${number}.1`, exact: true });
    await expect(detail.getByText("The rounding of credits is still open.").first()).toBeVisible();
    await expect(detail.getByText("Round the invoices half up").first()).toBeVisible();
    await expect(page.getByRole("list", { name: "Checkpoints" })).toContainText(`${number}.1`);
  });

  await test.step("resume: the command, the text, and who did", async () => {
    await page.getByRole("button", { name: "Resume" }).click();
    const dialog = page.getByRole("dialog", { name: `Resume from ${number}.1` });
    await expect(dialog.getByText(`steward resume ${number}.1`)).toBeVisible();
    await dialog.getByRole("button", { name: "Take the text" }).click();
    await expect(dialog.getByText("You are noted as the one who resumed.", { exact: false })).toBeVisible();
    await expect(dialog.getByText("Round the invoices half up").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText(/Tester resumed from it/)).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(dialog.getByText("Two sessions may do the same work twice.", { exact: false })).toBeVisible();
  });
});

test("every part is accessible and fits, in the dark and on a phone", async ({ page }) => {
  test.setTimeout(300_000);
  const { team, number, address } = await aBilling(page, "Looks");
  const place = { team: team.slug, project: team.project, number };
  const ref = await refOf(page, team, number, "form-2.ts");
  await change(page, "context.archive", { ...place, targets: [{ ref }] });
  await change(page, "checkpoints.create", { ...place, note: "Before the looks." });
  await change(page, "prune.run", place);
  await waitForAnalysis(page, team);
  const parts = [
    { query: `?event=${ref}`, ready: "History" },
    { query: "?preview=1", ready: "Preview of a prune run" },
    { query: "?view=projection", ready: "What goes to the model" },
    { query: "?view=tiers", ready: "The window now" },
    { query: "?view=runs&run=1", ready: "Run 1" },
    { query: "?view=blocked", ready: "Blocked removals" },
    { query: "?view=changes", ready: "Changes of what the model sees" },
    { query: "?view=checkpoints&checkpoint=1", ready: `Checkpoint ${number}.1` },
  ];
  for (const { colorScheme, width } of [
    { colorScheme: "light", width: 1440 },
    { colorScheme: "dark", width: 1440 },
    { colorScheme: "light", width: 1024 },
    { colorScheme: "dark", width: 390 },
    { colorScheme: "light", width: 320 },
  ] as const) {
    await test.step(`${colorScheme}, ${width} wide`, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      for (const part of parts) {
        await page.goto(`${address}${part.query}`);
        await expect(page.getByRole("heading", { name: part.ready }).first()).toBeVisible();
        await expect(page.locator(".skeleton")).toHaveCount(0);
        // An open event is scrolled to, which may leave a tab half below the head.
        await page.evaluate(() => window.scrollTo(0, 0));
        await expectAccessible(page, `${part.query}, ${colorScheme} ${width}`);
        await expectNoSidewaysScroll(page, `${part.query}, ${colorScheme} ${width}`);
      }
    });
  }
});
