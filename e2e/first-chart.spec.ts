import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { FIXTURE, writeFixture } from "./support/fixture-transcript";
import { steward } from "./support/steward";
import { aPerson } from "./support/team";
import { test } from "./support/test";

// A step that finds nothing to click should say so soon, and not when the whole way has run out of time.
test.use({ actionTimeout: 20_000 });

/** The whole way of a stranger, in the order of the day: each step stands on the one before. */
test("from sign-up to the reason why an event is noise", async ({ page, baseURL }) => {
  test.setTimeout(150_000);
  const settings = mkdtempSync(path.join(tmpdir(), "steward-e2e-home-"));
  const origin = new URL(baseURL ?? "").origin;

  try {
    const base = await test.step("sign up, team and first project", () => signUpWithProject(page));
    const secret = await test.step("the page of first steps makes a key, shown once", () => createKey(page));

    await test.step("import a transcript from the command line", async () => {
      const loggedIn = await steward(["login", origin, "--key", "-"], settings, `${secret}\n`);
      expect(loggedIn, loggedIn.err).toMatchObject({ code: 0 });
      const files = writeFixture(settings, randomUUID(), Date.now() - 2 * 3_600_000);

      const first = await steward(["import", files], settings);
      expect(first, first.err).toMatchObject({ code: 0 });
      expect(first.out).toContain(`${origin}${base}/sessions`);

      // Nobody touches the page: it notices the session, and then the chart.
      await expect(page.getByRole("heading", { name: "Waiting for the first session" })).toHaveCount(0);
      await expect(chart(page, "Noise by agent")).toBeVisible({ timeout: 60_000 });
      const setup = page.getByRole("region", { name: "Set up this project" });
      await expect(setup).toContainText("Set up: 3 of 4");
      await expect(setup.getByRole("link", { name: "Invite a teammate" })).toBeVisible();
      await setup.getByRole("button", { name: "Put this list away" }).click();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
      await expect(setup).toHaveCount(0);

      const again = await steward(["import", files], settings);
      expect(again, again.err).toMatchObject({ code: 0 });
      await page.goto(`${base}/sessions`);
      await expect(page.getByRole("link", { name: FIXTURE.title })).toHaveCount(1);
    });

    await test.step("the overview charts noise by agent and by skill", async () => {
      const agents = chart(page, "Noise by agent");
      // The worker analyses after the upload; the page says so and shows it at the next look.
      await expect(async () => {
        await page.goto(base);
        await expect(barOf(agents, FIXTURE.agent)).toHaveAttribute("aria-label", /duplicate/, { timeout: 500 });
      }).toPass({ timeout: 60_000 });
      await expect(barOf(agents, "main")).toHaveAttribute("aria-label", /duplicate .*resolved error/);
      await expect(chart(page, "Noise by skill").getByRole("row", { name: FIXTURE.skill })).toBeVisible();
      await expect(page.getByText(/waits? for analysis/)).toHaveCount(0);
    });

    await test.step("a click on a bar leads to its sessions, and on to the agent's thread", async () => {
      await barOf(chart(page, "Noise by agent"), FIXTURE.agent).click();
      await expect(page).toHaveURL((url) => url.pathname === `${base}/sessions`);
      expect(new URL(page.url()).searchParams.getAll("agent")).toEqual([FIXTURE.agent]);
      await page.getByRole("link", { name: FIXTURE.title }).click();
      await expect(page).toHaveURL((url) => url.pathname.startsWith(`${base}/sessions/`));
      await expect(page.getByRole("table", { name: `Events of ${FIXTURE.agent}` })).toBeVisible();
    });

    await test.step("a duplicate says what it repeats, and the link goes there", async () => {
      const row = page.locator("[role=row][data-index]", { hasText: "Duplicate" });
      await expect(row).toHaveCount(1);
      await row.getByText(`Read ${FIXTURE.readTwice}`, { exact: true }).click();
      const panel = whyPanel(page);
      await expect(panel.getByRole("heading", { level: 2 })).toContainText(/^Why this tool result/);
      await expect(panel).toContainText("Same result as ctx:");
      const repeated = await openedEvent(page);
      const evidence = panel.getByRole("link", { name: /^ctx:/ }).first();
      await evidence.click();
      await expect.poll(() => openedEvent(page)).not.toBe(repeated);
      await expect(panel.getByRole("heading", { level: 2 })).toHaveText("Why this tool result stays");
      const original = page.locator("[role=row][aria-selected=true]");
      await expect(original).toContainText(FIXTURE.readTwice);
      await expect(original).not.toContainText("Duplicate");
    });

    await test.step("the failed test names the run that passed", async () => {
      await page.getByRole("link", { name: /^main/ }).first().click();
      await expect(page.getByRole("table", { name: "Events of main" })).toBeVisible();
      await page
        .locator("[role=row][data-index]", { hasText: "Resolved error" })
        .getByText(FIXTURE.failingTest)
        .click();
      const panel = whyPanel(page);
      await expect(panel).toContainText(/failed here and succeeded later at ctx:/);
      await panel.getByRole("link", { name: /^ctx:/ }).first().click();
      await expect(panel).toContainText("12 passed");
    });

    await test.step("the address of an event opens it again", async () => {
      await page.reload();
      await expect(whyPanel(page)).toContainText("12 passed");
      await expect(page.locator("[role=row][aria-selected=true]")).toBeInViewport();
    });
  } finally {
    rmSync(settings, { recursive: true, force: true });
  }
});

async function signUpWithProject(page: Page): Promise<string> {
  const person = aPerson("Grace Hopper");
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByLabel("Team").fill(`First chart ${randomUUID().slice(0, 6)}`);
  await page.getByLabel("Project").fill("Billing API");
  await page.getByRole("button", { name: "Create team and project" }).click();
  await expect(page).toHaveURL(/\/first-chart-[^/]+\/billing-api$/);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** The commands of all steps stand on the page; the key is made where it is needed. */
async function createKey(page: Page): Promise<string> {
  const steps = page.getByRole("list", { name: "Steps to the first chart" });
  await expect(steps.getByRole("heading", { name: "Waiting for the first session" })).toBeVisible();
  await steps.getByRole("button", { name: "Create key" }).click();
  const secret = (await steps.getByText(/^cst_/).textContent()) ?? "";
  expect(secret).toMatch(/^cst_[\w-]{40,}$/);
  await expect(steps.getByRole("heading", { name: /^Make a key.*done/ })).toBeVisible();
  await steps.getByRole("tab", { name: "Codex" }).click();
  const codex = steps.getByRole("tabpanel", { name: "Codex" });
  await expect(codex).toContainText(`steward login ${new URL(page.url()).origin}`);
  await expect(codex).toContainText("steward connect codex");
  await expect(codex).toContainText("steward import ~/.codex/sessions --project billing-api");
  await expect(codex.getByRole("link", { name: /^What it writes/ })).toHaveAttribute(
    "href",
    /\/billing-api\/settings\/connect\?client=codex$/,
  );
  return secret;
}

function chart(page: Page, name: string): Locator {
  return page.getByRole("region", { name });
}

function barOf(region: Locator, name: string): Locator {
  return region.getByRole("row", { name }).getByRole("img");
}

function whyPanel(page: Page): Locator {
  return page.getByRole("complementary").filter({ has: page.locator("#why") });
}

async function openedEvent(page: Page): Promise<string | null> {
  return new URL(page.url()).searchParams.get("event");
}
