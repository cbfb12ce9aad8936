import { expect, type Locator, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { aPerson, aTeam, signUp, type Team } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

type Changed = { number: number; version: number; status: string };

async function decide(page: Page, team: Team, decision: object, status = "proposed"): Promise<number> {
  const made = await change<Changed>(page, "decisions.record", { ...place(team), decision, status });
  return made.number;
}

async function fails(page: Page, team: Team, failure: object): Promise<number> {
  return (await change<Changed>(page, "failures.record", { ...place(team), failure })).number;
}

const place = (team: Team) => ({ team: team.slug, project: team.project });
const detail = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const list = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const paragraph = (page: Page, text: string) => page.getByRole("main").getByRole("paragraph").filter({ hasText: text });
/** A key counts once the page has woken up, which nothing on it shows. */
async function pressUntil(page: Page, key: string, seen: Locator): Promise<void> {
  await expect(async () => {
    if (!(await seen.isVisible())) await page.keyboard.press(key);
    await expect(seen).toBeVisible({ timeout: 6_000 });
  }).toPass();
}
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true }).last();

test("browse the history of decisions by filter, and share it by its address", async ({ page }) => {
  const team = await aTeam(page, "History");
  const webhooks = { tags: ["webhooks"], affectedPaths: ["src/webhooks/deliver.ts"] };
  await decide(page, team, { title: "Deliver inline", ...webhooks, decidedOn: "2026-11-04T10:00:00.000Z" }, "accepted");
  await decide(page, team, { title: "Round half to even", tags: ["money"] }, "accepted");
  await decide(page, team, { title: "Deliver from an outbox", ...webhooks, supersedes: [1] }, "accepted");
  await page.goto(`${team.base}/decisions`);

  await test.step("the line has a point a decision, and each opens it", async () => {
    const history = page.getByRole("region", { name: "Decision history" });
    await expect(history.getByRole("link")).toHaveCount(3);
    await expect(history.getByRole("img", { name: "DEC-001 is replaced by DEC-003" })).toBeVisible();
    await history.getByRole("link", { name: /^DEC-001 Deliver inline\. Superseded, 4 Nov 2026/ }).click();
    await expect(page).toHaveURL(`${team.base}/decisions/1`);
    await expect(detail(page, "Decision DEC-001").getByText("Agents are no longer told this decision.")).toBeVisible();
    await page.goBack();
  });

  await test.step("a tag, a status and words narrow list and line; the address says so", async () => {
    await page.keyboard.press("f");
    await page.getByRole("link", { name: /^webhooks 2$/ }).click();
    await expect(page).toHaveURL(/tag=webhooks/);
    await expect(list(page, "Decisions").getByRole("listitem")).toHaveCount(2);
    await expect(page.getByRole("region", { name: "Decision history" }).getByRole("link")).toHaveCount(2);
    await page
      .getByRole("navigation", { name: "Status" })
      .getByRole("link", { name: /^Accepted/ })
      .click();
    await expect(list(page, "Decisions").getByRole("listitem")).toHaveCount(1);
    await page.reload();
    await expect(list(page, "Decisions").getByRole("listitem")).toContainText(["Deliver from an outbox"]);
  });

  await test.step("what is too narrow says how to widen it", async () => {
    const search = page.getByRole("searchbox", { name: "Search decisions" });
    await search.fill("nothing has these words");
    await search.press("Enter");
    await expect(paragraph(page, "Nothing matches these words.")).toBeVisible();
    await page.getByRole("link", { name: "Remove all filters" }).click();
    await expect(list(page, "Decisions").getByRole("listitem")).toHaveCount(3);
  });

  await test.step("the list shown is a file", async () => {
    await page.goto(`${team.base}/decisions?tag=webhooks`);
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /^CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${team.project}-decisions.csv`);
  });

  await expectAccessible(page, "decisions");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "decisions on a phone");
});

test("record and edit a decision by hand, read what changed, and take it back", async ({ page }) => {
  const team = await aTeam(page, "Edit");
  await page.goto(`${team.base}/decisions`);
  await page.getByRole("link", { name: "New decision" }).click();
  await page.getByLabel("Title").fill("Retry webhooks twice");
  await page.getByLabel("Decision", { exact: true }).fill("Retry twice, one second apart.\nThen give up.");
  await page.getByLabel("Tags").fill("webhooks, stripe");
  await page.getByRole("button", { name: "Record decision" }).click();
  await expect(page).toHaveURL(`${team.base}/decisions/1`);
  const shown = detail(page, "Decision DEC-001");
  await expect(shown.getByRole("link", { name: "stripe" })).toBeVisible();

  await shown.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Decision", { exact: true }).fill("Retry three times, one second apart.\nThen give up.");
  await page.getByLabel("Confidence").selectOption("medium");
  await page.getByLabel("Tags").fill("webhooks");
  await page.getByRole("button", { name: "Save version 2" }).click();

  // A toast stays for eight seconds, so it comes first.
  await undo(page).click();
  await expect(shown.getByRole("listitem").filter({ hasText: "v3" })).toBeVisible();

  await test.step("the diff of any two versions marks words, and lists say what went", async () => {
    await shown.getByRole("link", { name: "v2", exact: true }).click();
    await expect(page).toHaveURL(/diff=1-2/);
    await expect(shown.getByRole("heading", { name: "Version 2 against version 1" })).toBeVisible();
    await expect(shown.getByRole("region", { name: "Decision changed" })).toContainText("three");
    await expect(shown.getByRole("region", { name: "Tags changed" })).toContainText("stripe");
    await expect(shown.getByRole("region", { name: "Confidence changed" })).toContainText("medium");
    await shown.getByLabel("With", { exact: true }).selectOption("1");
    await expect(page).toHaveURL(/diff=1-1/);
    await expect(shown.getByText("These versions are equal.")).toBeVisible();
  });
});

test("accept with a conflict: what changed is shown, and what was typed stays", async ({ page }) => {
  const team = await aTeam(page, "Conflict");
  const number = await decide(page, team, { title: "Cache rates", risk: "low" });
  await page.goto(`${team.base}/decisions/${number}`);
  const shown = detail(page, "Decision DEC-001");
  await shown.getByLabel("Why (kept as the reasoning)").fill("The provider is slow.");
  const edited = { title: "Cache rates", risk: "high" };
  await change(page, "decisions.edit", { ...place(team), number, expectedVersion: 1, decision: edited });
  await shown.getByRole("button", { name: "Accept" }).click();
  const notice = shown.getByRole("alert");
  await expect(notice).toContainText("DEC-001 changed meanwhile");
  await expect(notice.getByRole("region", { name: "Risk changed" })).toContainText("high");
  await notice.getByRole("button", { name: "Read again" }).click();
  await expect(shown.getByLabel("Why (kept as the reasoning)")).toHaveValue("The provider is slow.");
  await expect(shown.getByRole("definition").filter({ hasText: "High" })).toBeVisible();
  await shown.getByRole("button", { name: "Accept" }).click();
  await expect(shown.getByText("The provider is slow.").first()).toBeVisible();
  await expect(shown.getByRole("button", { name: "Accept" })).toBeHidden();
});

test("two edits at once come together", async ({ page }) => {
  const team = await aTeam(page, "Merge");
  const number = await decide(page, team, { title: "One queue", risk: "low", impact: "None." });
  await page.goto(`${team.base}/decisions/${number}/edit`);
  const impact = page.getByLabel("Impact");
  // A text that is typed while the page comes to life may meet what the server sent.
  await expect(async () => {
    await impact.fill("One more process.");
    await expect(impact).toHaveValue("One more process.", { timeout: 500 });
  }).toPass();
  const theirs = { title: "One queue", risk: "high", impact: "None." };
  await change(page, "decisions.edit", { ...place(team), number, expectedVersion: 1, decision: theirs });
  await page.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toContainText("What you typed is still here.");
  await page.getByRole("button", { name: "Put mine on top of v2" }).click();
  await page.getByRole("button", { name: "Save version 3" }).click();
  await expect(page).toHaveURL(`${team.base}/decisions/${number}`);
  const { versions } = await query<{ versions: object[] }>(page, "decisions.get", { ...place(team), number });
  expect(versions[0]).toMatchObject({ version: 3, risk: "high", impact: "One more process." });
});

test("reject by a key and take it back; supersede, in one step", async ({ page }) => {
  const team = await aTeam(page, "Review");
  const old = await decide(page, team, { title: "Share links with JWT" }, "accepted");
  const successor = await decide(page, team, { title: "Share links with HMAC" });

  await test.step("x rejects, Undo makes it a proposal again", async () => {
    await page.goto(`${team.base}/decisions/${successor}`);
    const shown = detail(page, "Decision DEC-002");
    await expect(shown.getByRole("button", { name: "Reject" })).toBeVisible();
    await pressUntil(page, "x", shown.getByText("This was not decided; do not follow it."));
    await undo(page).click();
    await expect(shown.getByRole("button", { name: "Accept" })).toBeVisible();
  });

  await test.step("a successor is named, and takes effect when it is accepted", async () => {
    await page.goto(`${team.base}/decisions/${old}`);
    const shown = detail(page, "Decision DEC-001");
    await shown.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: /^Superseded or amended by another/ }).click();
    const dialog = page.getByRole("dialog", { name: "What replaces DEC-001?" });
    await dialog.getByRole("button", { name: /DEC-002/ }).click();
    await expect(shown.getByText("Until then it holds.")).toBeVisible();
    await page.goto(`${team.base}/decisions/${successor}`);
    await expect(detail(page, "Decision DEC-002").getByText("Accepting it supersedes DEC-001.")).toBeVisible();
    await pressUntil(page, "a", detail(page, "Decision DEC-002").getByText("Accepted").first());
    await page.goto(`${team.base}/decisions/${old}`);
    await expect(shown.getByText("Agents are no longer told this decision.")).toBeVisible();
  });
});

test("record a failure, resolve it with its cause, take that back", async ({ page }) => {
  const team = await aTeam(page, "Failures");
  const known = { title: "Tests hang without Redis", approach: "npm test", description: "Error: ECONNREFUSED 6379" };
  const number = await fails(page, team, known);
  await page.goto(`${team.base}/failures/${number}`);
  const shown = detail(page, "Failure FAIL-001");
  await expect(shown.getByRole("region", { name: "What an agent hears" })).toContainText("tried before: yes, once");

  await shown.getByRole("button", { name: "Mark resolved" }).click();
  await shown.getByLabel("Root cause").fill("The client connects on import.");
  await shown.getByLabel("What put it right").fill("Start Redis first.");
  await shown.getByRole("button", { name: "Mark resolved" }).click();
  await expect(shown.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(shown.getByRole("region", { name: "What an agent hears" })).toContainText("do: Start Redis first.");

  await undo(page).click();
  await expect(shown.getByRole("button", { name: "Mark resolved" })).toBeVisible();
  await expectAccessible(page, "a failure");
  const { versions } = await query<{ versions: object[] }>(page, "failures.get", { ...place(team), number });
  expect(versions).toMatchObject([{ version: 3, fix: "" }, { version: 2, fix: "Start Redis first." }, { version: 1 }]);
});

test("a viewer reads everything and changes nothing", async ({ page, browser }) => {
  const team = await aTeam(page, "Viewer");
  await decide(page, team, { title: "Tabs, not spaces" });
  await fails(page, team, { title: "The build is red" });
  const invite = { team: team.slug, role: "viewer", email: null };
  const { token } = await change<{ token: string }>(page, "invites.create", invite);

  const context = await browser.newContext();
  const viewer = await context.newPage();
  await signUp(viewer, aPerson("Viewer"));
  await change(viewer, "invites.accept", { token });
  await viewer.goto(`${team.base}/decisions/1`);
  const decision = detail(viewer, "Decision DEC-001");
  await expect(decision.getByRole("heading", { name: "Tabs, not spaces" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button", { name: /Accept|Reject|More actions/ })).toHaveCount(0);
  await expect(viewer.getByRole("main").getByRole("link", { name: /Edit|New decision/ })).toHaveCount(0);
  await viewer.goto(`${team.base}/failures/1`);
  await expect(detail(viewer, "Failure FAIL-001").getByRole("heading", { name: "The build is red" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button", { name: /resolved|Reopen/ })).toHaveCount(0);
  const written = await viewer.goto(`${team.base}/decisions/new`);
  expect(written?.status()).toBe(403);
  await context.close();
});
