import { describe, expect, it } from "vitest";
import { projectItems, settingsItems } from "./navigation";
import { readTheme } from "./theme";

const team = { name: "Harbor", slug: "harbor" };
const project = { name: "billing-api", slug: "billing-api" };

describe("navigation", () => {
  it("puts every room under its team and project", () => {
    const hrefs = projectItems({ team, project }).map((item) => item.href);
    expect(hrefs).toEqual([
      "/harbor/billing-api",
      "/harbor/billing-api/sessions",
      "/harbor/billing-api/decisions",
      "/harbor/billing-api/failures",
      "/harbor/billing-api/handoffs",
    ]);
  });

  it("has only the team's settings before the first project", () => {
    expect(projectItems({ team, project: null })).toEqual([]);
    expect(settingsItems({ team, project: null }).map((item) => item.page)).toEqual(["members"]);
  });

  it("marks failures only while there are some", () => {
    const alertOf = (failures: number) =>
      projectItems({ team, project }, { failures }).find((item) => item.page === "failures")?.alert;
    expect([alertOf(0), alertOf(2)]).toEqual([false, true]);
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
