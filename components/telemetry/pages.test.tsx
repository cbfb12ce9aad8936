import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AgentScreen } from "./agent-screen";
import { agentHref, readName, skillHref } from "./links";
import { SkillScreen } from "./skill-screen";
import { trimHint, versionChange } from "./skill-words";
import { agentPage, asked, figures, place, skillPage, skillUse, version } from "./testing/insight-fixtures";

const ROUTER = {
  ...{ push: () => undefined, replace: () => undefined, refresh: () => undefined, back: () => undefined },
  ...{ forward: () => undefined, prefetch: () => undefined, hmrRefresh: () => undefined },
  experimental_gesturePush: () => undefined,
  bfcacheId: "",
};

function page(element: React.ReactElement): { html: string; text: string } {
  const html = renderToStaticMarkup(<AppRouterContext.Provider value={ROUTER}>{element}</AppRouterContext.Provider>)
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'");
  return { html, text: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/[ \n]+/g, " ") };
}

describe("the page of an agent", () => {
  const { html, text } = page(<AgentScreen place={place} page={agentPage()} problems={[]} />);

  it("compares the agent with the project and with the period before", () => {
    expect(text).toContain("25\u00a0% of what the project added");
    expect(text).toContain("20\u00a0% in the whole project");
    expect(text).toContain("10 points lower");
    expect(text).toContain("≈63\u00a0%");
  });

  it("links its figures to its own sessions, and keeps its name out of its own address", () => {
    expect(html).toContain("/harbor/billing-api/sessions?range=7d&agent=code-reviewer");
    expect(html).toContain('href="/harbor/billing-api/agents/code-reviewer?range=30d"');
    expect(html).not.toContain("Remove filter: Agent");
  });

  it("says that it did nothing in the range, and when it last did", () => {
    const idle = agentPage({ totals: figures(0), clients: [] });
    const nothing = page(<AgentScreen place={place} page={idle} problems={[]} />);
    expect(nothing.text).toContain("code-reviewer did nothing in this range. It was last seen on 27 Nov 2026.");
    expect(nothing.html).toContain('href="/harbor/billing-api/agents/code-reviewer?range=all"');
  });
});

describe("the page of a skill", () => {
  it("says that a big body is seldom used, and what to do", () => {
    const { text } = page(<SkillScreen place={place} page={skillPage()} problems={[]} />);
    expect(text).toContain(
      "Each load brings ≈11.2k tokens, and 8\u00a0% of the sessions that loaded it refer to it later. Trim its body",
    );
  });

  it("compares the newest body with the one before, and opens both", () => {
    const versions = [
      version(2, { tokens: 4_100, referredSessions: 5, event: { session: 31, ref: "e9" } }),
      version(1, { until: "2026-11-24T10:00:00.000Z" }),
    ];
    const { html, text } = page(<SkillScreen place={place} page={skillPage({ versions })} problems={[]} />);
    expect(text).toContain(
      "v2 against v1: ≈7.1k tokens smaller a load, 63\u00a0%; use in sessions is 40 points higher.",
    );
    expect(html).toContain("/sessions/31?event=e9");
    expect(html).toContain("/sessions/12?event=e7");
  });

  it("says that it was not loaded in the range, and still shows its versions", () => {
    const nothing = { skill: "code-review", loads: 0, bodyTokens: 0, load: figures(0), under: figures(0) };
    const shown = skillPage({ row: nothing, use: null });
    const { text } = page(<SkillScreen place={place} page={shown} problems={[]} />);
    expect(text).toContain("code-review was not loaded in this range.");
    expect(text).toContain("Versions of its body");
  });
});

describe("words about a skill", () => {
  it("stay silent about small, rare and well used bodies", () => {
    expect(trimHint(null)).toBeNull();
    expect(trimHint(skillUse({ bodyTokens: 900 }))).toBeNull();
    expect(trimHint(skillUse({ knownSessions: 2, referredSessions: 0 }))).toBeNull();
    expect(trimHint(skillUse({ names: 0, referredSessions: 0 }))).toBeNull();
    expect(trimHint(skillUse({ referredSessions: 20 }))).toBeNull();
    expect(trimHint(skillUse({ referredSessions: 0 }))).toContain("no session that loaded it refers to it");
  });

  it("compare only what can be compared", () => {
    expect(versionChange(version(1), undefined)).toBeNull();
    expect(versionChange(version(2, { tokens: 11_200 }), version(1))).toBe(
      "As large as before; use in sessions did not change.",
    );
    expect(versionChange(version(2, { tokens: 12_000, knownSessions: 0 }), version(1))).toBe(
      "≈800 tokens larger a load, 7.1\u00a0%.",
    );
  });
});

describe("names in addresses", () => {
  it("survive a path, whatever they hold", () => {
    const name = "a/b?c#d%e ü";
    const path = agentHref(place.base, name, asked.filter).split("?")[0] ?? "";
    expect(readName(path.split("/").at(-1) ?? "")).toBe(name);
    expect(skillHref(place.base, "x y", asked.filter)).toContain("/skills/x%20y?");
    expect(readName("%E0%A4%A")).toBeNull();
  });

  it("of an agent without one lead to its sessions", () => {
    expect(agentHref(place.base, "", asked.filter)).toContain("/sessions?range=7d&agent=&sort=noise");
  });
});
