import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import {
  chart,
  csvOf,
  expectEqual,
  expectInTenth,
  listQuery,
  numberIn,
  sumOf,
  twinOf,
  walkBars,
} from "./support/charts";
import { SessionBatch } from "./support/session-batch";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const HOUR_MS = 3_600_000;
const ALL = "?range=all";
const SKILL = "code-review";
const AGENT = "code-reviewer";

function lines(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `export const ${name}_${at} = check("${name}", ${at * 7});`).join(
    "\n",
  );
}

const FAILURE = `FAIL src/pay.test.ts\nAssertionError: expected 1 to be 2\n${"    at step (src/pay.ts:1:1)\n".repeat(40)}`;
const BODY = (size: number) => `# Review\n${lines("reviewRule", size)}`;

/** A session with every class of noise: a file read twice, a failure that passed, a skill loaded again, and idle reads. */
function noisy(id: string, at: { hoursAgo: number; branch: string; skillSize: number; window?: number }): SessionBatch {
  const header = { id, title: `Pay ${id}`, branch: at.branch, windowTokens: at.window ?? 200_000 };
  const batch = new SessionBatch(header, Date.now() - at.hoursAgo * HOUR_MS)
    .said("Fix the payment rounding.")
    .loaded(SKILL, BODY(at.skillSize))
    .called("Read", { file_path: "/app/src/pay.ts" }, lines("pay", 70))
    .called("Bash", { command: "npm test -- pay" }, FAILURE, { outcome: "error", exitCode: 1 })
    .called("Read", { file_path: "/app/src/pay.ts" }, lines("pay", 70))
    .called("Edit", { file_path: "/app/src/pay.ts", old_string: "a", new_string: "b" }, "Updated.")
    .called("Bash", { command: "npm test -- pay" }, "Tests 12 passed", { exitCode: 0 })
    .said("And the reports.")
    .loaded(SKILL, BODY(at.skillSize));
  for (let step = 1; step <= 14; step++) {
    batch.called("Read", { file_path: `/app/src/report-${step}.ts` }, lines(`report${step}`, 40));
  }
  return batch
    .inAgent("review", AGENT)
    .called("Read", { file_path: "/app/src/ledger.ts" }, lines("ledger", 90))
    .called("Read", { file_path: "/app/src/ledger.ts" }, lines("ledger", 90))
    .answered("The ledger is fine.");
}

async function noisyTeam(page: Page, name: string): Promise<Team> {
  const team = await aTeam(page, name);
  await noisy("one", { hoursAgo: 50, branch: "fix/pay", skillSize: 120 }).uploadTo(page.request, team);
  await noisy("two", { hoursAgo: 26, branch: "main", skillSize: 120 }).uploadTo(page.request, team);
  await noisy("three", { hoursAgo: 3, branch: "main", skillSize: 40, window: 50_000 }).uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  return team;
}

