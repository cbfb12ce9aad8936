import { expect, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const field = (page: Page) => page.getByRole("searchbox", { name: "Search everything" });
const results = (page: Page) => page.getByRole("region", { name: "Results" }).getByRole("link");

async function decide(page: Page, team: Team): Promise<void> {
  await change(page, "decisions.record", {
    ...{ team: team.slug, project: team.project, status: "accepted" },
    decision: {
      title: "Rate limit per partner",
      context: "Partners flood the API at month end.",
      decision: "A token bucket throttles each partner to 50 requests a second.",
      reasoning: "A queue would only hide the flood.",
      ...{ impact: "", reversible: "yes", risk: "low", confidence: "high" },
    },
  });
}

/** The index follows within a moment. */
async function waitForIndex(page: Page, team: Team, words: string): Promise<void> {
  await expect(async () => {
    const input = { team: team.slug, project: team.project, query: words };
    const { hits } = await query<{ hits: unknown[] }>(page, "search.everything", input);
    expect(hits.length).toBeGreaterThan(0);
  }).toPass({ timeout: 30_000 });
}

test("one box finds records by misspelt and by other words, and what left the context", async ({ page }) => {
  test.setTimeout(150_000);
  const team = await aTeam(page, "Search");
  const number = await new SessionBatch({ id: "lock", title: "Repair the ledger lock" })
    .said("Why does the ledger hang?")
    .called("Bash", { command: "cat /var/lib/ledger.pid" }, "stale pid file 4711 blocks the ledger\n".repeat(12))
    .add({ kind: "summary", text: "The conversation so far was compacted." })
    .answered("The pid file is stale.")
    .uploadTo(page.request, team);
  await decide(page, team);
  await waitForAnalysis(page, team);
  await waitForIndex(page, team, "4711");
  await waitForIndex(page, team, "partner bucket");

  await test.step("the empty page says what can be searched", async () => {
    await page.goto(`${team.base}/search`);
    await expect(page.getByText("kind:decision,failure")).toBeVisible();
    await expect(field(page)).toBeFocused();
  });

  await test.step("a misspelt phrase finds the record, says so, and can be taken literally", async () => {
    await field(page).fill("tokn bucket thrttles");
    await field(page).press("Enter");
    await expect(page).toHaveURL(/\/search\?q=tokn/);
    await expect(page.getByRole("status")).toContainText("Showing results for token bucket throttles");
    await expect(results(page).first()).toContainText("Rate limit per partner");
    await expect(results(page).first().locator("mark").first()).toBeVisible();
    await page.getByRole("link", { name: /as it is/ }).click();
    await expect(page).toHaveURL(/exact=1/);
  });

  await test.step("other words that mean the same find it, and lead to it", async () => {
    await page.goto(`${team.base}/search?q=${encodeURIComponent("how are customers slowed down by quotas")}`);
    await results(page).filter({ hasText: "Rate limit per partner" }).first().click();
    await expect(page).toHaveURL(`${team.base}/decisions/1`);
  });

  await test.step("a kind and a field narrow it, and a wrong field is explained", async () => {
    await page.goto(`${team.base}/search?q=ledger`);
    await page
      .getByRole("navigation", { name: "Kind" })
      .getByRole("link", { name: /Events/ })
      .click();
    await expect(page).toHaveURL(/kind=event/);
    await expect(results(page).first()).toContainText("Event");
    await field(page).fill("ledger kind:nonsense");
    await field(page).press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "kind:nonsense is not a kind" })).toBeVisible();
  });

  await test.step("keys walk the list, and an event opens in its session", async () => {
    await page.goto(`${team.base}/search?q=${encodeURIComponent('"pid file 4711"')}`);
    await expect(results(page).first()).toContainText(`S-${number}`);
    await expect(async () => {
      await page.keyboard.press("j");
      await expect(results(page).first()).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/sessions/${number}\\?event=`));
  });

  await test.step("the palette leads here", async () => {
    await page.goto(team.base);
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole("combobox", { name: "Search or run a command" }).fill("stale pid");
    await page.getByRole("option", { name: /Search everything for/ }).click();
    await expect(page).toHaveURL(/\/search\?q=stale\+pid/);
    await expect(results(page).first()).toBeVisible();
  });
});
