import { expect, type Page } from "@playwright/test";
import { query } from "./api";
import { SessionBatch } from "./session-batch";
import { aTeam, type Team, waitForAnalysis } from "./team";

const LATER_STEPS = 40;

export function linesOf(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `export const ${name}${at} = priceOf(${at * 7});`).join("\n");
}

/**
 * What a page of a session has to show: a file read twice, a test that fails before it passes, the rules of the project
 * read twice (protected), and enough quiet steps for a plan to take the first two.
 */
function billing(id: string, client: string): SessionBatch {
  const batch = new SessionBatch({ id, title: "Round the invoices", client, branch: "fix/rounding" })
    .said("Round the invoices half up, and add a test.")
    .called("Read", { file_path: "/app/AGENTS.md" }, linesOf("rule", 40))
    .called("Read", { file_path: "/app/src/prices.ts" }, linesOf("price", 160))
    .called("Read", { file_path: "/app/src/prices.ts" }, linesOf("price", 160))
    .called("Read", { file_path: "/app/AGENTS.md" }, linesOf("rule", 40))
    .called("Bash", { command: "npm test -- prices" }, `FAIL src/prices.test.ts\n${linesOf("stack", 60)}`, {
      outcome: "error",
      exitCode: 1,
    })
    .called("Edit", { file_path: "/app/src/prices.ts", old_string: "a", new_string: "b" }, "Edited.")
    .called("Bash", { command: "npm test -- prices" }, "PASS src/prices.test.ts", { exitCode: 0 });
  for (let at = 1; at <= LATER_STEPS; at++) {
    batch.called("Read", { file_path: `/app/src/forms/form-${at}.ts` }, linesOf(`form${at}_`, 45));
  }
  return batch.answered("The invoices are rounded half up, and the test passes.");
}

export type Billing = { team: Team; number: number; address: string };

export async function aBilling(page: Page, name: string, client = "claude-code"): Promise<Billing> {
  const team = await aTeam(page, name);
  const number = await billing(name.toLowerCase().replaceAll(" ", "-"), client).uploadTo(page.request, team);
  await waitForAnalysis(page, team);
  return { team, number, address: `${team.base}/sessions/${number}` };
}

type Event = { row: { ref: string }; transitions: { to: string; actor: string; retained: string | null }[] };

export function readEvent(page: Page, team: Team, number: number, ref: string): Promise<Event> {
  return query<Event>(page, "sessions.event", { team: team.slug, project: team.project, number, ref });
}

/** The result of the nth call of a tool, by the ids that the batch gives: call and result follow each other. */
export async function refOf(page: Page, team: Team, number: number, label: string, nth = 0): Promise<string> {
  const place = { team: team.slug, project: team.project, number };
  const found = await query<{ rows: { ref: string; kind: string; label: string }[] }>(page, "sessions.timeline", {
    ...place,
    thread: "main",
    limit: 500,
  });
  const results = found.rows.filter((row) => row.kind === "tool_result" && row.label.includes(label));
  const ref = results[nth]?.ref;
  expect(ref, `A result of ${label} among ${found.rows.length} events.`).toBeDefined();
  return ref ?? "";
}

export const panel = (page: Page) => page.getByRole("complementary").filter({ has: page.locator("#why") });
export const residency = (page: Page, name: string) => panel(page).getByRole("radio", { name });
