import { expect } from "@playwright/test";
import { asOwner } from "./support/owner";
import { ownerLink } from "./support/owner-link";
import { test } from "./support/test";

test("a stranger is led to sign-in, without an error on the page", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test("the owner's link from the terminal signs in once", async ({ browser }) => {
  const owner = await asOwner(browser);
  const page = await owner.newPage();
  await page.goto("/");
  await expect(page).not.toHaveURL(/\/sign-in/);
  await owner.close();

  const another = await browser.newPage();
  await another.goto(ownerLink());
  await expect(another).toHaveURL(/\/sign-in/);
  await another.close();
});

test("the server says that it and its database are well", async ({ request }) => {
  const answer = await request.get("/api/health");
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toEqual({ status: "ok", database: "ok" });
});
