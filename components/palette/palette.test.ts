import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Found } from "@/server/core/search/views";
import { projectItems, settingsItems } from "../shell/navigation";
import { commandsOf } from "./commands";
import { openSession, type Place } from "./place";
import { markHits, rank } from "./rank";
import { archiveItems, recordItems, refItem } from "./records";

const place: Place = {
  team: { name: "Harbor", slug: "harbor" },
  project: { name: "Billing API", slug: "billing-api" },
  projects: [
    { name: "Billing API", slug: "billing-api" },
    { name: "Ledger UI", slug: "ledger-ui" },
  ],
  teams: [
    { name: "Harbor", slug: "harbor" },
    { name: "Quay", slug: "quay" },
  ],
  session: null,
};
const base = { team: "harbor", project: "billing-api" };
const NOTHING: Found = {
  sessions: [],
  decisions: [],
  failures: [],
  constraints: [],
  preferences: [],
  handoffs: [],
  summaries: [],
  agents: [],
  skills: [],
  people: [],
};

describe("commands of the palette", () => {
  it("have ids of their own and each leads somewhere or does something", () => {
    const items = commandsOf({ ...place, session: 12 });
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items.filter(({ href, act }) => (href === undefined) === (act === undefined))).toEqual([]);
  });

  it("know the session that is open", () => {
    expect(openSession("/harbor/billing-api/sessions/12")).toBe(12);
    expect(openSession("/harbor/billing-api/sessions")).toBeNull();
    const compact = commandsOf({ ...place, session: 12 }).find(({ id }) => id === "session:compact");
    expect(compact?.href).toBe("/harbor/billing-api/sessions/12?preview=1");
  });

  it("lead to every room of the sidebar", () => {
    const scope = { team: place.team, project: place.project };
    const rooms = [...projectItems(scope), ...settingsItems(scope, "owner")].map(({ href }) => href);
    const led = commandsOf(place).map(({ href }) => href);
    expect(rooms.filter((href) => !led.includes(href))).toEqual([]);
  });

  it("offer other projects and teams, and before the first project only what needs none", () => {
    const labels = commandsOf(place).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["Ledger UI", "Quay"]));
    expect(labels).not.toContain("Billing API");
    expect(commandsOf({ ...place, project: null, projects: [] }).some(({ href }) => href?.includes("null"))).toBe(
      false,
    );
  });
});

describe("ranking", () => {
  const items = commandsOf(place);
  const first = (query: string) => {
    const { named, related } = rank(items, query);
    return [...named, ...related][0]?.label;
  };

  it("puts what begins with the words before what only knows them", () => {
    expect(first("dec")).toBe("Decisions");
    expect(first("dark")).toBe("Theme: dark");
    expect(first("invite")).toBe("Invite a teammate");
    expect(first("password")).toBe("Your account");
    expect(first("import")).toBe("Import and export");
    expect(first("search")).toBe("Search everything");
    expect(first("constraints")).toBe("Rules");
  });

  it("drops what lacks a word", () => {
    expect(rank(items, "decisions zebra")).toEqual({ named: [], related: [] });
  });

  it("marks what was found and keeps the label whole, whatever is typed", () => {
    expect(markHits("Fix webhook", "web")).toEqual([
      { text: "Fix ", isHit: false },
      { text: "web", isHit: true },
      { text: "hook", isHit: false },
    ]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (label, query) => {
        expect(
          markHits(label, query)
            .map(({ text }) => text)
            .join(""),
        ).toBe(label);
      }),
    );
  });
});

describe("records", () => {
  it("lead to their pages by their names", () => {
    const items = recordItems(base, {
      ...NOTHING,
      decisions: [{ number: 3, title: "Use an outbox", status: "accepted" }],
      summaries: [{ number: 4, title: "Retries", session: 12 }],
      people: [{ name: "Ines Okafor", hasSessions: true }],
    });
    expect(items.map(({ detail, href }) => [detail, href])).toEqual([
      ["DEC-003 · accepted", "/harbor/billing-api/decisions/3"],
      ["SUM-004 · of S-12", "/harbor/billing-api/summaries/4"],
      ["sessions", "/harbor/billing-api/sessions?range=all&person=Ines+Okafor"],
    ]);
  });

  it("open an event by its ref only where a session is open", () => {
    expect(refItem(base, null, "ctx:17")).toEqual([]);
    expect(refItem(base, 12, "ctx:17")[0]?.href).toBe("/harbor/billing-api/sessions/12?event=17");
  });

  it("show the line around what was found in the archive", () => {
    const snippet = `${"x".repeat(60)} the lock\nfile is stale ${"y".repeat(200)}`;
    const hit = { session: 7, ref: "ctx:9", label: "Bash ls", snippet, thread: "main", at: "", kind: "tool_result" };
    const rest = { tool: "Bash", epoch: 0, inContext: false, residency: "reference", tokens: 5 } as const;
    const [item] = archiveItems(base, [{ ...hit, ...rest }], "lock");
    expect(item?.label).toMatch(/^….*the lock file is stale y+…$/);
    expect(item?.href).toBe("/harbor/billing-api/sessions/7?event=9");
  });
});
