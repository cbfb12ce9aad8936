import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { query } from "./support/api";
import { expectAccessible } from "./support/axe";
import { ROLLOUT, writeRollout } from "./support/codex-rollout";
import { FIXTURE, writeFixture } from "./support/fixture-transcript";
import { HookedClient, Replay } from "./support/replay";
import { SessionBatch } from "./support/session-batch";
import { steward } from "./support/steward";
import { aTeam, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

/** Hooks hand over to an uploader of their own, which reads the transcript a moment later. */
const ARRIVES = { timeout: 30_000 };

test.describe("a session that runs", () => {
  let home: string;
  test.beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), "steward-e2e-live-"));
  });
  test.afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }));

  test("Claude Code: what its hooks tell appears on the open page, with agents, skills and noise", async ({ page }) => {
    test.setTimeout(180_000);
    const team = await aTeamWithLogin(page, "Live Claude", home);
    const session = randomUUID();
    const recorded = path.join(writeFixture(path.join(home, "recorded"), session, Date.now() - 30 * 60_000), FOLDER);
    const live = path.join(home, ".claude", "projects", FOLDER);
    const main = new Replay(path.join(recorded, `${session}.jsonl`), path.join(live, `${session}.jsonl`));
    const agentFile = path.join(session, "subagents", "agent-a1b2c3d4e5.jsonl");
    const agent = new Replay(path.join(recorded, agentFile), path.join(live, agentFile));
    const common = { session_id: session, transcript_path: main.file, cwd: FIXTURE.folder };
    const client = new HookedClient("claude-code", home, common);

    await test.step("the first prompt makes the session", async () => {
      await client.calls("SessionStart", { source: "startup", model: "claude-sonnet-5" });
      main.upTo("ai-title");
      await client.calls("UserPromptSubmit", { prompt: "The login form accepts an empty password." });
      await openFirstSession(page, team);
      await expect(rows(page)).toHaveCount(1);
    });
    await page.evaluate(() => Object.assign(window, { neverLoadedAgain: true }));

    await test.step("a skill and a read appear while nobody touches the page", async () => {
      main.upTo("export const loginRule0");
      await client.calls("PostToolUse", { tool_name: "Read", tool_input: {}, tool_response: "", tool_use_id: "t1" });
      const read = rows(page).filter({ hasText: FIXTURE.readTwice }).first();
      await expect(read).toBeVisible(ARRIVES);
      await expect(read.getByText("new", { exact: true })).toBeVisible();
      await expect(rows(page).filter({ hasText: FIXTURE.skill }).first()).toBeVisible();
    });

    await test.step("a sub-agent gets its thread", async () => {
      main.upTo("agentId: a1b2c3d4e5");
      agent.upTo();
      await client.calls("SubagentStop", {
        agent_id: "a1b2c3d4e5",
        agent_type: FIXTURE.agent,
        agent_transcript_path: agent.file,
      });
      await expect(page.getByRole("navigation", { name: "Threads" })).toContainText(FIXTURE.agent, ARRIVES);
    });

    await test.step("the rest comes, and the reader who scrolled up stays where she is", async () => {
      main.upTo("export const form20Rule0");
      await client.calls("Stop", { stop_hook_active: false });
      const list = scroller(page);
      await expect.poll(() => list.evaluate((element) => element.scrollHeight), ARRIVES).toBeGreaterThan(1_600);
      await list.evaluate((element) => element.scrollTo({ top: 200 }));
      const seen = await firstVisible(list);
      main.upTo();
      await client.calls("SessionEnd", { reason: "other" });
      const more = page.getByRole("button", { name: /^\d+ new events$/ });
      await expect(more).toBeVisible(ARRIVES);
      expect(await firstVisible(list)).toBe(seen);
      await client.flushes();
      await waitForAnalysis(page, team);
      await expect(mark(page)).toHaveAttribute("data-live", "live");
      expect(await firstVisible(list)).toBe(seen);
      await more.click();
      await expect(rows(page).filter({ hasText: "The changelog has it." })).toBeVisible();
      await expect(more).toHaveCount(0);
    });

    await test.step("the page has taken over what the analysis found", async () => {
      await expect(page.getByRole("region", { name: "Whole session" })).toContainText(/Noise\s*[1-9]/, ARRIVES);
      await scroller(page).evaluate((element) => element.scrollTo({ top: 0 }));
      await expect(rows(page).filter({ hasText: "Duplicate" }).first()).toBeVisible(ARRIVES);
      await expect(rows(page).filter({ hasText: "Resolved error" })).toHaveCount(1);
      expect(await page.evaluate(() => "neverLoadedAgain" in window), "The page was never loaded again.").toBe(true);
    });

    await test.step("the charts have agents, skills and noise, and an import finds nothing more", async () => {
      const { agents, skills, totals } = await chartsOf(page, team);
      const noisy = agents.filter(({ provenTokens }) => provenTokens > 0).map(({ agent }) => agent);
      expect(noisy.sort()).toEqual([FIXTURE.agent, "main"]);
      expect(skills.map(({ skill }) => skill)).toContain(FIXTURE.skill);
      expect(totals.savedTokens, "No client reported that it applied anything.").toBe(0);
      expect(await missedBy(page, team, path.join(home, "recorded"), home)).toBe(0);
    });
  });

  test("Codex: what its hooks tell appears on the open page, with skill and noise", async ({ page }) => {
    test.setTimeout(150_000);
    const team = await aTeamWithLogin(page, "Live Codex", home);
    const session = randomUUID();
    const recorded = path.join(home, "recorded");
    const inside = writeRollout(recorded, session, Date.now() - 20 * 60_000);
    const rollout = new Replay(path.join(recorded, inside), path.join(home, ".codex", "sessions", inside));
    const common = { session_id: session, transcript_path: rollout.file, cwd: ROLLOUT.folder };
    const client = new HookedClient("codex", home, common);

    rollout.upTo("user_message");
    await client.calls("UserPromptSubmit", { prompt: ROLLOUT.prompt });
    await openFirstSession(page, team);
    rollout.upTo("FAIL src/refund.test.ts");
    await client.calls("PostToolUse", { tool_name: "exec_command", tool_response: "", tool_use_id: "c1" });
    await expect(rows(page).filter({ hasText: ROLLOUT.failingTest }).first()).toBeVisible(ARRIVES);
    rollout.upTo();
    await client.calls("Stop", {});
    await client.flushes();
    await waitForAnalysis(page, team);
    const list = scroller(page);
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(rows(page).filter({ hasText: ROLLOUT.lastWords })).toBeVisible(ARRIVES);
    await list.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rows(page).filter({ hasText: "Duplicate" }).first()).toBeVisible(ARRIVES);
    await expect(rows(page).filter({ hasText: "Resolved error" }).first()).toBeVisible();
    const { agents, skills } = await chartsOf(page, team);
    expect(agents.map(({ agent }) => agent)).toEqual(["main"]);
    expect(agents[0]?.provenTokens).toBeGreaterThan(0);
    expect(skills.map(({ skill }) => skill)).toContain(ROLLOUT.skill);
    expect(await missedBy(page, team, recorded, home)).toBe(0);
  });
});

