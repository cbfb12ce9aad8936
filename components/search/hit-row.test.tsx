import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Hit } from "@/server/core/search/everything-view";
import { HitRow } from "./hit-row";

const HIT: Hit = {
  kind: "event",
  id: "event 1",
  number: null,
  subject: null,
  path: null,
  session: 12,
  ref: "0041",
  title: [{ text: "Bash git commit", isMarked: false }],
  snippet: [{ text: "Store the event id", isMarked: false }],
  status: "tool_result",
  at: "2026-11-27T14:00:00.000Z",
  inContext: true,
  residency: "full",
  alsoIn: [],
  alsoNumbers: [],
  alsoInSessions: 0,
};

function textOf(more: Partial<Hit>): string {
  const base = { team: "harbor", project: "billing-api" };
  const html = renderToStaticMarkup(<HitRow base={base} hit={{ ...HIT, ...more }} timeZone="UTC" />);
  return html.replaceAll(/<[^>]*>/g, "");
}

it("says in how many more sessions the same text is, and names them", () => {
  expect(textOf({})).not.toContain("more session");
  expect(textOf({ alsoIn: [{ session: 7, ref: "0002" }], alsoInSessions: 1 })).toContain("and in 1 more sessionS-7");
  const many = textOf({ alsoIn: [{ session: 7, ref: "0002" }], alsoInSessions: 1_250 });
  expect(many).toContain("and in 1,250 more sessions");
  expect(many).toContain("and 1,249 older ones");
});

it("names the notes of other sessions that say the same", () => {
  const note = { kind: "handoff", number: 9, session: null, ref: null } as const;
  expect(textOf({ ...note, alsoNumbers: [4, 3], alsoInSessions: 2 })).toContain("and in 2 more sessionsHND-004HND-003");
});

it("leaves the marks of Markdown headings out of an excerpt", () => {
  const snippet = [{ text: "the same handler. ### Files Modified - a.ts #4711", isMarked: false }];
  expect(textOf({ snippet })).toContain("the same handler. Files Modified - a.ts #4711");
});
