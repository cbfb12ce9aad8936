import { expect, type Page } from "@playwright/test";
import { query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

/** Two failures, a file read twice, a sub-agent, and a commit: what the page's filters and jumps look for. */
function invoices(id: string, title: string): SessionBatch {
  const lines = Array.from({ length: 80 }, (_, at) => `export const price${at} = ${at};`).join("\n");
  const batch = new SessionBatch({ id, title, branch: "fix/rounding" })
    .said("Round the invoices half up.")
    .called("Read", { file_path: "/app/src/prices.ts" }, lines)
    .called("Read", { file_path: "/app/src/prices.ts" }, lines)
    .called("Bash", { command: "npm test -- prices" }, "FAIL src/prices.test.ts", { outcome: "error", exitCode: 1 })
    .called("Grep", { pattern: "roundHalf", path: "/app/src" }, "/app/src/prices.ts:12")
    .called("Bash", { command: "npm run lint" }, "1 problem", { outcome: "error", exitCode: 1 })
    .called("Bash", { command: 'git commit -am "Round half up"' }, "[fix/rounding 1a2b3c4] Round half up")
    .called("Task", { description: "Look for callers" }, "Three callers.");
  const call = batch.events.findLast((event) => event.kind === "tool_call");
  return batch
    .inAgent("agent-1", "explorer", String(call?.["callId"]))
    .said("Look for callers")
    .called("Grep", { pattern: "price", path: "/app/src" }, "/app/src/cart.ts:3")
    .answered("Three callers.");
}

async function aProject(page: Page, name: string): Promise<{ team: Team; numbers: number[] }> {
  const team = await aTeam(page, name);
  const numbers: number[] = [];
  for (const [index, title] of ["First", "Second", "Third"].entries()) {
    numbers.push(await invoices(`${name}-${index}`, `${title} rounding`).uploadTo(page.request, team));
  }
  await waitForAnalysis(page, team);
  return { team, numbers };
}

const rows = (page: Page) => page.locator("[role=row][data-index]");
const shown = (page: Page) => page.getByRole("status").filter({ hasText: "shown" });

async function choose(page: Page, field: string, value: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Filter the events" });
  await menu.getByRole("button", { name: field }).click();
  await menu.getByRole("button", { name: value }).click();
}

test("a person follows a filter to its events, and the address keeps it", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, numbers } = await aProject(page, "Filters");
  await page.goto(`${team.base}/sessions/${numbers[0]}`);
  await expect(rows(page).first()).toBeVisible();

  await test.step("a value of the menu says how many events it shows", async () => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "Filter the events" });
    await menu.getByRole("button", { name: "Tool" }).click();
    const value = menu.getByRole("button", { name: /^Read \d/ });
    const events = Number(/\d+$/.exec(((await value.textContent()) ?? "").trim())?.[0]);
    await value.click();
    await expect(rows(page)).toHaveCount(events);
    await expect(shown(page)).toContainText(`${events} of`);
    await expect(page).toHaveURL(/tool=Read/);
  });

  await test.step("a second one narrows it, and both are chips", async () => {
    await choose(page, "Kind", /^Tool result/);
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Remove filter: Kind is Tool result" }).click();
    await expect(page).not.toHaveURL(/kind=/);
  });

  await test.step("others stay in grey where somebody wants them", async () => {
    const all = Number(/of (\d+)/.exec((await shown(page).textContent()) ?? "")?.[1]);
    await page.getByRole("button", { name: "Keep others in grey" }).click();
    await expect(rows(page)).toHaveCount(all);
    await expect(page).toHaveURL(/others=grey/);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(page).not.toHaveURL(/tool=|others=/);
  });

  await test.step("a source of the head shows what came from it", async () => {
    await page.locator("summary").filter({ hasText: "What entered" }).click();
    await page
      .getByRole("table", { name: "What entered, by source" })
      .getByRole("button", { name: "File reads" })
      .click();
    await expect(page).toHaveURL(/source=reads/);
    await expect(rows(page)).toHaveCount(4);
    await page.getByRole("button", { name: "Show all" }).click();
  });

  await test.step("words are found, also in the other thread", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("price");
    await expect(shown(page)).toBeVisible();
    await page.getByRole("link", { name: /^explorer.* \(\d+\)$/ }).click();
    await expect(page).toHaveURL(/q=price/);
    await expect(page.getByRole("table", { name: "Events of explorer" })).toBeVisible();
  });
});

test("a sub-agent and its call lead to each other, and marks to their place", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, numbers } = await aProject(page, "Tree");
  await page.goto(`${team.base}/sessions/${numbers[0]}`);

  await page.locator("summary").filter({ hasText: "2 threads" }).click();
  const tree = page.getByRole("table", { name: "Threads" });
  await expect(tree.getByRole("row", { name: /explorer/ })).toContainText("gave its result");
  await tree.getByRole("link", { name: /explorer/ }).click();
  await expect(page.getByRole("table", { name: "Events of explorer" })).toBeVisible();
  await page.getByRole("link", { name: "this call" }).click();
  const main = page.getByRole("table", { name: "Events of main" });
  await expect(main.locator("[role=row][aria-selected=true]")).toContainText("explorer");
  await main.getByRole("link", { name: "explorer →" }).first().click();
  await expect(page.getByRole("table", { name: "Events of explorer" })).toBeVisible();

  await page.goto(`${team.base}/sessions/${numbers[0]}`);
  await page.getByRole("button", { name: "Jump to" }).click();
  await page.getByRole("menuitem", { name: /Round half up/ }).click();
  await expect(page.locator("[data-mark=commit]")).toBeInViewport();
});

