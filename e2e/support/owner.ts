import { existsSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { ownerLink } from "./owner-link";

/**
 * A browser of the server's owner, who has the demo team. The link works once, so the first test that asks signs in and
 * keeps the cookie beside the server's data; later ones take it from there.
 */
export async function asOwner(browser: Browser): Promise<BrowserContext> {
  const kept = path.join(process.env["E2E_DATA"] ?? "", "owner-browser.json");
  if (existsSync(kept)) return browser.newContext({ storageState: kept });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(ownerLink());
  // A link that was used is lost to the tests that follow, so this waits longer than a page should need.
  await expect(page).not.toHaveURL(/\/sign-in/, { timeout: 60_000 });
  await context.storageState({ path: kept });
  await page.close();
  return context;
}
