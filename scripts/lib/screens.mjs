// Every page of the product in one table: the accessibility tests look at them, and the screenshots draw them. A page
// that is not here is looked at by nobody.

export const OUTSIDE = [
  { name: "sign-in", address: "/sign-in", heading: /^Sign in$/, who: "stranger" },
  { name: "sign-up", address: "/sign-up", heading: /^Sign up$/, who: "stranger" },
  { name: "sign-in-link", address: "/sign-in/link", heading: /./, who: "stranger" },
];

export async function demoScreens(page) {
  const place = await findPlace(page);
  const links = await linkScreens(page, place);
  return [...rooms(place), ...sessionScreens(place), ...settings(place), ...links, ...overlays(place)];
}

/** Pages behind a token, which is made for them: an invitation, and a note for readers without an account. */
async function linkScreens(page, { base, team }) {
  const [teamSlug, project] = base.split("/").slice(1).map(decodeURIComponent);
  const invite = await change(page, "invites.create", { team: teamSlug, role: "viewer" });
  const share = await change(page, "handoffs.share", { team: teamSlug, project, number: 1, days: 1 });
  return [
    { name: "members", address: `${team}/settings/members`, heading: /^Members/ },
    { name: "invite", address: `/invite/${invite.token}`, heading: /./, who: "stranger" },
    { name: "invite-unknown", address: "/invite/no-such-token", heading: /./, who: "stranger" },
    { name: "shared-note", address: `/s/${share.token}`, heading: /./, who: "stranger" },
  ];
}

/** Calls a mutation of the API as the person of the page. */
async function change(page, path, data) {
  const { origin } = new URL(page.url());
  const response = await page.request.post(`${origin}/api/trpc/${path}`, { data, headers: { origin } });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()).result.data;
}

/** Where the demo is, and its noisiest session. */
async function findPlace(page) {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const base = new URL(page.url()).pathname;
  await page.goto(`${base}/sessions?range=all&sort=noise`);
  const session = await page.locator(`tbody a[href*="/sessions/"]`).first().getAttribute("href");
  return { base, team: `/${base.split("/")[1]}`, session: new URL(session ?? "", "http://x").pathname };
}

function rooms({ base }) {
  return [
    { name: "overview", address: base, heading: /^Overview/ },
    { name: "overview-tables", address: base, heading: /^Overview/, prepare: openTables },
    { name: "overview-nothing", address: `${base}?agent=nobody&pass=nonsense`, heading: /^Overview/ },
    { name: "agents", address: `${base}/agents?range=all`, heading: /^Agents/ },
    { name: "agent", address: `${base}/agents/main?range=all`, heading: /main/ },
    { name: "skills", address: `${base}/skills?range=all`, heading: /^Skills/ },
    { name: "skill", address: `${base}/skills/code-review?range=all`, heading: /code-review/ },
    { name: "sessions", address: `${base}/sessions?range=all&sort=noise`, heading: /^Sessions/ },
    { name: "decisions", address: `${base}/decisions`, heading: /^Decisions/ },
    { name: "decision", address: `${base}/decisions/1`, heading: /./ },
    { name: "decision-new", address: `${base}/decisions/new`, heading: /./ },
    { name: "decision-edit", address: `${base}/decisions/1/edit`, heading: /./ },
    { name: "decision-review", address: `${base}/decisions/review`, heading: /^Review drafts/ },
    { name: "failures", address: `${base}/failures`, heading: /^Failures/ },
    { name: "failure", address: `${base}/failures/1`, heading: /./ },
    { name: "failure-new", address: `${base}/failures/new`, heading: /./ },
    { name: "failure-edit", address: `${base}/failures/1/edit`, heading: /./ },
    { name: "handoffs", address: `${base}/handoffs`, heading: /^Handoffs/ },
    { name: "handoff", address: `${base}/handoffs/1`, heading: /./ },
    { name: "handoff-edit", address: `${base}/handoffs/1/edit`, heading: /./ },
    { name: "handoff-versions", address: `${base}/handoffs/1/versions`, heading: /./ },
    { name: "summaries", address: `${base}/summaries`, heading: /^Session summaries/ },
    { name: "summary", address: `${base}/summaries/1`, heading: /./ },
    { name: "summary-edit", address: `${base}/summaries/1/edit`, heading: /^Edit SUM-001/ },
    { name: "summary-versions", address: `${base}/summaries/1/versions`, heading: /^Versions of SUM-001/ },
    { name: "constraints", address: `${base}/rules/constraints`, heading: /^Constraints/ },
    { name: "constraint", address: `${base}/rules/constraints/1`, heading: /./ },
    { name: "constraint-new", address: `${base}/rules/constraints/new`, heading: /^New constraint/ },
    { name: "constraint-edit", address: `${base}/rules/constraints/1/edit`, heading: /^Edit CON-001/ },
    { name: "preferences", address: `${base}/rules/preferences`, heading: /^Preferences/ },
    { name: "preference-new", address: `${base}/rules/preferences/new`, heading: /^New preference/ },
    { name: "documents", address: `${base}/rules/documents`, heading: /^Documents/ },
    { name: "document-diff", address: `${base}/rules/documents?path=AGENTS.md&diff=1-2`, heading: /^Documents/ },
    { name: "document-upload", address: `${base}/rules/documents/new`, heading: /^Upload a document/ },
    { name: "search", address: `${base}/search?q=webhook+retry`, heading: /^Search/ },
    { name: "not-found", address: `${base}/sessions/999999`, heading: /^There is nothing here$/ },
  ];
}

