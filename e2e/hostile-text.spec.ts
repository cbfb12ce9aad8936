import { randomUUID } from "node:crypto";
import { type Download, expect, type Page } from "@playwright/test";
import { change } from "./support/api";
import { SessionBatch } from "./support/session-batch";
import { aPerson, aTeam, signUp, type Team, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

/** Each runs if the place where it lands takes text for markup, an address, a script or an attribute. */
const PAYLOADS = {
  element: `<img src=x onerror="window.__xss='element'">`,
  script: `</script><script>window.__xss='script'</script>`,
  attribute: `" onmouseover="window.__xss='attribute'" autofocus onfocus="window.__xss='attribute'" x="`,
  svg: `<svg/onload=alert('svg')>`,
  link: `[open](javascript:window.__xss='link') <javascript:alert('auto')> ![p](javascript:alert('picture'))`,
  remote: `![spy](https://spy.example.org/pixel.png) <iframe src="https://spy.example.org"></iframe>`,
  json: `{"__proto__":{"polluted":true}} \u2028 --></style><style>body{display:none}</style>`,
} as const;

/** What a spreadsheet would run. */
const FORMULA = `=HYPERLINK("https://spy.example.org","x")`;

test("text of sessions, names and notes never runs, on any page", async ({ page }) => {
  test.setTimeout(120_000);
  const alarms = watch(page);
  const team = await hostileTeam(page);
  const sessions = `${team.base}/sessions`;
  const pages = [
    team.base,
    `${team.base}?agent=${encodeURIComponent(PAYLOADS.attribute)}&skill=${encodeURIComponent(PAYLOADS.script)}`,
    sessions,
    `${sessions}?q=${encodeURIComponent(PAYLOADS.script)}`,
    `${sessions}/1`,
    `${sessions}/1?event=${encodeURIComponent(PAYLOADS.script)}&text=${encodeURIComponent(PAYLOADS.attribute)}`,
    `${team.base}/decisions`,
    `${team.base}/decisions/1`,
    `${team.base}/failures`,
    `${team.base}/failures/1`,
    `${team.base}/handoffs`,
    `${team.base}/handoffs/1`,
    `${team.base}/settings/keys`,
    `/${team.slug}/settings/members`,
    `/sign-in?next=${encodeURIComponent("javascript:alert('next')")}`,
  ];
  for (const address of pages) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectQuiet(page, address);
    });
  }

  await test.step("the why panel of each event", async () => {
    await page.goto(`${sessions}/1`);
    const rows = page.locator("[role=row][data-index]");
    await rows.first().click();
    for (let step = 0; step < 24; step++) {
      await expect(page.getByRole("heading", { name: "What the rules say" })).toBeVisible();
      await expectQuiet(page, `event ${step}`);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
    }
    await expect(page.locator("#why")).toBeVisible();
  });

  await test.step("text is shown as it came", async () => {
    await page.goto(`${sessions}/1`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAYLOADS.element);
    await page.goto(`${team.base}/handoffs/1`);
    await expect(page.getByRole("main")).toContainText(PAYLOADS.element);
    expect(await page.locator("main a[href^='javascript:'], main iframe, main img[src*='spy']").count()).toBe(0);
  });
  expect(alarms).toEqual([]);
});

test("cells of every CSV are text to a spreadsheet", async ({ page }) => {
  const team = await hostileTeam(page);
  const exports = ["list", "sessions", "agents", "skills", "tools"];
  const texts: string[] = [];
  for (const name of exports) {
    const response = await page.request.get(`${team.base}/sessions/export/${name}?range=all`);
    if (response.status() === 404) continue; // Not every chart has an export of its own.
    expect(response.status(), name).toBe(200);
    expect(response.headers()["content-disposition"], name).toContain("attachment");
    texts.push(await response.text());
  }
  await page.goto(`${team.base}?range=all`);
  for (const button of await page.getByRole("button", { name: "Download CSV" }).all()) {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    texts.push(await textOf(download));
  }
  expect(texts.length).toBeGreaterThanOrEqual(4);
  const all = texts.join("\n");
  expect(all).toContain("HYPERLINK");
  for (const cell of texts.flatMap(cellsOf)) expect(cell).not.toMatch(/^[=+@\t\r]|^-[^\d.]/);
});

