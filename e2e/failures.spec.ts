import { expect, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const place = (team: Team) => ({ team: team.slug, project: team.project });
const detail = (page: Page, ref: string) => page.getByRole("region", { name: `Failure ${ref}`, exact: true });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true }).last();

const REFUSED = "Error: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect (node:net:1611:16)";

type Run = readonly [command: string, out: string];

/** A session in which some commands fail, uploaded as a client does, and analysed. */
async function imported(page: Page, team: Team, id: string, runs: readonly Run[], startMs?: number): Promise<number> {
  const batch = new SessionBatch({ id, title: `Session ${id}` }, startMs).said("Make the checks pass, please.");
  for (const [command, out] of runs) batch.called("Bash", { command }, out, { outcome: "error", exitCode: 1 });
  const number = await batch.answered("They still fail.").uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  return number;
}

test("a failure is found in a session, resolved, and reopened when it recurs in a later one", async ({ page }) => {
  const team = await aTeam(page, "Recurs");
  await imported(page, team, "one", [["npm test -- webhooks", REFUSED]]);
  await page.goto(`${team.base}/failures`);
  await expect(page.getByRole("row", { name: /ECONNREFUSED/ })).toContainText("Seen once");

  await page.goto(`${team.base}/failures/1`);
  const shown = detail(page, "FAIL-001");
  await shown.getByRole("button", { name: "Mark resolved" }).click();
  await shown.getByLabel("Root cause").fill("Redis was not up.");
  await shown.getByLabel("What put it right").fill("Start Redis first.");
  await shown.getByRole("button", { name: "Mark resolved" }).click();
  await expect(shown.getByRole("button", { name: "Reopen" })).toBeVisible();

  const elsewhere = REFUSED.replace("6379", "6380").replace("1611:16", "1700:3");
  const number = await imported(
    page,
    team,
    "two",
    [["cd /app && npm test -- webhooks | tail -5", elsewhere]],
    Date.now(),
  );
  await page.goto(`${team.base}/failures/1`);
  await expect(shown.getByText(`it was resolved, and occurred again in session #${number}.`)).toBeVisible();
  await expect(
    shown.getByRole("listitem").filter({ hasText: `v3 reopened: occurred again in session #${number}` }),
  ).toBeVisible();
  await expect(shown.getByRole("region", { name: "What an agent hears" })).toContainText("because: Redis was not up.");
  const { versions } = await query<{ versions: object[] }>(page, "failures.get", { ...place(team), number: 1 });
  expect(versions).toMatchObject([{ status: "active", fix: "Start Redis first." }, { status: "resolved" }, {}]);
});