test("without the event stream the page asks every 10 s", async ({ page }) => {
  test.setTimeout(90_000);
  const team = await aTeam(page, "No stream");
  const batch = new SessionBatch({ id: "no-stream", title: "Behind a proxy" }).said("Begin");
  const number = await batch.uploadTo(page.request, team);
  await page.route("**/api/trpc/sessions.live**", (route) => route.abort());
  await page.goto(`${team.base}/sessions/${number}`);
  await expect(mark(page)).toHaveAttribute("data-live", "polling");
  await expect(mark(page)).toContainText("Updates every 10 s");
  await batch.answered("It came without a stream.").uploadTo(page.request, team);
  await expect(rows(page).filter({ hasText: "It came without a stream." })).toBeVisible({ timeout: 25_000 });
});

test("advice that the agent got is said once, and can be put away", async ({ page }) => {
  test.setTimeout(90_000);
  const team = await aTeam(page, "Advised");
  const batch = new SessionBatch({ id: "advised", title: "A full window", windowTokens: 100_000 }).said("Begin");
  const number = await batch.uploadTo(page.request, team);
  await page.goto(`${team.base}/sessions/${number}`);
  await expect(mark(page)).toHaveAttribute("data-live", "live");
  // Requests report a fuller window with each step: more than 40 % of 100,000 tokens.
  while (batch.events.length < 75) batch.called("Bash", { command: `step ${batch.events.length}` }, "done");
  await batch.uploadTo(page.request, team);
  const advice = page.getByRole("status", { name: "Advice" });
  await expect(advice).toContainText(/The window is between 40\s% and 60\s% full/);
  await expect(advice.getByRole("button", { name: "Copy command" })).toBeVisible();
  await expectAccessible(page, "a session with news and advice");
  await advice.getByRole("button", { name: "Dismiss" }).click();
  await expect(advice).toBeEmpty();
  // Once the end is on the screen, the list goes along with it.
  await page.getByRole("button", { name: /^\d+ new events$/ }).click();
  await batch.called("Bash", { command: "one more" }, "done").uploadTo(page.request, team);
  await expect(rows(page).filter({ hasText: "one more" }).first()).toBeInViewport();
  await expect(advice).toBeEmpty();
});

