import { expect, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aPerson, aTeam, signUp, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const place = (team: Team) => ({ team: team.slug, project: team.project });
const detail = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true }).last();

/** What is typed while the page wakes up may meet what the server sent. */
async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(async () => {
    await field.fill(text);
    await expect(field).toHaveValue(text, { timeout: 500 });
  }).toPass();
}

test("record a constraint, retire it and take that back, find and export it", async ({ page }) => {
  const team = await aTeam(page, "Constraints");
  await page.goto(`${team.base}/rules`);
  await expect(page).toHaveURL(`${team.base}/rules/constraints`);
  await page.getByRole("link", { name: "New constraint" }).click();
  await fill(page, "Title", "Never edit dist");
  await fill(page, "Rule", "It is built. <script>document.title = 'gone'</script>");
  await fill(page, "Reason", "Edits are lost.");
  await fill(page, "Paths", "dist/**");
  await fill(page, "Tags", "build");
  await page.getByRole("button", { name: "Record constraint" }).click();
  await expect(page).toHaveURL(`${team.base}/rules/constraints/1`);
  const shown = detail(page, "Constraint CON-001");
  await expect(shown.getByRole("region", { name: "What agents are told" })).toContainText("Holds for: dist/**");
  await expect(shown.getByText("<script>document.title = 'gone'</script>").first()).toBeVisible();
  await expect(page).toHaveTitle(/CON-001/);

  await shown.getByRole("button", { name: "Retire" }).click();
  await expect(shown.getByText("This constraint is retired.")).toBeVisible();
  await undo(page).click();
  await expect(shown.getByRole("button", { name: "Retire" })).toBeVisible();
  await expect(shown.getByRole("listitem").filter({ hasText: "v3" })).toBeVisible();
  await expectAccessible(page, "a constraint");

  await test.step("the list shown is a file of data, too", async () => {
    await page.goto(`${team.base}/rules/constraints?tag=build`);
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /^JSON/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${team.project}-constraints.json`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "constraints on a phone");
});

test("two edits of a constraint come together", async ({ page }) => {
  const team = await aTeam(page, "Rules at once");
  const rule = { title: "No customer data in logs", text: "Log ids.", reason: "Logs leave the country." };
  const { number } = await change<{ number: number }>(page, "constraints.record", { ...place(team), rule });
  await page.goto(`${team.base}/rules/constraints/${number}/edit`);
  await fill(page, "Rule", "Log ids only.");
  const theirs = { ...rule, reason: "Logs leave the country and stay a year." };
  await change(page, "constraints.edit", { ...place(team), number, expectedVersion: 1, rule: theirs });
  await page.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toContainText("What you typed is still here.");
  await page.getByRole("button", { name: "Put mine on top of v2" }).click();
  await page.getByRole("button", { name: "Save version 3" }).click();
  await expect(page).toHaveURL(`${team.base}/rules/constraints/${number}`);
  const { versions } = await query<{ versions: object[] }>(page, "constraints.get", { ...place(team), number });
  expect(versions[0]).toMatchObject({ version: 3, text: "Log ids only.", reason: theirs.reason });
  const shown = detail(page, "Constraint CON-001");
  await shown.getByRole("link", { name: "v3", exact: true }).click();
  await expect(shown.getByRole("heading", { name: "Version 3 against version 2" })).toBeVisible();
});

test("a preference found in a session is accepted, and agents are told it", async ({ page }) => {
  const team = await aTeam(page, "Found");
  const batch = new SessionBatch({ id: "found", title: "Says what is wanted" })
    .said("Fix the rounding. From now on, answer in British English.")
    .called("Bash", { command: "npm test" }, "PASS")
    .answered("It rounds half up now.");
  const session = await batch.uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  await page.goto(`${team.base}/rules/preferences`);
  const shown = detail(page, "Preference PREF-001");
  await expect(shown.getByRole("heading", { name: "From now on, answer in British English." })).toBeVisible();
  await expect(shown.getByText("Said in a session, and accepted by nobody yet.")).toBeVisible();
  await expect(shown.getByRole("link", { name: new RegExp(`S-${session}`) })).toBeVisible();
  await shown.getByRole("button", { name: "Accept" }).click();
  await expect(shown.getByRole("button", { name: "Retire" })).toBeVisible();
  const loaded = await query<{ rules: object[] }>(page, "context.load", { ...place(team), number: session });
  expect(loaded.rules).toMatchObject([{ ref: "PREF-001", text: "PREF-001: From now on, answer in British English." }]);
  await page.goto(`${team.base}/sessions/${session}`);
  await expect(page.getByRole("region", { name: "Said to be wanted" })).toContainText("PREF-001");
});

test("upload a document twice, see the change, take its constraints over, remove and restore it", async ({ page }) => {
  const team = await aTeam(page, "Documents");
  await page.goto(`${team.base}/rules/documents`);
  await page.getByRole("link", { name: "Upload a document" }).click();
  await expect(async () => {
    const text = "# Constraints\n\n- Never edit `dist/`\n- Amounts are cents\n\n<img src=x onerror=alert(1)>\n";
    const file = { name: "CONSTRAINTS.md", mimeType: "text/markdown", buffer: Buffer.from(text) };
    await page.locator("input[type=file]").setInputFiles(file);
    await expect(page.getByLabel("Path", { exact: true })).toHaveValue("CONSTRAINTS.md", { timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const shown = detail(page, "Document CONSTRAINTS.md");
  await expect(shown.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expectAccessible(page, "a document");

  await shown.getByRole("link", { name: "Upload again" }).click();
  await fill(page, "Text", "# Constraints\n\n- Never edit `dist/`\n- Amounts are bigint cents\n");
  await page.getByRole("button", { name: "Upload the next version" }).click();
  await shown.getByRole("link", { name: "Changes" }).click();
  const changes = shown.getByRole("region", { name: "Version 2 against version 1" }).first();
  await expect(changes).toContainText("bigint");

  await test.step("its list becomes proposed constraints, once it was looked at", async () => {
    await shown.getByRole("button", { name: "Take over as constraints" }).click();
    const dialog = page.getByRole("dialog", { name: "Take over as constraints" });
    await dialog.getByRole("checkbox", { name: /Amounts are bigint cents/ }).uncheck();
    await dialog.getByRole("button", { name: "Propose 1 constraint", exact: true }).click();
    await expect(page).toHaveURL(/rules\/constraints\?status=proposed/);
    await expect(detail(page, "Constraint CON-001").getByRole("button", { name: "Accept" })).toBeVisible();
  });

  await test.step("removed, it is on the other list, and comes back", async () => {
    await page.goto(`${team.base}/rules/documents?path=CONSTRAINTS.md`);
    await shown.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("No documents yet.", { exact: false })).toBeVisible();
    await page.getByRole("link", { name: "Removed" }).click();
    await shown.getByRole("button", { name: "Restore" }).click();
    await expect(shown.getByRole("link", { name: "Upload again" })).toBeVisible();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "a document on a phone");
});

test("a viewer reads the rules and changes nothing", async ({ page, browser }) => {
  const team = await aTeam(page, "Rules viewer");
  await change(page, "constraints.record", { ...place(team), rule: { title: "Never edit dist" }, status: "proposed" });
  await change(page, "documents.put", { ...place(team), path: "AGENTS.md", text: "Ask first." });
  const invite = { team: team.slug, role: "viewer", email: null };
  const { token } = await change<{ token: string }>(page, "invites.create", invite);
  const context = await browser.newContext();
  const viewer = await context.newPage();
  await signUp(viewer, aPerson("Rules viewer"));
  await change(viewer, "invites.accept", { token });
  await viewer.goto(`${team.base}/rules/constraints/1`);
  await expect(detail(viewer, "Constraint CON-001").getByRole("heading", { name: "Never edit dist" })).toBeVisible();
  const main = viewer.getByRole("main");
  await expect(main.getByRole("button", { name: /Accept|Dismiss|Retire/ })).toHaveCount(0);
  await expect(main.getByRole("link", { name: /^Edit|New constraint/ })).toHaveCount(0);
  await viewer.goto(`${team.base}/rules/documents`);
  await expect(detail(viewer, "Document AGENTS.md").getByText("Ask first.")).toBeVisible();
  await expect(main.getByRole("button", { name: /Remove|Take over/ })).toHaveCount(0);
  await expect(main.getByRole("link", { name: /Upload/ })).toHaveCount(0);
  for (const form of ["constraints/new", "constraints/1/edit", "documents/new"]) {
    expect((await viewer.goto(`${team.base}/rules/${form}`))?.status(), form).toBe(403);
  }
  await context.close();
});
