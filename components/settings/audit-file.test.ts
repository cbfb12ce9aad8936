import { expect, it } from "vitest";
import type { AuditItem, AuditPage } from "@/server/api/routers/audit/list";
import { type AuditFormat, auditFile } from "./audit-file";

const item = (id: number): AuditItem => ({
  id: String(id),
  at: "2026-11-20T09:00:00.000Z",
  actor: { kind: "member", name: id === 1 ? "=Mia" : "Mia", key: null },
  action: "decision.accepted",
  subject: `DEC-00${id}`,
  project: { slug: "billing-api", name: "Billing" },
  detail: [{ name: "title", value: "One, two" }],
});
const page = (ids: readonly number[], nextCursor: string | null): AuditPage => ({
  items: ids.map(item),
  nextCursor,
  actions: [],
  people: [],
  projects: [],
});

async function fileOf(pages: readonly AuditPage[], format: AuditFormat): Promise<string> {
  const [first = page([], null), ...rest] = pages;
  const parts: string[] = [];
  for await (const part of auditFile(first, async () => rest.shift() ?? page([], null), format)) parts.push(part);
  return parts.join("");
}

it("is one JSON list or one table over all pages", async () => {
  const pages = () => [page([1, 2], "a"), page([3], "b"), page([], null)];
  const parsed = JSON.parse(await fileOf(pages(), "json"));
  expect(parsed.map((one: { subject: string }) => one.subject)).toEqual(["DEC-001", "DEC-002", "DEC-003"]);
  expect(parsed[0].detail).toEqual({ title: "One, two" });
  const lines = (await fileOf(pages(), "csv")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe(`2026-11-20T09:00:00.000Z,"'=Mia",,decision.accepted,DEC-001,billing-api,"title: One, two"`);
});

it("of nothing is an empty list, and a table of its head", async () => {
  expect(JSON.parse(await fileOf([page([], null)], "json"))).toEqual([]);
  expect((await fileOf([page([], null)], "csv")).trimEnd().split("\r\n")).toHaveLength(1);
});