const FOLDER = "-home-dev-billing-api";

const rows = (page: Page) => page.locator("[role=row][data-index]");
const mark = (page: Page) => page.locator("[data-live]");
const scroller = (page: Page) =>
  page
    .getByRole("table", { name: /^Events of/ })
    .getByRole("rowgroup")
    .locator("xpath=..");

/** The row at the top of the list, as the reader sees it. */
function firstVisible(list: Locator): Promise<string | null> {
  return list.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll("[data-index]")].filter((row) => row.getBoundingClientRect().top >= top);
    rows.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
    const [first] = rows;
    return first
      ? `${first.getAttribute("data-index")} at ${Math.round(first.getBoundingClientRect().top - top)}`
      : null;
  });
}

async function aTeamWithLogin(page: Page, name: string, home: string): Promise<Team> {
  const team = await aTeam(page, name);
  const { origin } = new URL(test.info().project.use.baseURL ?? "");
  const ran = await steward(["login", origin, "--key", "-"], home, `${team.key}\n`);
  expect(ran, ran.err).toMatchObject({ code: 0 });
  return team;
}

async function openFirstSession(page: Page, team: Team): Promise<void> {
  const place = { team: team.slug, project: team.project };
  const list = () => query<{ rows: { number: number }[] }>(page, "sessions.list", place);
  await expect.poll(async () => (await list()).rows.length, ARRIVES).toBe(1);
  const [first] = (await list()).rows;
  await page.goto(`${team.base}/sessions/${first?.number}`);
  await expect(mark(page)).toHaveAttribute("data-live", "live");
}

type Charts = {
  agents: { agent: string; provenTokens: number }[];
  skills: { skill: string }[];
  totals: { savedTokens: number };
};

const chartsOf = (page: Page, team: Team) =>
  query<Charts>(page, "telemetry.overview", { team: team.slug, project: team.project });

/** An import finds what hooks left out. */
async function missedBy(page: Page, team: Team, recorded: string, home: string): Promise<number> {
  const number = Number(new URL(page.url()).pathname.split("/").at(-1));
  const place = { team: team.slug, project: team.project, number };
  const count = async () => (await query<{ totals: { events: number } }>(page, "sessions.get", place)).totals.events;
  const before = await count();
  const ran = await steward(["import", recorded], home);
  expect(ran, ran.err).toMatchObject({ code: 0 });
  return (await count()) - before;
}
