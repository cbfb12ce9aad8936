import { type Browser, expect, type Page } from "@playwright/test";
import { change } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aPerson, aTeam, signUp, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const TASK = "Move the refund webhooks to the outbox.";

function working(id: string): SessionBatch {
  return new SessionBatch({ id, title: "Refunds to the outbox", branch: "feat/outbox" })
    .said(TASK)
    .called("Edit", { file_path: "/app/src/refunds/handler.ts", old_string: "a", new_string: "b" }, "edited")
    .called("Bash", { command: "npm test" }, "TypeError: outbox is not a function", { outcome: "error", exitCode: 1 })
    .called("Edit", { file_path: "/app/src/refunds/outbox.ts", old_string: "a", new_string: "b" }, "edited")
    .called("Bash", { command: "npm test" }, "12 passed", { exitCode: 0 })
    .answered("Half of it is moved.");
}

/** A second person of the team, in a browser of their own. */
async function joinedBy(browser: Browser, owner: Page, team: Team, name: string, role = "member"): Promise<Page> {
  const { token } = await change<{ token: string }>(owner, "invites.create", { team: team.slug, role });
  const page = await (await browser.newContext()).newPage();
  await signUp(page, aPerson(name));
  await change(page, "invites.accept", { token });
  return page;
}

const editor = (page: Page) => page.getByRole("textbox", { name: "Summary in Markdown" });

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await editor(page).press("ControlOrMeta+End");
  await editor(page).pressSequentially(text);
}

test("a session's summary is opened from its page, read, edited by two people and compared", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const team = await aTeam(page, "Summaries");
  const number = await working("refunds").uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  const mate = await joinedBy(browser, page, team, "Mei Lin");
  const summary = page.getByRole("article", { name: "Refunds to the outbox" });

  await test.step("the session's page leads to its summary", async () => {
    await page.goto(`${team.base}/sessions/${number}`);
    await page.getByRole("link", { name: /^SUM-001 / }).click();
    await expect(page).toHaveURL(`${team.base}/summaries/1`);
  });

  await test.step("what failed is told with its reason, its lesson and its proof", async () => {
    const failed = summary.getByRole("region", { name: "What Failed" });
    await expect(failed).toContainText("npm test");
    await expect(failed).toContainText("TypeError: outbox is not a function");
    await expect(failed).toContainText("Lesson: It passed after changes to");
    await expect(failed.getByRole("link", { name: "FAIL-001" })).toBeVisible();
    await expect(summary.getByRole("region", { name: "Files Modified" })).toContainText("src/refunds/outbox.ts");
    await expect(summary.getByRole("link", { name: `S-${number}` })).toBeVisible();
    await expectAccessible(page, "a summary");
  });

  await test.step("the handoff note of the session tells the failed approach too", async () => {
    await page.goto(`${team.base}/handoffs/1`);
    await expect(page.getByRole("heading", { level: 3, name: "Failed approaches" })).toBeVisible();
    await expect(page.getByText(/TypeError: outbox is not a function → It passed/)).toBeVisible();
  });

  await test.step("two people edit at once; the first saves", async () => {
    await page.goto(`${team.base}/summaries/1/edit`);
    await mate.goto(`${team.base}/summaries/1/edit`);
    await typeAtEnd(page, "\n## Risks\n\n- The migration locks a table");
    await typeAtEnd(mate, "\n## Rollout\n\n- Behind a flag first");
    await expect(page.getByRole("region", { name: "Preview" }).getByText("The migration locks a table")).toBeVisible();
    const asked = page.waitForEvent("dialog");
    const leaving = page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Sessions" }).click();
    const question = await asked;
    expect(question.message()).toContain("not saved");
    await question.dismiss();
    await leaving;
    await expect(editor(page)).toHaveValue(/The migration locks a table/);
    await page.getByRole("button", { name: "Save v2" }).click();
    await expect(page).toHaveURL(`${team.base}/summaries/1`);
    await expect(summary.getByRole("region", { name: "Risks" })).toBeVisible();
  });

  await test.step("the second is shown the conflict, with nothing lost, and publishes both", async () => {
    await mate.getByRole("button", { name: "Save v2" }).click();
    const conflict = mate.getByRole("region", { name: /published v2 while you wrote/ });
    await expect(conflict.getByText("The migration locks a table")).toBeVisible();
    await expect(editor(mate)).toHaveValue(/Behind a flag first/);
    await expectAccessible(mate, "the conflict");
    await typeAtEnd(mate, "\n\n## Risks\n\n- The migration locks a table");
    await mate.getByRole("button", { name: "Publish mine over v2" }).click();
    await expect(mate).toHaveURL(`${team.base}/summaries/1`);
    await expect(mate.getByRole("region", { name: "Rollout" })).toBeVisible();
  });

  await test.step("versions are compared, and the file is the Markdown", async () => {
    const theirs = mate.getByRole("article", { name: "Refunds to the outbox" });
    await theirs.getByRole("link", { name: "v3", exact: true }).click();
    await expect(mate.getByRole("heading", { name: "v2 to v3" })).toBeVisible();
    const file = await page.request.get(`${team.base}/summaries/1/markdown`);
    expect(await file.text()).toMatch(/^# Session Summary\n\n- \*\*Session\*\*: #\d+ /);
  });

  await test.step("the list is found by words and by branch, and fits a phone", async () => {
    await page.goto(`${team.base}/summaries?branch=feat%2Foutbox&q=outbox`);
    await expect(page.getByRole("link", { name: /Refunds to the outbox/ })).toBeVisible();
    await page.goto(`${team.base}/summaries?q=nothing+like+this`);
    await expect(page.getByText("No summary matches. There is 1 in all.")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${team.base}/summaries/1`);
    await expectNoSidewaysScroll(page, "a summary");
    await expectAccessible(page, "a summary at phone width");
  });
});

test("a viewer reads a summary and finds nothing to change", async ({ page, browser }) => {
  const team = await aTeam(page, "Summaries viewed");
  await working("viewed").uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  const viewer = await joinedBy(browser, page, team, "Vic Viewer", "viewer");
  await viewer.goto(`${team.base}/summaries/1`);
  const summary = viewer.getByRole("article", { name: "Refunds to the outbox" });
  await expect(summary.getByRole("region", { name: "What Failed" })).toContainText("npm test");
  await expect(summary.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(summary.getByRole("button", { name: "Compose again" })).toHaveCount(0);
  expect((await viewer.goto(`${team.base}/summaries/1/edit`))?.status()).toBe(403);
  await viewer.context().close();
});
