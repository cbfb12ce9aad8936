import { expect, type Locator, type Page } from "@playwright/test";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { aPerson, aTeam, signUp, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

type Changed = { number: number; version: number; status: string };

const place = (team: Team) => ({ team: team.slug, project: team.project });
const detail = (page: Page, name: string) => page.getByRole("region", { name: `Decision ${name}`, exact: true });
const review = (page: Page) => page.getByRole("region", { name: "Review", exact: true });

const refOf = (number: number) => `DEC-${String(number).padStart(3, "0")}`;

async function decide(page: Page, team: Team, decision: object, status = "accepted"): Promise<number> {
  return (await change<Changed>(page, "decisions.record", { ...place(team), decision, status })).number;
}

/** A key counts once the page has woken up, which nothing on it shows. */
async function pressUntil(page: Page, key: string, seen: Locator): Promise<void> {
  await expect(async () => {
    if (!(await seen.isVisible())) await page.keyboard.press(key);
    await expect(seen).toBeVisible({ timeout: 6_000 });
  }).toPass();
}

/** A session in which a person answers a question of the agent's. */
async function uploadQuestion(page: Page, team: Team, id: string, question: string, answer: string): Promise<void> {
  const at = (second: number) => `2026-11-20T09:00:0${second}.000Z`;
  const options = [{ label: answer }, { label: "Redis" }];
  const line = (uuid: string, parentUuid: string | null, type: string, second: number, message: object) =>
    JSON.stringify({
      uuid: `${id}-${uuid}`,
      parentUuid,
      sessionId: id,
      type,
      timestamp: at(second),
      cwd: "/repo",
      message,
    });
  const use = {
    type: "tool_use",
    id: `${id}-t`,
    name: "AskUserQuestion",
    input: { questions: [{ question, header: "Queue", options }] },
  };
  const told = `User has answered your questions: "${question}"="${answer}". You can now continue.`;
  const lines = [
    line("a", null, "user", 1, { role: "user", content: "Deliver webhooks reliably." }),
    line("b", `${id}-a`, "assistant", 2, {
      id: `${id}-m`,
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [use],
    }),
    line("c", `${id}-b`, "user", 3, {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `${id}-t`, content: told }],
    }),
  ];
  await change({ request: page.request, key: team.key }, "ingest.transcript", {
    client: "claude-code",
    session: { projectSlug: team.project },
    text: `${lines.join("\n")}\n`,
  });
}