test("the numbers of every chart are those of its table, its file and the sessions that it opens", async ({ page }) => {
  test.setTimeout(240_000);
  const team = await noisyTeam(page, "Walk");
  await page.goto(`${team.base}${ALL}`);
  await expect(chart(page, "Skills loaded and rarely used")).toBeVisible();

  await test.step("agents", async () => {
    const file = await csvOf(page, team, "agents", ALL);
    await walkBars(page, team, "Noise by agent", file, (name) =>
      file.filter((row) => `${row["agent"]} ${row["client"]}` === name),
    );
  });

  await test.step("skills", async () => {
    const file = await csvOf(page, team, "skills", ALL);
    await walkBars(page, team, "Noise by skill", file, (name) => file.filter((row) => row["skill"] === name));
  });

  await test.step("tools", async () => {
    const file = await csvOf(page, team, "tools", ALL);
    await walkBars(page, team, "Noise by tool", file, (name) => file.filter((row) => row["tool"] === name));
  });

  await test.step("the trend", async () => {
    const region = chart(page, /^Noise per/);
    const file = await csvOf(page, team, "trend", ALL);
    const links = await region
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    const twin = await twinOf(region);
    expect(twin.length).toBe(file.length);
    twin.forEach((row, index) => {
      if (row["Total"] !== "no data")
        expectEqual(row, file.slice(index, index + 1), `${Object.values(row)[0]} in the file`);
    });
    const shown = twin.filter((row) => row["Total"] !== "no data");
    expect(links.length).toBe(shown.length);
    for (const [index, href] of links.entries()) {
      const rows = await csvOf(page, team, "list", listQuery(href));
      expectEqual(shown[index], rows, `${Object.values(shown[index] ?? {})[0]} in its sessions`);
    }
  });

  for (const by of ["client", "model", "person", "branch", "stage", "kind"]) {
    await test.step(`by ${by}`, async () => {
      await page.goto(`${team.base}${ALL}&by=${by}`);
      const file = await csvOf(page, team, by, ALL);
      const title = `Noise by ${by}`;
      await expect(chart(page, title)).toBeVisible();
      const word = (value: string | undefined) =>
        (value === "" ? `no ${by}` : (value ?? "")).replaceAll("_", " ").toLowerCase();
      await walkBars(page, team, title, file, (name) =>
        file.filter(
          (row) =>
            word(row[by]) === name.toLowerCase() || (by === "kind" && `${word(row[by])}s` === name.toLowerCase()),
        ),
      );
    });
  }

  await test.step("hours of the week", async () => {
    const region = chart(page, "Noise by hour and weekday");
    const [twin, file] = [await twinOf(region), await csvOf(page, team, "heatMap", ALL)];
    expect(twin.length).toBe(file.length);
    for (const column of ["Added", "Noise", "Idle"] as const) {
      const name = { Added: "added_tokens", Noise: "proven_noise_tokens", Idle: "idle_tokens" }[column];
      const all = twin.reduce((sum, row) => sum + (numberIn(row[column]) ?? 0), 0);
      expect(all, column).toBe(sumOf(file, name));
    }
    for (const row of twin) {
      const slot = row["Hour"] ?? "";
      await region.getByRole("gridcell", { name: `${slot}: ` }).focus();
      await expect(region.getByRole("status")).toContainText(slot);
      const links = await region
        .getByRole("link")
        .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
      const rows = (await Promise.all(links.map((href) => csvOf(page, team, "list", listQuery(href))))).flat();
      expectEqual(row, rows, `${slot} in its sessions`);
    }
  });

  await test.step("how full windows got", async () => {
    const region = chart(page, "How full windows got");
    const [twin, file] = [await twinOf(region), await csvOf(page, team, "windowUse", ALL)];
    const known = twin.reduce((sum, row) => sum + (numberIn(row["Sessions"]) ?? 0), 0);
    expect(known, "some windows are known").toBeGreaterThan(0);
    expect(file.map((row) => Number(row["sessions"])).slice(0, 11)).toEqual(
      twin.map((row) => numberIn(row["Sessions"])),
    );
    for (const row of twin) {
      const [tenth = "", sessions] = [row["Of the window"], numberIn(row["Sessions"])];
      const link = region.getByRole("link", { name: `${tenth}: ` });
      if (sessions === 0) {
        await expect(link, `${tenth} leads nowhere`).toHaveCount(0);
        continue;
      }
      const listed = await csvOf(page, team, "list", listQuery((await link.getAttribute("href")) ?? ""));
      expect(listed.length, `sessions at ${tenth}`).toBe(sessions);
      for (const session of listed) expectInTenth(session, tenth);
    }
  });

  for (const kind of ["file", "command"]) {
    await test.step(`${kind}s that came again`, async () => {
      await page.goto(`${team.base}${ALL}&again=${kind}`);
      const title = kind === "file" ? "Files read again" : "Commands run again";
      await expect(chart(page, title)).toBeVisible();
      const file = await csvOf(page, team, `${kind}s`, ALL);
      if (file.length > 0)
        await walkBars(page, team, title, file, (name) => file.filter((row) => row["target"] === name));
    });
  }

  await test.step("errors that were resolved", async () => {
    const file = await csvOf(page, team, "errorChains", ALL);
    await walkBars(page, team, "Errors that were resolved", file, (name) =>
      file.filter((row) => row["command"] === name),
    );
  });

  await test.step("how skills are used", async () => {
    const [twin, file] = [
      await twinOf(chart(page, "Skills loaded and rarely used")),
      await csvOf(page, team, "skillUse", ALL),
    ];
    expect(twin.map((row) => [row["Skill"], numberIn(row["Loads"]), numberIn(row["Used in"])])).toEqual(
      file.map((row) => [row["skill"], Number(row["loads"]), Number(row["sessions_that_referred"])]),
    );
  });

  await test.step("the pages of the sessions add up to the overview", async () => {
    const input = { team: team.slug, project: team.project, filter: { range: "all" } };
    const { totals } = await query<{ totals: { addedTokens: number; provenTokens: number } }>(
      page,
      "telemetry.overview",
      input,
    );
    const { rows } = await query<{ rows: { number: number }[] }>(page, "sessions.list", input);
    const shown = { added: 0, proven: 0 };
    for (const { number } of rows) {
      await page.goto(`${team.base}/sessions/${number}`);
      const figures = page.getByRole("region", { name: "Whole session" });
      const figure = (name: string) =>
        figures.getByRole("link", { name }).locator("span[title]").first().getAttribute("title");
      shown.added += numberIn((await figure("Tokens added"))?.split(" ")[0]) ?? 0;
      shown.proven += numberIn((await figure("Noise"))?.split(" ")[0]) ?? 0;
    }
    expect(shown).toEqual({ added: totals.addedTokens, proven: totals.provenTokens });
  });
});

