import { type Browser, expect, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { aBilling } from "./support/billing-session";
import { aPerson, aTeam, signUp, type Team } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const field = (page: Page) => page.getByRole("combobox", { name: "Command" });
const answer = (page: Page) => page.getByRole("region", { name: "Answer" });

/** The frame answers keys once React runs in it. */
async function openBar(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(":");
    await expect(field(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function run(page: Page, phrase: string): Promise<void> {
  await field(page).fill(phrase);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Running the command")).toHaveCount(0);
}

/** A file for the index, as `steward index` sends it. */
async function indexOneFile(page: Page, team: Team): Promise<void> {
  const place = { team: team.slug, project: team.project };
  const { id } = await change<{ id: string }>(page, "files.indexStart", place);
  const file = {
    path: "src/prices.ts",
    language: "TypeScript",
    sha256: "a".repeat(64),
    lines: 160,
    tokens: 1_900,
    imports: [],
    outline: [{ name: "priceOf", kind: "function", line: 3 }],
    commits: 4,
    lastCommitAt: null,
    coverage: 0.5,
    isTest: false,
    isGenerated: false,
  };
  await change(page, "files.indexPart", { ...place, id, files: [file] });
  await change(page, "files.indexFinish", { ...place, id, files: 1 });
}

test("the eight commands of the skill run in the bar, by keyboard", async ({ page }) => {
  test.setTimeout(180_000);
  const { team, number, address } = await aBilling(page, "Commands");
  const place = { team: team.slug, project: team.project };
  await indexOneFile(page, team);
  const decision = { title: "Round half up", decision: "Invoices are rounded half up." };
  await change(page, "decisions.record", { ...place, decision, status: "accepted" });
  await page.goto(address);
  await openBar(page);

  await test.step("status: the start line and what to do", async () => {
    await run(page, "context status");
    await expect(answer(page)).toContainText(/Context Steward: 1 file indexed, \d+ decisions? loaded, budget: /);
    await expect(answer(page)).toContainText(`S-${number}`);
  });
  await test.step("summarize", async () => {
    await run(page, "context summarize");
    await expect(answer(page).getByRole("link", { name: "SUM-001" }).first()).toBeVisible();
  });
  await test.step("decisions", async () => {
    await run(page, "context decisions");
    await expect(answer(page)).toContainText("(accepted): Round half up");
  });
  await test.step("handoff", async () => {
    await run(page, "context handoff");
    await expect(answer(page)).toContainText("Round the invoices half up, and add a test.");
  });
  await test.step("priority, with a level that Tab completes", async () => {
    await field(page).fill("context priority src/prices.ts ");
    await expect(page.getByRole("option", { name: /^P0/ })).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(answer(page)).toContainText(/src\/prices\.ts is P0/);
    await expect(answer(page)).toContainText("Set by Tester.");
  });
  await test.step("search", async () => {
    await expect(async () => {
      await run(page, 'context search "half up"');
      await expect(answer(page)).toContainText("Round half up", { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  });
  await test.step("budget, which changes the page behind it", async () => {
    await run(page, "context budget 400k");
    await expect(answer(page)).toContainText(/always loaded: .* of 120K tokens/);
    const status = await query<{ window: object }>(page, "budget.status", { ...place, number });
    expect(status.window).toEqual({ tokens: 400_000, source: "told" });
  });
  await test.step("compact, and a link from its answer", async () => {
    await run(page, "context compact");
    await expect(answer(page)).toContainText(/Run 1 took out/);
    await answer(page)
      .getByRole("link", { name: `Run 1 of S-${number}` })
      .click();
    await expect(field(page)).toHaveCount(0);
    await expect(page).toHaveURL(/view=runs&run=1/);
  });
});

test("the bar completes, remembers, explains what it did not understand, and fits", async ({ page }) => {
  test.setTimeout(180_000);
  const { team, address } = await aBilling(page, "Bar");
  await page.goto(address);
  await openBar(page);

  await test.step("arrows choose, Enter runs what is whole", async () => {
    await field(page).fill("stat");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { selected: true })).toContainText("status");
    await page.keyboard.press("Enter");
    await expect(answer(page)).toContainText("Context Steward: ");
  });
  await test.step("a slip is named, with what was meant", async () => {
    await run(page, "chekpoint");
    await expect(page.getByRole("alert")).toContainText("Did you mean checkpoint?");
    await run(page, "budget large");
    await expect(page.getByRole("alert")).toContainText("budget wants a size such as 200k");
  });
  await test.step("it is accessible and fits, in the dark and on a phone, where the palette opens it", async () => {
    await run(page, "budget");
    await expectAccessible(page, "an answer");
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(team.base);
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("run a command", { timeout: 1_000 });
    }).toPass();
    await page.getByRole("option", { name: /Run a command…/ }).click();
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole("group", { name: "Recent" })).toContainText("status");
    await expectAccessible(page, "the list on a phone");
    await page.getByRole("group", { name: "Recent" }).getByRole("option", { name: "status" }).click();
    await expect(answer(page)).toContainText("Context Steward: ");
    await expectAccessible(page, "an answer on a phone");
    await expectNoSidewaysScroll(page, "an answer on a phone");
  });
});

/** A second person of the team, in a browser of their own. */
async function aViewer(browser: Browser, owner: Page, team: Team): Promise<Page> {
  const { token } = await change<{ token: string }>(owner, "invites.create", { team: team.slug, role: "viewer" });
  const page = await (await browser.newContext()).newPage();
  await signUp(page, aPerson("Vic Viewer"));
  await change(page, "invites.accept", { token });
  return page;
}

test("a viewer looks, and hears why not more", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const { team, address } = await aBilling(page, "Viewer");
  const viewer = await aViewer(browser, page, team);
  await viewer.goto(address);
  await openBar(viewer);
  await run(viewer, "status");
  await expect(answer(viewer)).toContainText("Context Steward: ");
  await run(viewer, "compact");
  await expect(viewer.getByRole("alert")).toContainText(
    "context compact: Your role here is viewer; this needs member or higher.",
  );
  await expect(viewer.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await viewer.context().close();
});

type Start = { startLine: string; markdown: string; nothingNew: boolean; items: unknown[]; known: object[] };

test("a session that starts twice is told nothing twice", async ({ page }) => {
  const team = await aTeam(page, "Start");
  const place = { team: team.slug, project: team.project };
  await change(page, "constraints.record", { ...place, rule: { title: "Never edit dist" } });
  const decision = { title: "Round half up" };
  await change(page, "decisions.record", { ...place, decision, status: "accepted" });
  const asAgent = { request: page.request, key: team.key };
  const told = { ...place, model: "claude-sonnet-4-5" };
  const first = await query<Start>(asAgent, "protocol.start", told);
  expect(first.startLine).toBe("Context Steward: 0 files indexed, 1 decision loaded, budget: 200K tokens");
  expect(first.markdown).toContain("Never edit dist");
  expect(first.markdown).toContain("Round half up");
  const second = await query<Start>(asAgent, "protocol.start", { ...told, known: first.known });
  expect(second).toMatchObject({ nothingNew: true, items: [] });
  expect(second.markdown).toBe(`${first.startLine}\n\nNothing new since the last start.\n`);
});