test("names of teams, projects, people and keys never run", async ({ page }) => {
  const alarms = watch(page);
  const person = { ...aPerson("Eve"), name: PAYLOADS.element };
  await signUp(page, person);
  const { slug } = await change<{ slug: string }>(page, "teams.create", { name: PAYLOADS.svg });
  const project = await change<{ slug: string }>(page, "projects.create", {
    team: slug,
    name: PAYLOADS.script,
    timeZone: "UTC",
  });
  await change(page, "keys.create", {
    team: slug,
    name: PAYLOADS.attribute.slice(0, 80),
    scopes: ["read"],
    projects: [project.slug],
    expiresInDays: 1,
  });
  for (const address of [
    `/${slug}/${project.slug}`,
    `/${slug}/${project.slug}/settings/keys`,
    `/${slug}/settings/members`,
    `/${slug}/new`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectQuiet(page, address);
  }
  expect(alarms).toEqual([]);
});

/** What would show that something ran: a dialog, a request to another host, a mark of a payload. */
function watch(page: Page): string[] {
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost") alarms.push(`request to ${request.url()}`);
  });
  page.on("pageerror", (error) => alarms.push(`error: ${error.message}`));
  return alarms;
}

async function expectQuiet(page: Page, where: string): Promise<void> {
  const marks = await page.evaluate(() => ({
    xss: Reflect.get(window, "__xss"),
    polluted: Reflect.get({}, "polluted"),
    hidden: getComputedStyle(document.body).display === "none",
  }));
  expect.soft(marks, where).toEqual({ xss: undefined, polluted: undefined, hidden: false });
}

/** A team whose one session carries payloads in every field that people and agents write. */
async function hostileTeam(page: Page): Promise<Team> {
  const team = await aTeam(page, "Hostile");
  const long = "an ordinary line of text\n".repeat(40);
  const batch = new SessionBatch({
    id: randomUUID(),
    title: PAYLOADS.element,
    branch: PAYLOADS.attribute.slice(0, 100),
    person: PAYLOADS.script,
  });
  batch
    .said(`${PAYLOADS.element} ${PAYLOADS.script}\n\n# ${PAYLOADS.element}\n${PAYLOADS.link}\n${PAYLOADS.remote}`)
    .loaded(PAYLOADS.script, `${PAYLOADS.json}\n${long}`)
    .loaded(FORMULA, `${PAYLOADS.remote}\n${long}`)
    .loaded(FORMULA, `${PAYLOADS.remote}\n${long}`)
    .called(PAYLOADS.attribute, { file_path: PAYLOADS.element }, `${PAYLOADS.link}\n${long}`)
    .called(FORMULA, { query: PAYLOADS.svg }, `${PAYLOADS.remote}\n${long}`)
    .called(FORMULA, { query: PAYLOADS.svg }, `${PAYLOADS.remote}\n${long}`)
    .called(
      "Bash",
      { command: `npm test -- '${PAYLOADS.element}'` },
      `${PAYLOADS.svg}\nError: ${PAYLOADS.script}\n${long}`,
      {
        outcome: "error",
        exitCode: 1,
      },
    )
    .called("Edit", { file_path: `/app/${PAYLOADS.element}`, old_string: "a", new_string: PAYLOADS.script }, "edited")
    .called("Bash", { command: `npm test -- '${PAYLOADS.element}'` }, "1 passed")
    .called("Bash", { command: `make ${PAYLOADS.attribute}` }, `${PAYLOADS.element} failed`, {
      outcome: "error",
      exitCode: 2,
    })
    .called(
      "AskUserQuestion",
      {
        questions: [
          {
            question: `${PAYLOADS.element}?`,
            header: PAYLOADS.svg,
            options: [{ label: PAYLOADS.link }, { label: "No" }],
          },
        ],
      },
      `User has answered your questions: "${PAYLOADS.element}?"="${PAYLOADS.link}"`,
    )
    .called(
      "ExitPlanMode",
      { plan: `# ${PAYLOADS.element}\n1. ${PAYLOADS.link}\n2. ${PAYLOADS.remote}` },
      "User has approved your plan.",
    )
    .called(
      "TodoWrite",
      { todos: [{ content: PAYLOADS.element, status: "pending", activeForm: PAYLOADS.svg }] },
      "Todos kept.",
    )
    .answered(`${PAYLOADS.link}\n\n${PAYLOADS.remote}\n\n${PAYLOADS.json}`)
    .inAgent("sub", PAYLOADS.element)
    .said(PAYLOADS.svg)
    .called("Read", { file_path: "/app/a.ts" }, long)
    .inAgent("formula", FORMULA)
    .called("Read", { file_path: "/app/a.ts" }, long)
    .called("Read", { file_path: "/app/a.ts" }, long);
  await batch.uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  return team;
}

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** Cells of a CSV by RFC 4180, with quotes removed: what a spreadsheet looks at. */
function cellsOf(csv: string): string[] {
  const found = csv.replace(/^\ufeff/, "").matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g);
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
