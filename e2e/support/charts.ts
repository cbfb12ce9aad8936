import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Team } from "./team";

/** Reads charts as a person could: their rows with the links, the table twin, the file behind them. */

export type Cells = Record<string, string>;

/** RFC 4180, as the server writes it; answers each line by its heads. */
function parseCsv(text: string): Cells[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text
    .replace(/^\ufeff/, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
    if (end === "") break;
  }
  const [heads = [], ...rows] = lines.filter((line) => line.some((cell) => cell !== ""));
  return rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index] ?? ""])));
}

/** The file of a chart, under the filter of an address such as `?range=all&agent=main`. */
export async function csvOf(page: Page, team: Team, chart: string, query: string): Promise<Cells[]> {
  const response = await page.request.get(`${team.base}/sessions/export/${chart}${query}`);
  expect(response.status(), `${chart}${query}: ${(await response.text()).slice(0, 300)}`).toBe(200);
  return parseCsv(await response.text());
}

export function sumOf(rows: readonly Cells[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column] || 0), 0);
}

export function chart(page: Page, name: string | RegExp): Locator {
  return page.getByRole("region", { name });
}

/** "1,234" and "52.3 %" as numbers; what has no number is null. */
export function numberIn(text: string | undefined): number | null {
  const number = Number((text ?? "").replaceAll(/[,$%\s\u00a0]/g, ""));
  return text === undefined || /[a-z]/i.test(text) || Number.isNaN(number) ? null : number;
}

/** The table twin, each row by its heads without the sign of estimates; the chart is shown again afterwards. */
export async function twinOf(region: Locator): Promise<Cells[]> {
  return test.step("read the table twin", async () => {
    await region.getByRole("button", { name: "Show as table" }).click();
    const table = region.getByRole("region", { name: /, as a table$/ }).getByRole("table");
    await expect(table).toBeVisible();
    const rows = await table.evaluate((element) => {
      const texts = (row: Element) => [...row.children].map((cell) => cell.textContent ?? "");
      const [head, ...body] = [...element.querySelectorAll("tr")].map(texts);
      return body.map((row) =>
        Object.fromEntries((head ?? []).map((name, index) => [name.replace("≈ ", ""), row[index] ?? ""])),
      );
    });
    await region.getByRole("button", { name: "Show as chart" }).click();
    return rows;
  });
}

type Bar = { name: string; href: string };

/** The rows of a bar list with the address that each bar opens. */
async function barsOf(region: Locator): Promise<Bar[]> {
  return region.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector("th [title]")?.textContent?.trim() ?? "",
      href: row.querySelector("td a")?.getAttribute("href") ?? "",
    })),
  );
}

/** The query of an address that leads to the session list. */
export function listQuery(href: string): string {
  const url = new URL(href, "http://list");
  expect(url.pathname, href).toMatch(/\/sessions$/);
  return url.search;
}

/** Heads of the twin, and the columns of the files that must have the same numbers. */
const FIGURES: readonly (readonly [string, string])[] = [
  ["Added", "added_tokens"],
  ["Duplicate", "duplicate_tokens"],
  ["Resolved error", "resolved_error_tokens"],
  ["Superseded", "superseded_tokens"],
  ["Idle", "idle_tokens"],
  ["Noise", "proven_noise_tokens"],
];

export function expectEqual(row: Cells | undefined, rows: readonly Cells[], what: string): void {
  expect(row, `${what} is in the table`).toBeDefined();
  for (const [head, column] of FIGURES) {
    // A file of one kind of noise has no column for the others, nor for their sum.
    if (row?.[head] === undefined || (rows.length > 0 && !rows.some((line) => column in line))) continue;
    expect(numberIn(row[head]), `${head} of ${what}`).toBe(sumOf(rows, column));
  }
}

/** A session's fullest request lies in the tenth of the window that a column names: "40 to 50 %". */
export function expectInTenth({ peak_context_tokens: peak, window_tokens: size }: Cells, tenth: string): void {
  const share = Number(peak) / Number(size);
  const from = tenth === "over the window" ? 1 : Number.parseInt(tenth, 10) / 100;
  expect(share, `${peak} of ${size}`).toBeGreaterThanOrEqual(from);
  if (from < 1) expect(share, `${peak} of ${size}`).toBeLessThan(from + 0.1);
}

/** Bars, twin, file and the lists that the bars open: all the same numbers. */
export async function walkBars(
  page: Page,
  team: Team,
  title: string,
  file: Cells[],
  rowsOf: (name: string) => Cells[],
) {
  const region = chart(page, title);
  const bars = await barsOf(region);
  const twin = await twinOf(region);
  expect(bars.length, `${title} has bars`).toBeGreaterThan(0);
  expect(file.length, `${title} has a file`).toBeGreaterThan(0);
  for (const { name, href } of bars) {
    const row = twin.find((candidate) => Object.values(candidate)[0]?.replace(/[()]/g, "") === name);
    expectEqual(row, rowsOf(name), `${title}, ${name} in the file`);
    expectEqual(row, await csvOf(page, team, "list", listQuery(href)), `${title}, ${name} in its sessions`);
  }
}
