import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DocumentView } from "@/server/core/rules/document";
import type { RuleView } from "@/server/core/rules/views";
import { DocumentDetail } from "./document-detail";
import { DocumentsScreen } from "./documents-screen";
import { RuleDetail } from "./rule-detail";

const BASE = { team: "harbor", project: "billing-api" };
const NOW = "2026-11-27T10:00:00.000Z";

function aRule(change: Partial<RuleView["versions"][number]> = {}): RuleView {
  const version = {
    version: 1,
    status: "active" as const,
    title: "Never edit dist",
    text: "It is <b>built</b>.",
    reason: "",
    affectedPaths: ["dist/**"],
    tags: ["build"],
    evidence: [{ kind: "event", session: 12, ref: "01a4", note: "Said in a prompt." }],
    author: { kind: "system", name: "analysis" },
    createdAt: NOW,
    ...change,
  };
  return {
    number: 1,
    timeZone: "UTC",
    asOf: NOW,
    mayWrite: false,
    told: "CON-001: Never edit dist",
    versions: [version],
  };
}

function aDocument(text: string): DocumentView {
  const author = { kind: "member", name: "Mei Lin" };
  return {
    path: "AGENTS.md",
    kind: "agents",
    version: 1,
    tokens: 12,
    updatedAt: NOW,
    removedAt: null,
    timeZone: "UTC",
    asOf: NOW,
    mayWrite: false,
    shown: 1,
    text,
    versions: [{ version: 1, tokens: 12, sha256: "a".repeat(64), author, createdAt: NOW }],
  };
}

const PLACE = { path: "AGENTS.md", isRaw: false, diff: null, isRemoved: false, cursor: null };

describe("a rule", () => {
  it("links its evidence and its paths, and shows markup as text", () => {
    const html = renderToStaticMarkup(<RuleDetail base={BASE} kind="constraint" rule={aRule()} diff={null} />);
    expect(html).toContain("/harbor/billing-api/sessions/12?event=01a4");
    expect(html).toContain("/harbor/billing-api/rules/constraints?path=dist%2F**");
    expect(html).toContain("&lt;b&gt;built&lt;/b&gt;");
    expect(html).not.toContain("Agents are not told it.");
  });

  it.each([
    ["proposed", "Said in a session, and accepted by nobody yet."],
    ["retired", "This preference is retired."],
  ] as const)("that is %s says at its top that agents are not told it", (status, said) => {
    const rule = aRule({ status });
    const html = renderToStaticMarkup(<RuleDetail base={BASE} kind="preference" rule={rule} diff={null} />);
    expect(html).toContain(said);
    expect(html.indexOf("Agents are not told it.")).toBeLessThan(html.indexOf("<header"));
    expect(html).not.toContain("Holds for");
  });
});

describe("a document", () => {
  const detail = (document: DocumentView, compared: { before: DocumentView; after: DocumentView } | null = null) =>
    renderToStaticMarkup(<DocumentDetail base={BASE} document={document} place={PLACE} compared={compared} />);

  it("is rendered, its scripts as text, and names of records as links", () => {
    const html = detail(aDocument("# Rules\n\n<script>alert(1)</script>\n\nSee DEC-001."));
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script>");
    expect(html).toContain("/harbor/billing-api/decisions/1");
  });

  it("has an outline without gaps, whatever its text begins with", () => {
    const levels = [...detail(aDocument("### Deep\n\n# Top\n")).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.length).toBeGreaterThan(3);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? level)).toBeLessThanOrEqual(1);
  });

  it("shows what changed between two versions", () => {
    const [before, after] = [aDocument("one\n"), { ...aDocument("two\n"), shown: 2 }];
    const html = detail(after, { before, after });
    expect(html.match(/aria-label="Version 2 against version 1"/g)).toHaveLength(1);
    expect(html).toContain("1 line added, 1 removed");
  });
});

describe("the page of the documents", () => {
  it("has a list that j and k walk through", () => {
    const document = aDocument("# Rules\n");
    const list = { timeZone: "UTC", asOf: NOW, rows: [document], nextCursor: null, mayWrite: false };
    const names = { team: "Harbor", project: "Billing" };
    const html = renderToStaticMarkup(
      <DocumentsScreen base={BASE} names={names} place={PLACE} list={list} document={document} compared={null} />,
    );
    expect(html).toMatch(/data-list="".*<li><a[^>]* href="\/harbor\/billing-api\/rules\/documents\?path=AGENTS\.md"/s);
  });
});
