import { type Browser, expect, type Page } from "@playwright/test";
import { ask, change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aPerson, aTeam, signUp, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const TASK = "Move the refund webhooks to the outbox.";

function working(id: string): SessionBatch {
  return new SessionBatch({ id, title: "Refunds to the outbox" })
    .said(TASK)
    .called("Edit", { file_path: "/app/src/refunds/handler.ts", old_string: "a", new_string: "b" }, "edited")
    .answered("Half of it is moved.");
}

/** A second person of the team, in a browser of their own. */
async function joinedBy(browser: Browser, owner: Page, team: Team, name: string, role: string): Promise<Page> {
  const { token } = await change<{ token: string }>(owner, "invites.create", { team: team.slug, role });
  const page = await (await browser.newContext()).newPage();
  await signUp(page, aPerson(name));
  await change(page, "invites.accept", { token });
  return page;
}

const editor = (page: Page) => page.getByRole("textbox", { name: "Note in Markdown" });

async function typeAtEnd(page: Page, text: string): Promise<void> {
  const field = editor(page);
  await field.click();
  await field.press("ControlOrMeta+End");
  await field.pressSequentially(text);
}

test("a handoff is composed, edited by two people, shared, opened without sign-in, revoked", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const team = await aTeam(page, "Handoffs");
  const number = await working("refunds").uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  const mate = await joinedBy(browser, page, team, "Mei Lin", "member");
  const place = { team: team.slug, project: team.project };

  await test.step("a note was composed of the session", async () => {
    await page.goto(`${team.base}/handoffs`);
    const note = page.getByRole("article", { name: "Refunds to the outbox" });
    await expect(note.getByText(TASK)).toBeVisible();
    await expect(note.getByRole("link", { name: `S-${number}` })).toBeVisible();
    await expect(note.getByText("steward checkpoint")).toBeVisible();
  });

  await test.step("two people edit it at once; what they type is saved as they go", async () => {
    await page.goto(`${team.base}/handoffs/1/edit`);
    await mate.goto(`${team.base}/handoffs/1/edit`);
    await typeAtEnd(page, "\n### Risks\n- The migration locks a table");
    await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
    await typeAtEnd(mate, "\n### Open Questions\n- Keep sent rows for 90 days?");
    await expect(page.getByRole("region", { name: "Preview" }).getByText("The migration locks a table")).toBeVisible();
    await expect(mate.getByText(/^Draft saved \d/)).toBeVisible();
  });

  await test.step("the first publishes", async () => {
    await editor(page).press("ControlOrMeta+Enter");
    await expect(page).toHaveURL(`${team.base}/handoffs/1`);
    await expect(page.getByRole("heading", { level: 3, name: "Risks" })).toBeVisible();
  });

  await test.step("the second is shown the conflict, with nothing lost", async () => {
    await mate.getByRole("button", { name: "Publish v2" }).click();
    const conflict = mate.getByRole("region", { name: /published v2 while you wrote/ });
    await expect(conflict).toBeVisible();
    await expect(conflict.getByText("The migration locks a table")).toBeVisible();
    await expect(editor(mate)).toHaveValue(/Keep sent rows for 90 days\?/);
    await expectAccessible(mate, "the conflict");
    // Even after the page is left, the draft and the conflict are there.
    await mate.reload();
    await expect(editor(mate)).toHaveValue(/Keep sent rows for 90 days\?/);
    await expect(conflict).toBeVisible();
  });

  await test.step("they merge by hand and publish", async () => {
    await typeAtEnd(mate, "\n### Risks\n- The migration locks a table");
    await mate.getByRole("button", { name: "Publish mine over v2" }).click();
    await expect(mate).toHaveURL(`${team.base}/handoffs/1`);
    await expect(mate.getByRole("heading", { level: 3, name: "Risks" })).toBeVisible();
    await expect(mate.getByText("Keep sent rows for 90 days?")).toBeVisible();
    await mate.getByRole("link", { name: "Changes of version 3" }).click();
    await expect(mate.getByRole("region", { name: "Version 2 beside version 3" })).toContainText("90 days");
    const handoff = await query<{ version: number; versions: unknown[] }>(page, "handoffs.get", {
      ...place,
      number: 1,
    });
    expect(handoff.version).toBe(3);
    expect(handoff.versions).toHaveLength(3);
  });

  let address = "";
  await test.step("it is shared", async () => {
    await page.goto(`${team.base}/handoffs/1`);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share HND-001" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = dialog.locator("code").filter({ hasText: "/s/" });
    await expect(link).toBeVisible();
    address = (await link.textContent()) ?? "";
    await expectAccessible(page, "the share dialog");
    await page.keyboard.press("Escape");
  });

  const anonymous = await (await browser.newContext()).newPage();
  await test.step("whoever has the link reads it without signing in, and reaches nothing else", async () => {
    const response = await anonymous.goto(address);
    expect(response?.status()).toBe(200);
    await expect(anonymous.getByRole("heading", { level: 1, name: "Refunds to the outbox" })).toBeVisible();
    const note = anonymous.getByRole("article", { name: "Refunds to the outbox" });
    await expect(note.getByText("Keep sent rows for 90 days?")).toBeVisible();
    expect(await anonymous.locator(`a[href*="${team.slug}"]`).count()).toBe(0);
    await expect(anonymous.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await expect(anonymous.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
    expect(await anonymous.context().cookies()).toEqual([]);
    await expectAccessible(anonymous, "the shared note");
    await anonymous.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(anonymous, "the shared note");
  });

  await test.step("it is revoked, and the link leads nowhere", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share HND-001" });
    await expect(dialog.getByText(/Opened once/)).toBeVisible();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(dialog.getByText(/^Revoked/)).toBeVisible();
    const revoked = await anonymous.goto(address);
    expect(revoked?.status()).toBe(404);
    await expect(anonymous.getByRole("heading", { level: 1, name: "This link leads nowhere" })).toBeVisible();
    const unknown = await anonymous.goto(`/s/${"A".repeat(43)}`);
    expect(unknown?.status()).toBe(404);
    await expect(anonymous.getByRole("heading", { level: 1, name: "This link leads nowhere" })).toBeVisible();
  });
  await anonymous.context().close();
  await mate.context().close();
});

test("a note is addressed, found in an inbox, claimed, talked about and done with, each step with a way back", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const team = await aTeam(page, "Inbox");
  const mate = await joinedBy(browser, page, team, "Mei Lin", "member");

  await test.step("it is written from scratch", async () => {
    await page.goto(`${team.base}/handoffs`);
    await page.getByRole("button", { name: "New note" }).click();
    const dialog = page.getByRole("dialog", { name: "New handoff note" });
    await dialog.getByLabel("From scratch").fill("Ledger to bigint");
    await dialog.getByRole("button", { name: "Write" }).click();
    await expect(page).toHaveURL(`${team.base}/handoffs/1/edit`);
    await page.getByRole("button", { name: "Add section" }).click();
    await page.getByRole("menuitem", { name: "Next Steps" }).click();
    await expect(editor(page)).toHaveValue(/### Next Steps\n1\. $/);
    await editor(page).pressSequentially("Run the migration");
    await page.getByRole("button", { name: "Publish v2" }).click();
    await expect(page.getByRole("heading", { level: 3, name: "Next Steps" })).toBeVisible();
  });

  await test.step("it is addressed to a teammate, who finds it", async () => {
    await page.getByLabel("For", { exact: true }).selectOption({ label: "Mei Lin" });
    await expect(page.getByText("HND-001 is for Mei Lin.", { exact: true }).first()).toBeVisible();
    await mate.goto(`${team.base}/handoffs?list=me`);
    await expect(mate.getByRole("link", { name: /^For me\s*1$/ })).toBeVisible();
    await expect(mate.getByRole("article", { name: "Ledger to bigint" }).getByText("Not claimed")).toBeVisible();
    await expectAccessible(mate, "the inbox");
  });

  await test.step("they claim it; a second claimer hears who was first", async () => {
    await mate.getByRole("button", { name: "Claim" }).click();
    await expect(mate.getByText(/^Claimed by you/)).toBeVisible();
    await page.getByRole("button", { name: "Claim" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Mei Lin claimed HND-001 before you" })).toBeVisible();
  });

  await test.step("undo gives it back", async () => {
    await mate.getByRole("button", { name: "Undo" }).click();
    await expect(mate.getByRole("button", { name: "Claim" })).toBeVisible();
    await mate.getByRole("button", { name: "Claim" }).click();
    await expect(mate.getByText(/^Claimed by you/)).toBeVisible();
  });

  await test.step("they talk about it; a deleted comment comes back by undo", async () => {
    const comments = mate.getByRole("region", { name: "Comments" });
    await comments.getByLabel("Add a comment").fill("Is the **staging** run done?");
    await comments.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(comments.locator("strong", { hasText: "staging" })).toBeVisible();
    await comments.getByRole("button", { name: "Delete comment" }).click();
    await expect(comments.getByText("Nobody commented yet.")).toBeVisible();
    await mate.getByRole("button", { name: "Undo" }).last().click();
    await expect(comments.locator("strong", { hasText: "staging" })).toBeVisible();
  });

  await test.step("a half-written comment asks before its page is left", async () => {
    const half = mate.getByRole("region", { name: "Comments" }).getByLabel("Add a comment");
    await half.fill("Not yet, because");
    const asked = mate.waitForEvent("dialog").then(async (dialog) => {
      await dialog.dismiss();
      return dialog.message();
    });
    await mate.getByRole("link", { name: "Decisions" }).first().click();
    expect(await asked).toContain("not saved");
    await expect(half).toHaveValue("Not yet, because");
    await half.fill("");
  });

  await test.step("acknowledged, it leaves the inbox", async () => {
    await mate.getByRole("button", { name: "Acknowledge" }).click();
    await expect(mate.getByText("Nothing is waiting for you.", { exact: false })).toBeVisible();
  });
  await mate.context().close();
});

test("a viewer reads a note and finds nothing to change", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const team = await aTeam(page, "Viewed");
  const place = { team: team.slug, project: team.project };
  const markdown = "### Current Task\nShip it.";
  await change(page, "handoffs.create", { ...place, title: "For all to read", markdown });
  const viewer = await joinedBy(browser, page, team, "Vic Viewer", "viewer");
  await viewer.goto(`${team.base}/handoffs/1`);
  const note = viewer.getByRole("article", { name: "For all to read" });
  await expect(note.getByText("Ship it.")).toBeVisible();
  await expect(note.getByText("Nobody commented yet.")).toBeVisible();
  for (const name of ["Share", "Claim", "Acknowledge", "New note", "Comment"]) {
    await expect(viewer.getByRole("button", { name, exact: true }), name).toHaveCount(0);
  }
  await expect(note.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(note.getByRole("combobox")).toHaveCount(0);
  await expect(note.getByRole("button", { name: "Copy as prompt" })).toBeVisible();
  expect((await viewer.goto(`${team.base}/handoffs/1/edit`))?.status()).toBe(403);
  const { status } = await ask(viewer, "handoffs.shares", { ...place, number: 1 });
  expect(status).toBe(403);
  await viewer.context().close();
});

test("the editor works at phone width, one pane at a time", async ({ page }) => {
  const team = await aTeam(page, "Phone");
  const place = { team: team.slug, project: team.project };
  await change(page, "handoffs.create", { ...place, title: "On the way", markdown: "### Current Task\nShip it." });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${team.base}/handoffs/1/edit`);
  await expect(editor(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Preview" })).toBeHidden();
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" }).getByText("Ship it.")).toBeVisible();
  await expect(editor(page)).toBeHidden();
  await expectNoSidewaysScroll(page, "the editor");
  await expectAccessible(page, "the editor at phone width");
});