test("two failures are merged, taken apart and split; the numbers lead on", async ({ page }) => {
  const team = await aTeam(page, "Joins");
  const wrong = "src/a.ts(4,1): error TS2345: the total is wrong";
  await imported(page, team, "one", [
    ["npm run build", wrong],
    ["npm run build", wrong],
  ]);
  await imported(page, team, "two", [["npx tsc --noEmit", wrong]], Date.now() - 3_600_000);

  await test.step("the likely one is offered first, and its page then shows both", async () => {
    await page.goto(`${team.base}/failures/2`);
    await detail(page, "FAIL-002").getByRole("button", { name: "Merge into…" }).click();
    const dialog = page.getByRole("dialog", { name: "Which failure is FAIL-002, too?" });
    await expect(dialog.getByRole("button", { name: /FAIL-001/ })).toContainText("the same cause");
    await dialog.getByRole("button", { name: /FAIL-001/ }).click();
    const whole = detail(page, "FAIL-001");
    await expect(whole.getByText("FAIL-002 was merged into FAIL-001, which is shown here.")).toBeVisible();
    await expect(whole.getByRole("heading", { name: "Occurrences (3)" })).toBeVisible();
    await expect(page.getByRole("row", { name: /FAIL-002/ })).toHaveCount(0);
  });

  await test.step("a merge is taken back, and made again", async () => {
    await page.goto(`${team.base}/failures/1`);
    await detail(page, "FAIL-001").getByRole("button", { name: "Take FAIL-002 out" }).click();
    await expect(detail(page, "FAIL-001").getByRole("heading", { name: "Occurrences (2)" })).toBeVisible();
    await change(page, "failures.merge", { ...place(team), number: 2, into: 1, expectedVersion: 3 });
  });

  await test.step("a fingerprint is split off into a failure of its own", async () => {
    await page.goto(`${team.base}/failures/1`);
    const whole = detail(page, "FAIL-001");
    await whole.getByRole("checkbox", { name: /^tsc --noEmit/ }).check();
    const form = whole.getByRole("form", { name: "Split off" });
    await form.getByLabel("What the new failure is called").fill("Types are wrong");
    await form.getByRole("button", { name: "Split off" }).click();
    await expect(page).toHaveURL(`${team.base}/failures/3`);
    await expect(detail(page, "FAIL-003").getByRole("heading", { name: "Types are wrong" })).toBeVisible();
    await expectAccessible(page, "a failure that was split off");
    await page.goto(`${team.base}/failures/2`);
    await expect(detail(page, "FAIL-003").getByText("FAIL-002 was merged into FAIL-003")).toBeVisible();
  });

  await test.step("one occurrence is split off, and Undo puts it back", async () => {
    await page.goto(`${team.base}/failures/1`);
    await detail(page, "FAIL-001")
      .getByRole("checkbox", { name: /^S-1 ctx:/ })
      .first()
      .check();
    await detail(page, "FAIL-001").getByRole("button", { name: "Split off" }).click();
    await expect(page).toHaveURL(`${team.base}/failures/4`);
    await undo(page).click();
    const counted = () => query<{ occurrences: number }>(page, "failures.get", { ...place(team), number: 1 });
    await expect.poll(async () => (await counted()).occurrences).toBe(2);
    await page.goto(`${team.base}/failures/1`);
    await expect(detail(page, "FAIL-001").getByRole("heading", { name: "Occurrences (2)" })).toBeVisible();
  });

  await test.step("the audit log tells all of it, by record, and is a file", async () => {
    await page.goto(`/${team.slug}/settings/audit?subject=fail-1`);
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows.filter({ hasText: "merged another failure into one" }).first()).toBeVisible();
    await expect(rows.filter({ hasText: "split a failure" }).first()).toContainText("FAIL-001");
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /^JSON/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${team.slug}-audit.json`);
    await expectAccessible(page, "the audit log");
  });
});

test("has this been tried: by a command, an error, or words that are misspelt", async ({ page }) => {
  const team = await aTeam(page, "Check");
  const known = { title: "Sharding invoices by month", approach: "one table a month", description: "It got slow." };
  const failure = { ...known, rootCause: "Every query asks all tables." };
  const { number } = await change<{ number: number }>(page, "failures.record", { ...place(team), failure });
  const fix = { rootCause: "", fix: "An index on the day." };
  await change(page, "failures.resolve", { ...place(team), number, expectedVersion: 1, ...fix });
  await imported(page, team, "one", [["npm test -- webhooks", REFUSED]]);

  await page.goto(`${team.base}/failures`);
  const answer = page.getByRole("region", { name: "Answer" });
  const ask = async (text: string) => {
    const field = page.getByRole("textbox", { name: "Has this been tried?" });
    await expect(async () => {
      await field.fill(text);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await expect(answer).toBeVisible({ timeout: 6_000 });
    }).toPass();
  };
  await ask("shardng the invocies");
  await expect(answer.getByRole("listitem")).toContainText(["Sharding invoices by month"]);
  await expect(answer.getByRole("listitem").first()).toContainText("An index on the day.");
  await expect(answer.getByRole("listitem").first()).toContainText("is resolved. Do what put it right");
  await ask("Error: connect ECONNREFUSED 10.0.0.1:5432");
  await expect(answer.getByRole("link", { name: /^FAIL-002/ })).toBeVisible();
  await ask("rename the logo");
  await expect(answer.getByRole("status")).toContainText("No failure of this project is like it.");
  await expectAccessible(page, "failures with an answer");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "failures on a phone");
});
