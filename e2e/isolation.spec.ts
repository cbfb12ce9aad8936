import { expect } from "@playwright/test";
import { ask } from "./support/api";
import { SessionBatch } from "./support/session-batch";
import { aPerson, aTeam, signUp } from "./support/team";
import { test } from "./support/test";

const SECRET_WORDS = "The merger with Acme closes in May";

test.describe("what belongs to another team", () => {
  test("does not exist for a stranger: pages, downloads, API", async ({ page, browser }) => {
    const team = await aTeam(page, "Isolated");
    const number = await new SessionBatch({ id: "secret", title: SECRET_WORDS })
      .said(SECRET_WORDS)
      .answered("Noted.")
      .uploadTo(page.request, team);
    await page.goto(`${team.base}/sessions/${number}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(SECRET_WORDS);

    const stranger = await (await browser.newContext()).newPage();
    await signUp(stranger, aPerson("Mallory"));
    const addresses = [
      `/${team.slug}`,
      `/${team.slug}/new`,
      `/${team.slug}/settings/members`,
      team.base,
      `${team.base}/sessions`,
      `${team.base}/sessions/${number}`,
      `${team.base}/sessions/${number}?event=e1`,
      `${team.base}/decisions`,
      `${team.base}/decisions/1`,
      `${team.base}/failures`,
      `${team.base}/handoffs`,
      `${team.base}/handoffs/1`,
      `${team.base}/settings/keys`,
    ];
    for (const address of addresses) {
      const response = await stranger.goto(address);
      expect.soft(response?.status(), address).toBe(404);
      await expect.soft(stranger.getByRole("heading", { level: 1 }), address).toHaveText("There is nothing here");
      expect.soft(await stranger.content(), address).not.toContain("merger");
    }
    const downloads = [
      `${team.base}/sessions/export/list`,
      `${team.base}/sessions/export/agents`,
      `${team.base}/sessions/${number}/text?event=e1`,
      `${team.base}/handoffs/1/markdown`,
    ];
    for (const address of downloads) {
      const response = await stranger.request.get(address);
      expect.soft(response.status(), address).toBe(404);
      expect.soft(await response.text(), address).not.toContain("merger");
    }
    const place = { team: team.slug, project: team.project };
    for (const [procedure, input] of [
      ["telemetry.overview", place],
      ["sessions.list", place],
      ["sessions.get", { ...place, number }],
      ["sessions.event", { ...place, number, ref: "e1" }],
      ["keys.list", place],
      ["teams.members", { team: team.slug }],
    ] as const) {
      const { status, body } = await ask(stranger, procedure, input);
      expect.soft(status, procedure).toBe(404);
      expect.soft(JSON.stringify(body), procedure).not.toContain("merger");
    }
    await stranger.context().close();
  });

  test("is not written to by a key of another team", async ({ page, browser }) => {
    const team = await aTeam(page, "Victim");
    const other = await (await browser.newContext()).newPage();
    const foreign = await aTeam(other, "Attacker", { ofItsOwnPerson: true });
    const response = await other.request.post("/api/trpc/ingest.append", {
      data: { session: { client: "codex", id: "x", projectSlug: `${team.slug}/${team.project}` }, events: [] },
      headers: { authorization: `Bearer ${foreign.key}` },
    });
    expect(response.status()).toBeGreaterThanOrEqual(400);
    expect(response.status()).toBeLessThan(500);
    await page.goto(`${team.base}/sessions`);
    await expect(page.getByText("S-1")).toHaveCount(0);
    await other.context().close();
  });
});

test("signed out, a link leads to sign-in and back with its filters", async ({ page, browser }) => {
  const team = await aTeam(page, "Returning");
  const address = `${team.base}?range=7d&agent=main&agent=code-reviewer&pass=duplicate`;
  const other = await (await browser.newContext()).newPage();
  await other.goto(address);
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await other.getByLabel("E-mail").fill(team.owner.email);
  await other.getByLabel("Password", { exact: true }).fill("not the password");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "wrong" })).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill(team.owner.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other).toHaveURL(address);
  await expect(other.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await other.context().close();
});

test("signing out ends the session everywhere it is looked at", async ({ page }) => {
  const team = await aTeam(page, "Leaving", { ofItsOwnPerson: true });
  await page.goto(team.base);
  await page
    .getByRole("button", { name: new RegExp(team.owner.name) })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(`${team.base}/sessions`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});
