// Playwright's own `test`: ours waits until a page is alive, and here people are faster.
import { expect, type Page, test } from "@playwright/test";
import { aPerson, aTeam, signUp } from "./support/team";
import { untilAlive } from "./support/test";

test.use({ actionTimeout: 20_000 });

/** Scripts of the page wait until the returned function is called, as they do on a slow line. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

test("what is typed into a form before the page is alive is kept and saved", async ({ page }) => {
  const team = await aTeam(page, "Early");
  const letGo = await holdScripts(page);
  await page.goto(`${team.base}/decisions/new`, { waitUntil: "commit" });
  await page.getByLabel("Title").fill("Keep what was typed early");
  await page.getByLabel("Context", { exact: true }).fill("The line is slow.");
  await page.getByLabel("Decision", { exact: true }).fill("Hand it over when the page is alive.");
  await page.getByLabel("Risk").selectOption("high");
  letGo();
  await untilAlive(page);

  await page.getByLabel("Impact").fill("No text is lost.");
  await expect(page.getByLabel("Title")).toHaveValue("Keep what was typed early");
  await expect(page.getByLabel("Context", { exact: true })).toHaveValue("The line is slow.");
  await expect(page.getByLabel("Risk")).toHaveValue("high");
  await page.getByRole("button", { name: "Record decision" }).click();
  await expect(page.getByRole("heading", { name: "Keep what was typed early" })).toBeVisible();
});

test("signing in before the page is alive puts nothing into the address and still signs in", async ({
  page,
  browser,
}) => {
  const person = aPerson("Early bird");
  await signUp(page, person);
  const stranger = await (await browser.newContext()).newPage();
  const addresses: string[] = [];
  stranger.on("framenavigated", (frame) => addresses.push(frame.url()));
  const letGo = await holdScripts(stranger);
  await stranger.goto("/sign-in", { waitUntil: "commit" });
  await stranger.getByLabel("E-mail").fill(person.email);
  await stranger.getByLabel("Password", { exact: true }).fill(person.password);
  await stranger.getByRole("button", { name: "Sign in" }).click();
  await expect(stranger.getByLabel("E-mail")).toHaveValue(person.email);
  letGo();
  await expect(stranger).not.toHaveURL(/sign-in/);
  expect(addresses.join(" ")).not.toMatch(/password|early-bird|%40/i);
  await stranger.context().close();
});
