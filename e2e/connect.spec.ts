import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aTeam } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const part = (page: Page, name: string) => page.getByRole("region", { name });

test("pick an agent, read the block, and see its first event arrive", async ({ page }) => {
  test.setTimeout(90_000);
  const team = await aTeam(page, "Connect");

  await test.step("the page is where settings are", async () => {
    await page.goto(`${team.base}/settings/keys`);
    await page.getByRole("link", { name: "Connect", exact: true }).first().click();
    await expect(page).toHaveURL(`${team.base}/settings/connect`);
    await expect(page.getByRole("heading", { level: 1, name: "Connect an agent" })).toBeVisible();
    await expect(page.getByRole("radio", { name: "Claude Code" })).toBeChecked();
    await expectAccessible(page, "the page that connects an agent");
    await expectNoSidewaysScroll(page, "the page that connects an agent");
  });

  await test.step("the block is that of the agent and the system", async () => {
    const block = part(page, "Paste into a terminal").getByRole("region", { name: "the block for your terminal" });
    await expect(block).toContainText("steward connect claude-code");
    await page.getByRole("group", { name: "Agent" }).locator("label", { hasText: "Codex" }).click();
    await expect(page).toHaveURL(/\?client=codex$/);
    await expect(block).toContainText("/install.sh | sh");
    await expect(block).toContainText("steward connect codex");
    await expect(part(page, "Then")).toContainText("type /hooks and trust");
    await page.getByText("Windows PowerShell").click();
    await expect(block).toContainText("/install.ps1 | iex");
  });

  await test.step("what it writes can be read", async () => {
    const byHand = part(page, "By hand");
    await byHand.getByText("3 files, to read or to write yourself").click();
    await expect(byHand.getByText("~/.codex/hooks.json", { exact: true })).toBeVisible();
    await expect(byHand.getByRole("region", { name: "the text of ~/.codex/config.toml" })).toContainText("STEWARD_KEY");
    await expectAccessible(page, "the files by hand");
  });

  await test.step("the first event ends the wait", async () => {
    const status = part(page, "Then").getByRole("status");
    await expect(status).toHaveText("Waiting for the first event of Codex …");
    await new SessionBatch({ id: "first", title: "Say hello", client: "codex" })
      .said("Hello")
      .answered("Hello back")
      .uploadTo(page.request, team);
    await expect(status).toHaveText("Received. Codex is connected.", { timeout: 30_000 });
    await part(page, "Then")
      .getByRole("link", { name: /^S-1 Say hello/ })
      .click();
    await expect(page).toHaveURL(`${team.base}/sessions/1`);
  });
});

test("the page fits a phone, and an address names the agent", async ({ page }) => {
  const team = await aTeam(page, "Connect phone");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${team.base}/settings/connect?client=aider`);
  await expect(page.getByRole("radio", { name: "Aider" })).toBeChecked();
  await expect(part(page, "By hand")).toContainText("Aider has no files");
  await expectNoSidewaysScroll(page, "the page that connects an agent, on a phone");
});
