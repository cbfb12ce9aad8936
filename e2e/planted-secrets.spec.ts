import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { plantedSecrets } from "../server/core/redact/testing/planted-secrets";
import { SessionBatch } from "./support/session-batch";
import { aTeam, waitForAnalysis } from "./support/team";
import { test } from "./support/test";

test("secrets of an upload show on no page, in no download and in no log", async ({ page }) => {
  test.setTimeout(120_000);
  const secrets = plantedSecrets();
  expect(secrets.length).toBeGreaterThanOrEqual(30);
  const team = await aTeam(page, "Vault");
  const session = new SessionBatch({ id: "vault-1", title: secrets[0]?.line, branch: "main" });
  for (const { line } of secrets) {
    session
      .said(line)
      .called("Bash", { command: `deploy ${line}` }, line, { outcome: "error", exitCode: 1 })
      .answered(line);
  }
  const number = await session.uploadTo(page.request, team);
  await waitForAnalysis(page, team);

  const one = `${team.base}/sessions/${number}`;
  const places = [
    team.base,
    `${team.base}/sessions`,
    one,
    ...session.events.map(({ id }) => `${one}/text?event=${id}`),
    ...["list", "sessions", "agents", "skills", "tools"].map(
      (name) => `${team.base}/sessions/export/${name}?range=all`,
    ),
    `${team.base}/failures`,
    `${team.base}/failures/1`,
    `${team.base}/decisions`,
    `${team.base}/handoffs`,
    `${team.base}/handoffs/1`,
    `${team.base}/handoffs/1/markdown`,
  ];
  for (const place of places) {
    const answer = await page.request.get(place);
    expect(answer.status(), place).toBe(200);
    expect(shown(await answer.text()), place).toEqual([]);
  }
  await page.goto(one);
  await expect(page.locator("[role=row][data-index]").first()).toBeVisible();
  expect(shown(await page.content()), one).toEqual([]);
  expect(shown(readLogs()), "logs").toEqual([]);

  function shown(text: string): string[] {
    return secrets.filter(({ secret }) => text.includes(secret)).map(({ kind }) => kind);
  }
});

function readLogs(): string {
  const folder = path.join(process.env["E2E_DATA"] ?? "", "logs");
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  return files.map((file) => readFileSync(path.join(folder, file), "utf8")).join("\n");
}