test("a whole session is read, and the next one opened, by keyboard alone", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, numbers } = await aProject(page, "Keyboard");
  const [first = 0, second = 0, third = 0] = numbers;

  await page.goto(`${team.base}/sessions?sort=oldest`);
  await page.getByRole("link", { name: "Second rounding" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${second}\\?.*list=`));
  await expect(rows(page).first()).toBeVisible();

  await test.step("every event once, down and up", async () => {
    const table = page.getByRole("table", { name: "Events of main" });
    const total = await rows(page).count();
    const seen = new Set<string>();
    for (let step = 0; step < total; step++) {
      await page.keyboard.press("j");
      const row = page.locator("[role=row][data-index]:focus");
      await expect(row).toHaveAttribute("data-index", String(step));
      seen.add((await row.getAttribute("data-index")) ?? "");
    }
    expect(seen.size).toBe(total);
    await page.keyboard.press("k");
    await expect(page.locator("[role=row][data-index]:focus")).toHaveAttribute("data-index", String(total - 2));
    await expect(table).toBeVisible();
  });

  await test.step("failures one after the other, with their reason", async () => {
    await page.keyboard.press("F");
    const later = await page.locator("[role=row][data-index]:focus").textContent();
    await page.keyboard.press("F");
    const earlier = await page.locator("[role=row][data-index]:focus").textContent();
    expect([earlier, later].map((text) => text?.includes("exit 1"))).toEqual([true, true]);
    expect(earlier).not.toBe(later);
    await page.keyboard.press("Enter");
    await expect(page.locator("#why")).toBeVisible();
    await page.keyboard.press("f");
    await expect(page.locator("[role=row][aria-selected=true]")).toContainText("lint");
    await page.keyboard.press("Escape");
    await expect(page.locator("#why")).toBeHidden();
  });

  await test.step("words, and from match to match", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("prices");
    await expect(shown(page)).toBeVisible();
    await page.getByRole("searchbox", { name: "Find in thread" }).blur();
    await page.keyboard.press("n");
    await expect(page.locator("[role=row][data-index]:focus")).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/q=/);
  });

  await test.step("the next and the previous session, in the order of the list", async () => {
    await page.keyboard.press("]");
    await expect(page).toHaveURL(new RegExp(`/sessions/${third}\\?.*list=`));
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Third");
    await page.keyboard.press("[");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Second");
    await page.keyboard.press("[");
    await expect(page).toHaveURL(new RegExp(`/sessions/${first}\\?`));
    await expect(page.getByRole("button", { name: /Previous session/ })).toHaveAttribute("aria-disabled", "true");
  });
});

test("the list sorts, finds by number, and exports what it shows", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, numbers } = await aProject(page, "List");
  await page.goto(`${team.base}/sessions`);
  const titles = page.getByRole("table", { name: "Sessions" }).locator("tbody th a");
  await expect(titles).toHaveCount(3);
  for (const head of ["Added", "Noise", "Carried", "Cost"]) {
    await page.getByRole("table", { name: "Sessions" }).getByRole("link", { name: head }).click();
    await expect(page.getByRole("columnheader", { name: head })).toHaveAttribute("aria-sort", "descending");
    await expect(titles).toHaveCount(3);
  }
  await page.getByRole("searchbox", { name: /Find a session/ }).fill(`S-${numbers[1]}`);
  await page.keyboard.press("Enter");
  await expect(titles).toHaveText(["Second rounding"]);
  const file = await page.request.get(
    (await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")) ?? "",
  );
  expect((await file.text()).trim().split("\r\n")).toHaveLength(2);
});

test("a session page is for everybody: both themes, a phone, no sideways scroll", async ({ page }) => {
  test.setTimeout(150_000);
  const { team, numbers } = await aProject(page, "Everybody");
  const address = `${team.base}/sessions/${numbers[0]}`;
  const { threads } = await query<{ threads: { key: string }[] }>(page, "sessions.get", {
    team: team.slug,
    project: team.project,
    number: numbers[0],
  });
  expect(threads).toHaveLength(2);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${address}?tool=Bash&others=grey`);
      await expect(rows(page).first()).toBeVisible();
      for (const part of ["What entered", "2 threads"]) await page.locator("summary").filter({ hasText: part }).click();
      await expectAccessible(page, `the session, ${colorScheme}, ${width}`);
      await expectNoSidewaysScroll(page, `the session, ${colorScheme}, ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    // Closed again, what the menu half covers holds no small targets.
    await page.goto(address);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Filter the events" }).getByRole("button").first()).toBeVisible();
    await expectAccessible(page, `the filter menu, ${colorScheme}`);
    await page.goto(`${team.base}/sessions?sort=added`);
    await expect(page.getByRole("table", { name: "Sessions" })).toBeVisible();
    await expectAccessible(page, `the list, ${colorScheme}`);
  }
});
