import { describe, expect, it } from "vitest";
import { currentPage, projectItems, settingsItems } from "./navigation";
import { readTheme } from "./theme";

const team = { name: "Harbor", slug: "harbor" };
const project = { name: "billing-api", slug: "billing-api" };

describe("navigation", () => {
  it("puts every room under its team and project", () => {
    const hrefs = projectItems({ team, project }).map((item) => item.href);
    expect(hrefs).toEqual([
      "/harbor/billing-api",
      "/harbor/billing-api/agents",
      "/harbor/billing-api/skills",
      "/harbor/billing-api/sessions",
      "/harbor/billing-api/summaries",
      "/harbor/billing-api/decisions",
      "/harbor/billing-api/failures",
      "/harbor/billing-api/handoffs",
      "/harbor/billing-api/rules",
    ]);
  });

  it("has only the team's settings before the first project", () => {
    expect(projectItems({ team, project: null })).toEqual([]);
    expect(settingsItems({ team, project: null }, "owner").map((item) => item.page)).toEqual([
      "members",
      "team",
      "audit",
    ]);
  });

  it("shows the audit log to those who may read it", () => {
    const pages = (role: "admin" | "member") => settingsItems({ team, project }, role).map((item) => item.page);
    expect([pages("admin").includes("audit"), pages("member").includes("audit")]).toEqual([true, false]);
  });

  it("marks failures only while there are some", () => {
    const alertOf = (failures: number) =>
      projectItems({ team, project }, { failures }).find((item) => item.page === "failures")?.alert;
    expect([alertOf(0), alertOf(2)]).toEqual([false, true]);
  });
});

describe("currentPage", () => {
  it("finds every page of the navigation by its address", () => {
    for (const item of [...projectItems({ team, project }), ...settingsItems({ team, project }, "owner")]) {
      expect(currentPage(item.href)).toBe(item.page);
    }
  });

  it.each([
    ["/harbor/billing-api/sessions/12", "sessions"],
    ["/harbor/billing-api/agents/main", "agents"],
    ["/harbor/new", ""],
    ["/harbor", ""],
    ["/harbor/billing-api/elsewhere", ""],
  ])("finds in %s the room %j", (path, page) => {
    expect(currentPage(path)).toBe(page);
  });
});

describe("readTheme", () => {
  it("takes an unknown cookie for no choice", () => {
    expect([
      readTheme("dark"),
      readTheme("light"),
      readTheme("system"),
      readTheme("pink"),
      readTheme(undefined),
    ]).toEqual(["dark", "light", "system", "system", "system"]);
  });
});
