import { expect, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const READS = 16;

/** Files that are read once and never named again: idle after as many turns as the policy says. */
function exploring(id: string): SessionBatch {
  const batch = new SessionBatch({ id, title: "Explore the forms" }).said("Look at the forms of the account pages.");
  for (let at = 1; at <= READS; at++) {
    const text = Array.from({ length: 60 }, (_, line) => `export const rule${at}_${line} = check(${line * at});`).join(
      "\n",
    );
    batch.called("Read", { file_path: `/app/src/forms/form-${at}.ts` }, text);
  }
  return batch.answered("All of them check their input.");
}

async function idleTokens(page: Page, team: Team, number: number): Promise<number> {
  const input = { team: team.slug, project: team.project, number };
  const session = await query<{ totals: { noise: { idle: number } } }>(page, "sessions.get", input);
  return session.totals.noise.idle;
}

const effect = (page: Page) => page.getByRole("region", { name: "Effect on the last sessions" });

test("change a threshold, see what it would have done, save it, and see the session judged again", async ({ page }) => {
  test.setTimeout(150_000);
  const team = await aTeam(page, "Policy");
  const number = await exploring("forms").uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  const before = await idleTokens(page, team, number);

  await test.step("the page is where settings are, and says what is in force", async () => {
    await page.goto(`${team.base}/sessions/${number}`);
    await expect(page.getByRole("link", { name: "built-in policy" })).toBeVisible();
    await page.getByRole("link", { name: "Policy", exact: true }).first().click();
    await expect(page).toHaveURL(`${team.base}/settings/policy`);
    await expect(page.getByRole("heading", { level: 1, name: /^Policy/ })).toBeVisible();
    await expect(page.getByText("1 session judged by the built-in policy")).toBeVisible();
  });

  await test.step("a number that cannot be used says why, and cannot be saved", async () => {
    await page.getByLabel("Idle after").fill("soon");
    await expect(page.getByText("Idle after: write a whole number from 1 to 10,000 turns.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Save v1/ })).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("the preview shows the session under the draft before anything is saved", async () => {
    await page.getByLabel("Idle after").fill("4");
    await expect(page.getByText("was 10 turns")).toBeVisible();
    await expect(effect(page).getByText("Draft v1 against the built-in policy.", { exact: false })).toBeVisible();
    const session = effect(page).getByRole("listitem").filter({ hasText: "Explore the forms" }).first();
    await expect(session).toBeVisible();
    await session.getByText(/events? differs?/).click();
    await expect(session.getByRole("link", { name: /^ctx:/ }).first()).toBeVisible();
    expect(await idleTokens(page, team, number)).toBe(before);
  });

  await test.step("the thresholds move by keyboard and keep their order", async () => {
    const slider = page.getByRole("slider", { name: "Prune at" });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(slider).toHaveAttribute("aria-valuenow", "39");
    await page.keyboard.press("End");
    await expect(slider).toHaveAttribute("aria-valuenow", "59");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuenow", "6");
  });

  await test.step("a pattern is tested before it counts", async () => {
    const answer = page.getByRole("status", { name: "Answer of the test" });
    await page.getByLabel("Is it protected?").fill("/app/src/ledger/close.sql");
    await expect(answer).toContainText("No pattern protects");
    await page.getByLabel("Add a pattern of files").fill("src/ledger/[**");
    await expect(page.getByText(/opens \[ without \]/)).toBeVisible();
    await page.getByLabel("Add a pattern of files").fill("src/ledger/**");
    await page.getByLabel("Why", { exact: true }).first().fill("Money is reviewed line by line.");
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    await expect(answer).toContainText("Protected by src/ledger/** (yours): Money is reviewed line by line.");
    await page.getByLabel("Is it protected?").fill(".planning/STATE.md");
    await expect(answer).toContainText("Protected by STATE.md (core)");
  });

  await test.step("it is saved with what changed and why", async () => {
    await page.getByRole("button", { name: "Save v1", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Save policy v1" });
    await expect(dialog).toContainText("Idle after was − 10 turns now + 4 turns");
    await expect(dialog).toContainText("Protected file");
    await dialog.getByLabel(/^Why/).fill("We explore in short bursts.");
    await dialog.getByRole("button", { name: "Save v1" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Policy v1 is in force. 1 session is judged again.", { exact: true })).toBeVisible();
  });

  await test.step("the session is judged again, and its page says by which version", async () => {
    await expect(page.getByText("1 session judged by v1")).toBeVisible({ timeout: 60_000 });
    expect(await idleTokens(page, team, number)).toBeGreaterThan(before);
    await page.goto(`${team.base}/sessions/${number}`);
    await page.getByRole("link", { name: "policy v1" }).click();
    await expect(page).toHaveURL(/\/settings\/policy#v1$/);
    const version = page.locator("#v1");
    await expect(version).toContainText("We explore in short bursts.");
    await expect(version).toContainText("judged 1 session");
  });
});

test("somebody who was faster is told of, and an earlier version comes back", async ({ page }) => {
  const team = await aTeam(page, "Policy versions");
  const place = { team: team.slug, project: team.project };
  await page.goto(`${team.base}/settings/policy`);
  await page.getByLabel("Idle after").fill("7");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change");

  await test.step("a conflict loses nothing", async () => {
    await change(page, "policy.save", { ...place, expectedVersion: 0, body: { currentFileTurns: 5 } });
    await page.getByRole("button", { name: "Save v1", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save v1" }).click();
    await expect(dialog.getByRole("alert")).toContainText("version 1 is in force now");
    await dialog.getByRole("button", { name: "Make my changes over it" }).click();
    await expect(page.getByLabel("A file is current for")).toHaveValue("5");
    await expect(page.getByLabel("Idle after")).toHaveValue("7");
    await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change in draft v2");
    await page.getByRole("button", { name: "Save v2", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save v2" }).click();
    await expect(page.locator("#v2")).toContainText("in force");
  });

  await test.step("v1 is restored as v3", async () => {
    await page.getByRole("button", { name: "Restore v1" }).click();
    await expect(page.getByLabel("Idle after")).toHaveValue("10");
    await page.getByRole("button", { name: "Save v3", exact: true }).click();
    await expect(page.getByRole("dialog").getByLabel(/^Why/)).toHaveValue("Restored from v1.");
    await page.getByRole("dialog").getByRole("button", { name: "Save v3" }).click();
    await expect(page.locator("#v3")).toContainText("Restored from v1.");
    const saved = await query<{ body: object }>(page, "policy.get", place);
    expect(saved).toMatchObject({ version: 3, body: { preset: "strict", currentFileTurns: 5 } });
  });
});

test("the page is accessible and fits, in the dark and on a phone", async ({ page }) => {
  test.setTimeout(240_000);
  const team = await aTeam(page, "Policy looks");
  await exploring("looks").uploadTo(page.request, team);
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
      await page.goto(`${team.base}/settings/policy`);
      // While the page streams in, a hidden copy of a section stands beside the shown one; only the shown one has a role.
      await page.getByRole("region", { name: "How long results stay" }).getByText("classes of tools").click();
      await page.getByRole("region", { name: "Never touched" }).getByText("patterns are always on").click();
      await page.getByLabel("Web pages: results stay for").fill("ten");
      await page.getByLabel("Is it protected?").fill("PLAN.md");
      await expectAccessible(page, `policy with a fault, ${colorScheme} ${width}`);
      await page.getByLabel("Web pages: results stay for").fill("3");
      await page.getByRole("radio", { name: /^Seed/ }).check();
      await expect(effect(page).getByRole("heading", { name: "Windows after a plan" })).toBeVisible();
      await expect(effect(page).locator("[aria-busy=false]")).toBeVisible();
      await expectAccessible(page, `policy with a preview, ${colorScheme} ${width}`);
      await expectNoSidewaysScroll(page, `policy, ${colorScheme} ${width}`);
    });
  }
});