test("a finding is followed to its events, an agent and a skill to their pages", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await noisyTeam(page, "Follow");

  await test.step("from a finding to the event that caused it", async () => {
    await page.goto(`${team.base}${ALL}`);
    const findings = chart(page, "Findings");
    await findings.getByRole("listitem").filter({ hasText: "Read" }).first().getByRole("link").first().click();
    await expect(page).toHaveURL(
      (url) => url.pathname === `${team.base}/sessions` && url.searchParams.get("range") === "all",
    );
    await page
      .getByRole("link", { name: /^Pay (one|two|three)/ })
      .first()
      .click();
    await expect(page).toHaveURL((url) => url.pathname.startsWith(`${team.base}/sessions/`));
    await page.locator("[role=row][data-index]").first().click();
    await expect(page.getByRole("complementary").filter({ has: page.locator("#why") })).toContainText(/ctx:/);
  });

  await test.step("an agent's name opens its page, which links to its own sessions", async () => {
    await page.goto(`${team.base}${ALL}`);
    await chart(page, "Noise by agent").getByRole("link", { name: AGENT }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: AGENT })).toBeVisible();
    await expect(page).toHaveURL(`${team.base}/agents/${AGENT}?range=all&client=claude-code`);
    await expect(chart(page, "What it reads again").getByRole("row", { name: /ledger\.ts/ })).toBeVisible();
    const file = await csvOf(page, team, "tools", `${ALL}&client=claude-code&agent=${AGENT}`);
    await walkBars(page, team, "Noise by tool", file, (name) => file.filter((row) => row["tool"] === name));
  });

  await test.step("a skill's page compares its bodies and opens them", async () => {
    await page.goto(`${team.base}/skills${ALL}`);
    await chart(page, "Noise by skill").getByRole("link", { name: SKILL, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: SKILL })).toBeVisible();
    const versions = chart(page, "Versions of its body");
    await expect(versions).toContainText(/v2 against v1: ≈.* smaller a load/);
    await versions.getByRole("link", { name: "v2" }).click();
    await expect(page.getByRole("complementary").filter({ has: page.locator("#why") })).toContainText("reviewRule_39");
  });

  await test.step("names that nobody has say so", async () => {
    await page.goto(`${team.base}/agents/nobody`);
    await expect(page.getByRole("heading", { name: "No agent of this name" })).toBeVisible();
    await page.goto(`${team.base}/skills/nothing`);
    await expect(page.getByRole("heading", { name: "No skill of this name" })).toBeVisible();
    await page.goto(`${team.base}/agents/${AGENT}?from=2020-01-01&to=2020-01-02`);
    await expect(page.getByText("did nothing in this range", { exact: false })).toBeVisible();
  });
});