function sessionScreens({ session }) {
  const of = (name, query, rest = {}) => ({ name, address: `${session}${query}`, heading: /./, ...rest });
  return [
    of("session", "", { wholePage: false }),
    of("session-whole", ""),
    of("session-why", "?noise=proven", { prepare: openFirstRow, wholePage: false }),
    of("session-preview", "?preview=1"),
    of("session-tiers", "?view=tiers"),
    of("session-runs", "?view=runs"),
    of("session-blocked", "?view=blocked"),
    of("session-changes", "?view=changes"),
    of("session-checkpoints", "?view=checkpoints"),
  ];
}

function settings({ base, team }) {
  return [
    { name: "policy", address: `${base}/settings/policy`, heading: /^Policy/ },
    { name: "keys", address: `${base}/settings/keys`, heading: /^API keys/ },
    {
      name: "keys-new",
      address: `${base}/settings/keys`,
      heading: /^API keys/,
      prepare: openKeyForm,
      wholePage: false,
    },
    { name: "connect", address: `${base}/settings/connect`, heading: /./ },
    { name: "exchange", address: `${base}/settings/exchange`, heading: /./ },
    { name: "project-settings", address: `${base}/settings/project`, heading: /./ },
    { name: "team-settings", address: `${team}/settings/team`, heading: /./ },
    { name: "audit", address: `${team}/settings/audit`, heading: /./ },
    { name: "account", address: "/account", heading: /./ },
    { name: "new-project", address: `${team}/new`, heading: /./ },
    { name: "new-team", address: "/new", heading: /./ },
  ];
}

function overlays({ base, session }) {
  const over = (name, address, prepare) => ({ name, address, heading: /./, prepare, wholePage: false });
  return [
    over("palette", base, openPalette),
    over("palette-found", session, findInPalette),
    over("palette-archive", base, searchArchive),
    over("shortcuts", session, openShortcuts),
    over("demo-remove", base, askToRemoveDemo),
  ];
}

async function openTables(page) {
  // A button says the opposite once it is pressed, so the first one left is always the next.
  const button = page.getByRole("button", { name: "Show as table" }).first();
  while (await button.isVisible()) await button.click();
}

async function openFirstRow(page) {
  await page.locator("[role=row][data-index]").first().click();
  await page.getByRole("heading", { name: /^(Why )?this /i }).waitFor();
  await page.getByRole("heading", { name: "What the rules say" }).waitFor();
}

async function openKeyForm(page) {
  await page.getByRole("button", { name: "New key" }).first().click();
  await page.getByRole("dialog", { name: "New key" }).waitFor();
}

/** The frame answers keys once React runs in it, which a page that was just loaded does not tell. */
async function pressUntil(page, key, dialog) {
  for (let attempt = 0; attempt < 20; attempt++) {
    await page.keyboard.press(key);
    const isOpen = await dialog.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
  }
  throw new Error(`${key} opened nothing.`);
}

async function openPalette(page) {
  await pressUntil(page, "Control+k", page.getByRole("combobox"));
}

async function findInPalette(page) {
  await openPalette(page);
  await page.getByRole("combobox").fill("web");
  await page.getByRole("option").first().waitFor();
  await page.waitForTimeout(800);
}

async function searchArchive(page) {
  await openPalette(page);
  await page.getByRole("combobox").fill("context search");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox").fill("error");
  await page.getByRole("option").first().waitFor();
  await page.waitForTimeout(800);
}

async function openShortcuts(page) {
  await pressUntil(page, "?", page.getByRole("dialog", { name: "Keyboard" }));
}

async function askToRemoveDemo(page) {
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("dialog", { name: "Remove the demo" }).waitFor();
}