test("a draft found in a session is reviewed, accepted, superseded, and seen in diff and history", async ({ page }) => {
  test.setTimeout(180_000);
  const team = await aTeam(page, "Drafts");
  await uploadQuestion(page, team, "one", "Which queue delivers the webhooks?", "Outbox table");
  await uploadQuestion(page, team, "two", "Which queue delivers the webhooks?", "Outbox table");
  await uploadQuestion(page, team, "three", "How long do we keep sent rows?", "Thirty days");
  await waitForAnalysis(page, team);

  await test.step("drafts wait, and equal ones of two sessions stand as one", async () => {
    await page.goto(`${team.base}/decisions`);
    await expect(page.getByRole("main").getByText("2 drafts wait for a person.")).toBeVisible();
    await page.getByRole("link", { name: "Review drafts" }).click();
    await expect(page).toHaveURL(`${team.base}/decisions/review`);
    await expect(page.getByRole("heading", { name: "Queue: Outbox table" })).toBeVisible();
    await expect(page.getByRole("article")).toContainText("One more draft says the same");
    await expect(
      page
        .getByRole("article")
        .getByRole("link", { name: /^S-\d+ ctx:/ })
        .first(),
    ).toBeVisible();
  });

  await test.step("a accepts, Undo brings it back, and the next one follows", async () => {
    await pressUntil(page, "a", page.getByRole("heading", { name: "Queue: Thirty days" }));
    await expect(page.getByRole("progressbar", { name: "Drafts reviewed" })).toHaveAttribute("aria-valuenow", "1");
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect(page.getByRole("heading", { name: "Queue: Outbox table" })).toBeVisible();
    await review(page).getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("heading", { name: "Queue: Thirty days" })).toBeVisible();
    await expectAccessible(page, "the review of drafts");
  });

  await test.step("m merges the next one into a decision that says it already", async () => {
    const known = await decide(page, team, { title: "Sent rows are kept thirty days", decision: "Thirty days" });
    const dialog = page.getByRole("dialog", { name: /^Merge DEC-\d+ into$/ });
    await pressUntil(page, "m", dialog);
    await dialog.getByRole("button", { name: /Sent rows are kept thirty days/ }).click();
    await expect(page.getByRole("main").getByText("Every draft is reviewed.", { exact: false })).toBeVisible();
    const { versions } = await query<{ versions: { evidence: object[] }[] }>(page, "decisions.get", {
      ...place(team),
      number: known,
    });
    expect(versions[0]?.evidence).toHaveLength(2);
  });

  const [accepted] = (
    await query<{ rows: { number: number; title: string }[] }>(page, "decisions.list", {
      ...place(team),
      filter: { status: "accepted", text: "Outbox table" },
    })
  ).rows;
  const old = accepted?.number ?? 0;
  const name = refOf(old);
  let successor = "";

  await test.step("it is amended in part and says so; it is superseded and says what to follow", async () => {
    const amending = await decide(page, team, { title: "Stripe webhooks use their own table", amends: [old] });
    await page.goto(`${team.base}/decisions/${old}`);
    await expect(detail(page, name).getByText(`Amended in part by`)).toBeVisible();
    await expect(detail(page, name).getByRole("region", { name: "Cited by" })).toContainText(refOf(amending));
    const more = detail(page, name).getByRole("button", { name: "More actions" });
    await more.click();
    await page.getByRole("menuitem", { name: "Superseded or amended by another" }).click();
    await expect(page.getByRole("dialog", { name: `What replaces ${name}?` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
    await more.click();
    await page.getByRole("menuitem", { name: "Replace with a new decision" }).click();
    await page.getByLabel("Title").fill("Deliver from a stream");
    await page.getByLabel("Status").selectOption("accepted");
    await page.getByRole("button", { name: "Record decision" }).click();
    await expect(page).toHaveURL(/\/decisions\/\d+$/);
    successor = refOf(Number(/\d+$/.exec(page.url())?.[0]));
    await page.goto(`${team.base}/decisions/${old}`);
    await expect(detail(page, name).getByText("Follow that one.")).toContainText(successor);
  });

  await test.step("its versions are compared side by side, and the line of time shows what replaced it", async () => {
    await page.goto(`${team.base}/decisions/${old}?diff=1-2`);
    const changed = detail(page, name).getByRole("region", { name: "Status changed" });
    await expect(changed).toContainText("accepted");
    await expect(changed).toBeInViewport();
    await detail(page, name).getByRole("switch", { name: "Side by side" }).click();
    await expect(page).toHaveURL(/layout=beside/);
    await expect(
      page
        .getByRole("region", { name: "Decision history" })
        .getByRole("img", { name: `${name} is replaced by ${successor}` }),
    ).toBeVisible();
    await expectAccessible(page, "a superseded decision");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page, "a superseded decision on a phone");
  });
});

test("two decisions in each other's way are shown side by side and settled", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await aTeam(page, "Drift");
  await decide(page, team, { title: "Use Redis for the rate cache" });
  await decide(page, team, { title: "Do not use Redis for the rate cache" });
  await expect
    .poll(async () => (await query<{ flags: number }>(page, "decisions.attention", place(team))).flags, {
      timeout: 60_000,
      message: "The worker should have found the contradiction.",
    })
    .toBe(1);

  await page.goto(`${team.base}/decisions/2`);
  const flags = detail(page, "DEC-002").getByRole("region", { name: "Look at these" });
  await flags.getByText("Contradiction").click();
  await expect(flags.getByRole("region", { name: "DEC-001" })).toContainText("Use Redis for the rate cache");
  await expect(flags.getByRole("region", { name: "DEC-002" })).toBeVisible();

  await test.step("no conflict, taken back", async () => {
    await flags.getByRole("button", { name: "Not a conflict" }).click();
    // A toast stays for eight seconds, so it comes first.
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect(page.getByText("Taken back.", { exact: true }).last()).toBeVisible();
    await expect(flags).toBeVisible();
  });

  await test.step("one supersedes the other", async () => {
    await expect(async () => {
      if (!(await flags.getByRole("button", { name: "DEC-002 supersedes DEC-001" }).isVisible()))
        await flags.getByText("Contradiction").click();
      await flags.getByRole("button", { name: "DEC-002 supersedes DEC-001" }).click({ timeout: 3_000 });
    }).toPass();
    await expect(flags).toBeHidden();
    await page.goto(`${team.base}/decisions/1`);
    await expect(detail(page, "DEC-001").getByText("Follow that one.")).toBeVisible();
  });
});

