import { readFileSync } from "node:fs";
import { type Download, expect, type Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { change, query } from "./support/api";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe";
import { asOwner } from "./support/owner";
import { aTeam } from "./support/team";
import { test } from "./support/test";

test.use({ actionTimeout: 20_000 });

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const result = (page: Page) => page.getByRole("region", { name: "Result" });
const chooseFiles = (page: Page) => page.getByLabel("files or a ZIP");

async function downloaded(page: Page, base: string, name: string): Promise<Buffer> {
  await page.goto(`${base}/settings/exchange`);
  const waiting: Promise<Download> = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  return readFileSync(await (await waiting).path());
}

/** The files of a folder's ZIP; a project's own name is the only thing that may differ between two. */
function filesOf(zip: Buffer, projectName: string): [string, string][] {
  return Object.entries(unzipSync(new Uint8Array(zip))).map(([path, bytes]) => {
    const text = strFromU8(bytes);
    return [path, path.endsWith("config.toml") ? text.replace(projectName, "the project") : text];
  });
}

test("the demo's .context goes into another project, after a look, and equals the first", async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await asOwner(browser);
  const page = await context.newPage();
  const demo = (await query<{ slug: string }[]>(page, "teams.mine", {})).find(({ slug }) => slug === "harbor");
  const projects = await query<{ slug: string; name: string }[]>(page, "projects.list", { team: demo?.slug });
  // The owner's own project of the first start is in the team too.
  const first = projects.find(({ slug }) => slug === "billing-api");
  if (!demo || !first) throw new Error("There is no demo team.");
  const made = await change<{ slug: string }>(page, "projects.create", {
    team: demo.slug,
    name: "Copy of the demo",
    timeZone: "UTC",
  });
  const base = `/${demo.slug}/${made.slug}`;

  const zip = await downloaded(page, `/${demo.slug}/${first.slug}`, "context.zip");
  const files = filesOf(zip, first.name);
  expect(files.map(([path]) => path)).toContain(".context/decisions/DEC-001.md");

  await test.step("the preview says what is new, and nothing is written yet", async () => {
    await page.goto(`${base}/settings/exchange`);
    await chooseFiles(page).setInputFiles({ name: "context.zip", mimeType: "application/zip", buffer: zip });
    await expect(preview(page).getByText(/^\d+ new/)).toBeVisible();
    await expectAccessible(page, "the preview of an import");
    await expectNoSidewaysScroll(page, "the preview of an import");
    const { total } = await query<{ total: number }>(page, "decisions.list", { team: demo.slug, project: made.slug });
    expect(total).toBe(0);
  });

  await test.step("the import names what it wrote, with the way to it", async () => {
    await preview(page)
      .getByRole("button", { name: /^Import \d+ records/ })
      .click();
    await expect(result(page).getByText(/^Imported/)).toBeVisible();
    await result(page)
      .getByRole("link", { name: /decisions$/ })
      .click();
    await expect(page).toHaveURL(`${base}/decisions`);
    await expect(page.getByRole("heading", { level: 1, name: /^Decisions/ })).toBeVisible();
  });

  await test.step("the copy's own export is the same, and importing it again changes nothing", async () => {
    const again = await downloaded(page, base, "context.zip");
    expect(filesOf(again, "Copy of the demo")).toEqual(files);
    await chooseFiles(page).setInputFiles({ name: "context.zip", mimeType: "application/zip", buffer: again });
    await expect(preview(page).getByText(/^\d+ the same already\.$/)).toBeVisible();
    await expect(preview(page).getByRole("button", { name: "Import" })).toHaveAttribute("aria-disabled", "true");
  });
  await context.close();
});

test("a damaged file says what it lost, a taken number asks, and the rest is imported", async ({ page }) => {
  test.setTimeout(120_000);
  const team = await aTeam(page, "Exchange");
  const at = { team: team.slug, project: team.project };
  await change(page, "decisions.record", { ...at, decision: { title: "Ours" }, status: "accepted" });
  const log = [
    '{"id":"DEC-001","title":"Theirs","status":"accepted"}',
    "{this line is broken",
    '{"id":"DEC-002","title":"Keep money in cents","status":"accepted","supersedes":["DEC-001"]}',
    '{"id":"DEC-003","title":"Unwanted","status":"proposed"}',
  ].join("\n");

  await page.goto(`${team.base}/settings/exchange`);
  await chooseFiles(page).setInputFiles([
    { name: "DECISIONS.jsonl", mimeType: "text/plain", buffer: Buffer.from(log) },
    { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0xff, 0x00]) },
  ]);
  await expect(preview(page).getByText("2 new, 1 conflict, 1 unreadable.")).toBeVisible();
  const places = preview(page).getByRole("list", { name: "Places that could not be read" });
  await expect(places.getByText("DECISIONS.jsonl:2")).toBeVisible();
  await expect(preview(page).getByText(/Not read.*photo\.png/)).toBeVisible();
  await expect(preview(page).getByText("DEC-001 → DEC-004")).toBeVisible();
  await expectAccessible(page, "a preview with problems");

  await preview(page).getByLabel("DEC-003: what to do").selectOption("Leave out");
  await preview(page).getByRole("button", { name: "Import 2 records" }).click();
  await expect(result(page).getByText(/^Imported/)).toBeVisible();

  await page.goto(`${team.base}/decisions/2`);
  await expect(page.getByRole("heading", { name: /Keep money in cents/ }).first()).toBeVisible();
  const { rows } = await query<{ rows: { number: number; title: string }[] }>(page, "decisions.list", at);
  expect(rows.map(({ number, title }) => `${number} ${title}`).sort()).toEqual([
    "1 Ours",
    "2 Keep money in cents",
    "4 Theirs",
  ]);
});
