import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
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

/** Signs up through the service that the form uses; the page is signed in afterwards. */
export async function signUp(page: Page, person: Person): Promise<void> {
  const response = await page.request.post("/api/auth/sign-up/email", {
    data: person,
    headers: { origin: ownOrigin() },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** A person, a team, a project and a key, without a click: for tests whose subject comes after them. */
export async function aTeam(page: Page, name: string): Promise<Team> {
  const owner = aPerson(`Owner of ${name}`);
  await signUp(page, owner);
  const { request } = page;
  const { slug } = await change<{ slug: string }>({ request }, "teams.create", {
    name: `${name} ${randomUUID().slice(0, 6)}`,
  });
  const made = await change<{ slug: string }>({ request }, "projects.create", {
    team: slug,
    name: "billing-api",
    timeZone: "Europe/Berlin",
  });
  const { secret } = await change<{ secret: string }>({ request }, "keys.create", {
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
