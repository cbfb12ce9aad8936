import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { blankSummary } from "@/server/core/session-summary/body";
import { writeSessionSummary } from "@/server/core/session-summary/markdown";
import type { SummaryList, SummaryView } from "@/server/core/session-summary/views";
import { ApiProvider } from "../api/provider";
import { ToastProvider } from "../ui/toast";
import { readSummariesPlace } from "./links";
import { SummariesScreen } from "./summaries-screen";
import { SummaryEditor } from "./summary-editor";

const ROUTER = {
  ...{ push: () => undefined, replace: () => undefined, refresh: () => undefined, back: () => undefined },
  ...{ forward: () => undefined, prefetch: () => undefined, hmrRefresh: () => undefined },
  experimental_gesturePush: () => undefined,
  bfcacheId: "",
};

function page(element: ReactElement): { html: string; text: string } {
  const html = renderToStaticMarkup(
    <AppRouterContext.Provider value={ROUTER}>
      <ApiProvider>
        <ToastProvider>{element}</ToastProvider>
      </ApiProvider>
    </AppRouterContext.Provider>,
  ).replaceAll("&amp;", "&");
  return { html, text: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
}

const AT = "2026-11-20T09:00:00.000Z";
const BODY = {
  ...blankSummary({ session: 12, at: "2026-11-20 10:00", client: "codex", agents: ["main"], branch: "main" }),
  worked: [{ text: "test passed: npm test", evidence: ["ctx:e42"] }],
};
const SUMMARY: SummaryView = {
  number: 3,
  version: 2,
  title: "Refunds to the outbox",
  timeZone: "UTC",
  asOf: AT,
  session: { number: 12, title: "Refunds", person: "Mia" },
  body: BODY,
  markdown: writeSessionSummary(BODY),
  isEdited: true,
  updatedAt: AT,
  versions: [
    { version: 2, author: { kind: "member", name: "Mia" }, createdAt: AT },
    { version: 1, author: { kind: "system", name: "analysis" }, createdAt: AT },
  ],
  mayWrite: true,
};
const LIST: SummaryList = {
  timeZone: "UTC",
  asOf: AT,
  rows: [
    {
      ...{ number: 3, version: 2, title: "Refunds to the outbox", session: 12, client: "codex", person: "Mia" },
      ...{ agents: ["main"], branch: "main", editedBy: "Mia", worked: 1, failed: 0, remaining: 2, blockers: 1 },
      lastAt: AT,
    },
  ],
  total: 1,
  found: 1,
  facets: { people: [{ value: "Mia", count: 1 }], agents: [], branches: [] },
  nextCursor: null,
};
const base = { team: "harbor", project: "billing-api" };

function screen(list: SummaryList, query: string, chosen: SummaryView | null) {
  const place = readSummariesPlace(new URLSearchParams(query));
  const names = { team: "Harbor", project: "Billing" };
  return page(<SummariesScreen base={base} names={names} list={list} place={place} chosen={chosen} first={null} />);
}

describe("the page of the summaries", () => {
  it("shows the list beside the chosen one, with what can be done with it", () => {
    const { html, text } = screen(LIST, "person=Mia", SUMMARY);
    expect(text).toContain("1 worked, 0 failed, 2 left, 1 blocker");
    expect(html).toContain('href="/harbor/billing-api/summaries/3?person=Mia"');
    expect(html).toContain('href="/harbor/billing-api/summaries/3/edit"');
    expect(html).toContain('href="/harbor/billing-api/summaries/3/versions?from=1&to=2"');
    expect(html).toContain('href="/harbor/billing-api/sessions/12"');
    expect(text).toContain("edited by Mia");
    expect(text).toContain("v2 edited");
    expect(text).toContain("v1 composed");
    expect(text).toContain("Compose again");
  });

  it("offers no change to who may only read", () => {
    expect(screen(LIST, "", { ...SUMMARY, mayWrite: false }).text).not.toContain("Compose again");
  });

  it("says what to do when there is none yet, and when a filter finds none", () => {
    const none = { ...LIST, rows: [], found: 0 };
    expect(screen({ ...none, total: 0 }, "", null).text).toContain("Open sessions");
    expect(screen(none, "q=x", null).text).toContain("No summary matches. There is 1 in all.");
  });
});

describe("the editor of a summary", () => {
  it("opens with the text and its preview, and offers the sections that are not there", () => {
    const opened = { ...SUMMARY.versions[0], version: 2, author: { kind: "member", name: "Mia" }, createdAt: AT };
    const { html, text } = page(
      <SummaryEditor
        base={base}
        number={3}
        opened={{ ...opened, title: SUMMARY.title, markdown: SUMMARY.markdown }}
        session={12}
        timeZone="UTC"
      />,
    );
    expect(html).toContain("- test passed: npm test\n  - Evidence: ctx:e42");
    expect(html).toContain('href="/harbor/billing-api/sessions/12?event=e42"');
    expect(text).toContain("1 of 10 sections told");
    expect(text).toContain("Save v3");
  });
});
