import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { ask, change, ownOrigin, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { SessionBatch } from "./support/session-batch";
import { steward } from "./support/steward";
import { aPerson, aTeam, type Person, signUp, type Team } from "./support/team";
import { test } from "./support/test";

type Member = { id: string; name: string; role: string };

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** The owner makes a link through the page, for a role, and reads it from the dialog. */
async function inviteLink(page: Page, team: Team, { role, email }: { role: string; email?: string }): Promise<string> {
  await page.goto(`/${team.slug}/settings/members`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("As", { exact: true }).selectOption(role);
  if (email) await dialog.getByLabel(/Only for this e-mail/).fill(email);
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("heading", { name: "The link is ready" })).toBeVisible();
  const link = ((await dialog.locator("code").first().textContent()) ?? "").trim();
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
}

async function memberNamed(page: Page, team: Team, name: string): Promise<Member> {
  const members = await query<Member[]>(page, "teams.members", { team: team.slug });
  const found = members.find((member) => member.name === name);
  if (!found) throw new Error(`${name} is not in the team.`);
  return found;
}

/** Signs up by the form of the invitation, as somebody without an account does. */
async function signUpByLink(page: Page, link: string, person: Person): Promise<void> {
  await page.goto(link);
  await page.getByRole("link", { name: "Sign up and join" }).click();
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
}

/** Words of controls that would change something; a viewer sees none of them in any room. */
const WRITING =
  /^(?:invite|new key|new project|save|delete|revoke|remove|create|accept|reject|resolve|archive|restore|pin|commit|prune|checkpoint|edit|share|claim|acknowledge|comment|publish|undo|add|new (?:handoff|decision))\b/i;
/** Open a menu, a filter or a picture of the page; nothing changes by them. */
const READING = /filter|export|download|copy|csv|png|svg/i;

test("a team's times are told in the zone of who reads them", async ({ browser }) => {
  const page = await (await browser.newContext({ timezoneId: "Asia/Tokyo" })).newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const team = await aTeam(page, "Zones");
  for (const room of ["members", "audit"]) {
    await page.goto(`/${team.slug}/settings/${room}`);
    await expect(page.locator("main time").first()).toHaveAttribute("title", /:\d\d Asia\/Tokyo$/);
  }
  // React says there when the browser drew something else than the server.
  expect(faults).toEqual([]);
  await page.context().close();
});

test.describe("a team", () => {
  test("takes a second person in by a link, up and down the roles, and out again", async ({ page, browser }) => {
    test.setTimeout(180_000);
    const team = await aTeam(page, "Crew", { ofItsOwnPerson: true });
    await new SessionBatch({ id: "crew", title: "Look around" })
      .said("Look around")
      .answered("Done.")
      .uploadTo(page.request, team);
    const person = aPerson("Vera Viewer");
    const link = await inviteLink(page, team, { role: "viewer", email: person.email });
    await expect(page.getByRole("row", { name: new RegExp(person.email) })).toBeVisible();

    const second = await newPage(browser);
    await test.step("the link says who invites to what, and leads back from sign-up", async () => {
      await second.goto(link);
      await expect(second.getByRole("heading", { level: 1 })).toContainText("Join Crew");
      await expect(second.getByText(team.owner.name)).toBeVisible();
      await expectAccessible(second, "the invitation");
      await signUpByLink(second, link, person);
      await expect(second).toHaveURL(/\/invite\//);
      await second.getByRole("button", { name: /^Join Crew/ }).click();
      await expect(second).toHaveURL(new RegExp(`/${team.slug}/`));
    });

    await test.step("a viewer sees no control that changes something, in any room", async () => {
      for (const address of rooms(team)) {
        await second.goto(address);
        await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
        const names = await second.getByRole("main").getByRole("button", { disabled: false }).allInnerTexts();
        const writing = names.map((name) => name.trim()).filter((name) => WRITING.test(name) && !READING.test(name));
        expect.soft(writing, `writing controls on ${address}`).toEqual([]);
      }
    });

    await test.step("and direct calls are refused", async () => {
      const place = { team: team.slug, project: team.project };
      const { id } = await memberNamed(page, team, person.name);
      for (const [procedure, input] of [
        ["keys.create", { team: team.slug, name: "k", scopes: ["read"], projects: "all" }],
        ["projects.update", { ...place, name: "Mine" }],
        ["projects.remove", { ...place, confirm: team.project }],
        ["sessions.remove", { ...place, number: 1 }],
        ["members.setRole", { team: team.slug, id, role: "owner" }],
        ["invites.create", { team: team.slug, role: "viewer" }],
        ["teams.update", { team: team.slug, name: "Mine" }],
      ] as const) {
        const response = await second.request.post(`/api/trpc/${procedure}`, {
          data: input,
          headers: { origin: ownOrigin() },
        });
        expect.soft(response.status(), procedure).toBe(403);
      }
      expect((await ask(second, "audit.list", { team: team.slug })).status).toBe(403);
    });

    await test.step("the owner makes them a member, and takes it back, and does it again", async () => {
      await page.goto(`/${team.slug}/settings/members`);
      const role = page.getByLabel(`Role of ${person.name}`);
      await role.selectOption("member");
      await page.getByText(`${person.name} is a member now.`).first().waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(role).toHaveValue("viewer");
      await role.selectOption("member");
      await expect(role).toHaveValue("member");
      await expectAccessible(page, "members");
    });

    const key = await test.step("who then makes a key that uploads", async () => {
      const { secret } = await change<{ secret: string }>(second, "keys.create", {
        team: team.slug,
        name: "Vera's laptop",
        scopes: ["ingest", "read"],
        projects: "all",
        expiresInDays: 1,
      });
      await new SessionBatch({ id: "vera" })
        .said("Hello")
        .answered("Hi.")
        .uploadTo(second.request, { ...team, key: secret });
      await page.goto(`${team.base}/settings/keys`);
      await expect(page.getByRole("row", { name: /Vera's laptop/ })).toContainText(person.name);
      return secret;
    });

    await test.step("once removed, their next request is refused, by page and by key", async () => {
      await page.goto(`/${team.slug}/settings/members`);
      await page.getByRole("button", { name: `Actions for ${person.name}` }).click();
      await page.getByRole("menuitem", { name: "Remove from team" }).click();
      await page
        .getByText(/is out of the team. Their key is revoked/)
        .first()
        .waitFor();
      const response = await second.goto(team.base);
      expect(response?.status()).toBe(404);
      const refused = await second.request.get(`/api/trpc/keys.whoami`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(refused.status()).toBe(401);
      await page.goto(`/${team.slug}/settings/audit`);
      await expect(page.getByRole("row", { name: /removed a member/ }).first()).toContainText(team.owner.name);
      await expectAccessible(page, "the audit log");
    });

    await test.step("and a used link says so, with the remedy", async () => {
      await second.goto(link);
      await expect(second.getByRole("heading", { level: 1 })).toHaveText("This invitation was used already");
      await expect(second.getByText(`Ask ${team.owner.name} for a new one.`)).toBeVisible();
    });
    await second.context().close();
  });

  test("refuses who has another address than the invitation, and says which", async ({ page, browser }) => {
    const team = await aTeam(page, "Bound", { ofItsOwnPerson: true });
    const { token } = await change<{ token: string }>(page, "invites.create", {
      team: team.slug,
      role: "member",
      email: "somebody@example.org",
    });
    const other = await newPage(browser);
    await signUp(other, aPerson("Otto Other"));
    await other.goto(`/invite/${token}`);
    await expect(other.getByText("This invitation is for somebody@example.org")).toBeVisible();
    await expect(other.getByRole("button", { name: /^Join/ })).toHaveCount(0);
    await other.goto("/invite/not-a-token");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("This invitation is not known");
    await other.context().close();
  });

  test("removes a project after its slug was typed; it is gone from the lists at once", async ({ page }) => {
    const team = await aTeam(page, "Ended", { ofItsOwnPerson: true });
    await page.goto(`${team.base}/settings/project`);
    await expectAccessible(page, "project settings");
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page, "project settings");
    await page.getByRole("button", { name: "Delete project" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: /^Delete project/ })).toHaveAttribute("aria-disabled", "true");
    await dialog.getByLabel(/^Type/).fill(team.project);
    await dialog.getByRole("button", { name: /^Delete project/ }).click();
    await expect(page).toHaveURL(new RegExp(`/${team.slug}/new`));
    expect(await query(page, "projects.list", { team: team.slug })).toEqual([]);
    expect((await ask(page, "projects.get", { team: team.slug, project: team.project })).status).toBe(404);
    await expect
      .poll(() => query<unknown[]>(page, "projects.removals", { team: team.slug }), { timeout: 30_000 })
      .toEqual([]);
  });
});

test.describe("a person who forgot their password", () => {
  test("gets a link from the server's machine, sets a new one, and is signed out elsewhere", async ({
    page,
    browser,
  }) => {
    const person = aPerson("Fay Forgot");
    await signUp(page, person);
    const folder = mkdtempSync(path.join(tmpdir(), "steward-admin-"));
    const data = process.env["E2E_DATA"] ?? "";
    const ran = await steward(["admin", "reset-link", person.email, "--data", data], folder);
    expect(ran.code, ran.err).toBe(0);
    const link = ran.out.trim();
    expect(link).toMatch(new RegExp(`^${ownOrigin()}/reset/`));
    const unknown = await steward(["admin", "reset-link", "nobody@example.org", "--data", data], folder);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Nobody here has the address")]);

    const elsewhere = await newPage(browser);
    await elsewhere.goto(link);
    await expectAccessible(elsewhere, "new password");
    await elsewhere.getByLabel("New password").fill("another quiet river");
    await elsewhere.getByLabel("Once more").fill("another quiet lake");
    await elsewhere.getByRole("button", { name: "Set password and sign in" }).click();
    await expect(elsewhere.getByText("The two differ.")).toBeVisible();
    await elsewhere.getByLabel("Once more").fill("another quiet river");
    await elsewhere.getByRole("button", { name: "Set password and sign in" }).click();
    await expect(elsewhere).toHaveURL(/\/new$/);
    expect((await ask(elsewhere, "account.get", {})).status).toBe(200);
    expect((await ask(page, "account.get", {})).status).toBe(401);

    await elsewhere.goto(link);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("This link does not work any more");
    await elsewhere.goto("/account");
    await expectAccessible(elsewhere, "one's own account");
    await elsewhere.getByRole("form", { name: "Name" }).getByLabel("Name").fill("Fay Found");
    await elsewhere.getByRole("button", { name: "Save name" }).click();
    await elsewhere.getByText("Your name is changed").first().waitFor();
    expect(await query<{ name: string }>(elsewhere, "account.get", {})).toMatchObject({ name: "Fay Found" });
    await elsewhere.context().close();
  });
});

function rooms(team: Team): string[] {
  return [
    team.base,
    `${team.base}/sessions`,
    `${team.base}/sessions/1`,
    `${team.base}/decisions`,
    `${team.base}/failures`,
    `${team.base}/handoffs`,
    `${team.base}/settings/policy`,
    `${team.base}/settings/keys`,
    `${team.base}/settings/project`,
    `/${team.slug}/settings/members`,
    `/${team.slug}/settings/team`,
    `/${team.slug}/settings/audit`,
  ];
}
