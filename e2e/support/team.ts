import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Cookie, expect, type Page, test } from "@playwright/test";
import { change, ownOrigin, query } from "./api";

export type Person = { name: string; email: string; password: string };

/** A team of its own for a test, with one project and a key that may write and read there. */
export type Team = { slug: string; project: string; base: string; key: string; owner: Person };

/** Names are unique, because all tests share one server. */
export function aPerson(name: string): Person {
  const id = randomUUID().slice(0, 8);
  return {
    name,
    email: `${name.toLowerCase().replaceAll(/\W+/g, "-")}-${id}@example.org`,
    password: `quiet-river-${id}`,
  };
}

/** Sign-up takes ten people a minute from one address; a quick machine gets there. */
const SIGN_UP_PATIENCE_MS = 70_000;

/** Signs up through the service that the form uses; the page is signed in afterwards. */
export async function signUp(page: Page, person: Person): Promise<void> {
  const send = () => page.request.post("/api/auth/sign-up/email", { data: person, headers: { origin: ownOrigin() } });
  let response = await send();
  if (response.status() === 429) {
    const waitMs = Math.min(SIGN_UP_PATIENCE_MS, 1_000 * Number(response.headers()["x-retry-after"] ?? 60));
    test.setTimeout(test.info().timeout + waitMs);
    await page.waitForTimeout(waitMs);
    response = await send();
  }
  expect(response.status(), await response.text()).toBe(200);
}

type Kept = { person: Person; cookies: Cookie[] };

/** One person owns the teams of all tests that do not care who it is; the cookie is kept beside the server's data. */
async function signInAsTester(page: Page): Promise<Person> {
  const file = path.join(process.env["E2E_DATA"] ?? "", "tester.json");
  if (existsSync(file)) {
    const { person, cookies }: Kept = JSON.parse(readFileSync(file, "utf8"));
    await page.context().addCookies(cookies);
    return person;
  }
  const person = aPerson("Tester");
  await signUp(page, person);
  writeFileSync(file, JSON.stringify({ person, cookies: await page.context().cookies() } satisfies Kept));
  return person;
}

/** A team with a project and a key, without a click: for tests whose subject comes after them. */
export async function aTeam(page: Page, name: string, { ofItsOwnPerson = false } = {}): Promise<Team> {
  const owner = ofItsOwnPerson ? aPerson(`Owner of ${name}`) : await signInAsTester(page);
  if (ofItsOwnPerson) await signUp(page, owner);
  const { slug } = await change<{ slug: string }>(page, "teams.create", {
    name: `${name} ${randomUUID().slice(0, 6)}`,
  });
  const made = await change<{ slug: string }>(page, "projects.create", {
    team: slug,
    name: "billing-api",
    timeZone: "Europe/Berlin",
  });
  const { secret } = await change<{ secret: string }>(page, "keys.create", {
    team: slug,
    name: "e2e",
    scopes: ["ingest", "read"],
    projects: [made.slug],
    expiresInDays: 1,
  });
  return { slug, project: made.slug, base: `/${slug}/${made.slug}`, key: secret, owner };
}

/** Waits until the worker has analysed everything that was uploaded to the project. */
export async function waitForAnalysis(page: Page, team: Team): Promise<void> {
  await expect
    .poll(
      async () => {
        const input = { team: team.slug, project: team.project };
        const { lag } = await query<{ lag: { sessions: number; failed: number } }>(page, "telemetry.overview", input);
        return lag;
      },
      { timeout: 60_000, message: "The worker should have analysed all sessions." },
    )
    .toMatchObject({ sessions: 0, failed: 0 });
}