test("charts are taken away as CSV, SVG and PNG", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await noisyTeam(page, "Files");
  await page.goto(`${team.base}${ALL}`);
  for (const name of ["Noise by agent", "Noise by hour and weekday", "How full windows got"]) {
    await test.step(name, async () => {
      const region = chart(page, name);
      await expect(region).toBeVisible();
      const twin = await twinOf(region);
      const take = async (kind: "CSV" | "SVG" | "PNG") => {
        await region.getByRole("button", { name: `Export ${name}` }).click();
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("menuitem", { name: kind }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`));
        return readFileSync(await file.path());
      };
      expect((await take("CSV")).toString("utf8").split("\r\n").length).toBeGreaterThan(2);
      const svg = (await take("SVG")).toString("utf8");
      expect(svg).toContain(name);
      expect(svg).toContain("Context Steward");
      expect(svg).toContain("font/woff2;base64");
      expect(svg).not.toMatch(/var\(|light-dark/);
      for (const row of twin)
        for (const cell of Object.values(row)) expect(svg).toContain(cell.replaceAll("&", "&amp;"));
      const png = await take("PNG");
      expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
      expect(png.readUInt32BE(16), "as wide as the SVG, twice as sharp").toBeGreaterThan(1_000);
    });
  }
});

test("the filter changes by keyboard alone, and the hours are walked", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await noisyTeam(page, "Keys");
  await page.goto(`${team.base}${ALL}`);
  await expect(chart(page, "Noise by hour and weekday").getByRole("grid")).toBeVisible();

  await test.step("F, a field, a value", async () => {
    // A key that is pressed before the page listens is lost, as it is for a person.
    await expect(async () => {
      await page.keyboard.press("f");
      await expect(page.getByRole("dialog", { name: "Add a filter" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByRole("button", { name: /^Agent/ }).focus();
    await page.keyboard.press("Enter");
    const value = page.getByRole("link", { name: new RegExp(`^${AGENT}`) }).last();
    await value.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(
      (url) => url.searchParams.get("agent") === AGENT && url.searchParams.get("range") === "all",
    );
    await expect(chart(page, "Noise by agent").locator("tbody tr")).toHaveCount(1);
  });

  await test.step("its chip takes it away again", async () => {
    await page.getByRole("link", { name: /^Remove filter: Agent/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => !url.searchParams.has("agent"));
  });

  await test.step("a tab of the breakdown", async () => {
    await chart(page, "Noise by client").getByRole("link", { name: "Branch" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("by") === "branch");
    await expect(chart(page, "Noise by branch").getByRole("row", { name: /fix\/pay/ })).toBeVisible();
  });

  await test.step("arrows walk the hours, and the line below opens the sessions", async () => {
    const region = chart(page, "Noise by hour and weekday");
    const cell = region.locator("[role=gridcell][tabindex='0']");
    await cell.focus();
    await page.keyboard.press("Home");
    await expect(region.locator("[role=gridcell]:focus")).toHaveAttribute("data-spot", /-0$/);
    await page.keyboard.press("ArrowRight");
    await expect(region.locator("[role=gridcell]:focus")).toHaveAttribute("data-spot", /-1$/);
    await expect(region.locator("[role=gridcell][tabindex='0']")).toHaveCount(1);
  });
});

test("the pages are accessible and fit, in the dark and on a phone", async ({ page }) => {
  test.setTimeout(240_000);
  const team = await noisyTeam(page, "Looks");
  const screens = [
    { name: "overview", address: `${team.base}${ALL}` },
    { name: "agents", address: `${team.base}/agents${ALL}` },
    { name: "an agent", address: `${team.base}/agents/${AGENT}${ALL}` },
    { name: "skills", address: `${team.base}/skills${ALL}` },
    { name: "a skill", address: `${team.base}/skills/${SKILL}${ALL}` },
    { name: "a skill that was not loaded", address: `${team.base}/skills/${SKILL}?from=2020-01-01&to=2020-01-02` },
  ];
  for (const { colorScheme, width } of [
    { colorScheme: "light", width: 1440 },
    { colorScheme: "dark", width: 1440 },
    { colorScheme: "light", width: 1024 },
    { colorScheme: "dark", width: 390 },
    { colorScheme: "light", width: 320 },
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    for (const { name, address } of screens) {
      await test.step(`${name}, ${colorScheme} ${width}`, async () => {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
        await expectAccessible(page, `${name}, ${colorScheme} ${width}`);
        await expectNoSidewaysScroll(page, `${name}, ${colorScheme} ${width}`);
      });
    }
    await test.step(`tables and prices, ${colorScheme} ${width}`, async () => {
      await page.goto(`${team.base}${ALL}`);
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
      const button = page.getByRole("button", { name: "Show as table" }).first();
      while (await button.isVisible()) await button.click();
      await expect(page.getByRole("region", { name: /, as a table$/ }).last()).toBeVisible();
      await expectAccessible(page, `tables, ${colorScheme} ${width}`);
      await page.getByRole("button", { name: "Prices of cached reads" }).click();
      await expect(page.getByRole("dialog")).toContainText("claude-sonnet-5");
      await expectAccessible(page, `prices, ${colorScheme} ${width}`);
    });
  }
});