test("on a phone the history starts at its newest decision", async ({ page }) => {
  const team = await aTeam(page, "Long history");
  await decide(page, team, { title: "Keep one database", decidedOn: "2022-01-10T09:00:00.000Z" });
  await decide(page, team, { title: "Split the queue off" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${team.base}/decisions`);
  const history = page.getByRole("region", { name: "Decision history" });
  await expect(history.getByRole("link", { name: /^DEC-002/ })).toBeInViewport();
  await expect(history.getByRole("link", { name: /^DEC-001/ })).not.toBeInViewport();
  await expectNoSidewaysScroll(page, "a long history on a phone");
});

test("a review that is due is found by its filter and settled by a person", async ({ page }) => {
  const team = await aTeam(page, "Due");
  await decide(page, team, { title: "Retry by hand", risk: "high" });
  await decide(page, team, { title: "Log as JSON" });
  await page.goto(`${team.base}/decisions`);
  await page.getByRole("link", { name: "Review due 1" }).click();
  await expect(page).toHaveURL(/due=1/);
  await expect(page.getByRole("region", { name: "Decisions", exact: true }).getByRole("listitem")).toHaveCount(1);
  await page.goto(`${team.base}/decisions/1`);
  const shown = detail(page, "DEC-001");
  await expect(shown.getByText("Its risk is high, and no evidence is linked.")).toBeVisible();
  await shown.getByRole("button", { name: "Still holds" }).click();
  await expect(shown.getByText(/that it\s+still holds/)).toBeVisible();
  await expect(shown.getByRole("button", { name: "Still holds" })).toBeHidden();
});

test("a viewer reads drafts and flags and can do nothing with them", async ({ page, browser }) => {
  const team = await aTeam(page, "Looker");
  await decide(page, team, { title: "A draft of ours" }, "draft");
  const invite = { team: team.slug, role: "viewer", email: null };
  const { token } = await change<{ token: string }>(page, "invites.create", invite);
  const context = await browser.newContext();
  const viewer = await context.newPage();
  await signUp(viewer, aPerson("Looker"));
  await change(viewer, "invites.accept", { token });
  await viewer.goto(`${team.base}/decisions/review`);
  await expect(viewer.getByRole("heading", { name: "A draft of ours" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button", { name: /Accept|Dismiss|Merge|Later/ })).toHaveCount(0);
  await viewer.goto(`${team.base}/decisions/1`);
  await expect(
    detail(viewer, "DEC-001").getByText("Draft: nobody has accepted it yet.", { exact: false }),
  ).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button", { name: /Accept|Reject|Still holds/ })).toHaveCount(0);
  await context.close();
});
