import { describe, expect, it } from "vitest";
import { currentPage } from "./team-shell";

describe("currentPage", () => {
  it.each([
    ["/harbor/billing-api", "overview"],
    ["/harbor/billing-api/sessions", "sessions"],
    ["/harbor/billing-api/sessions/12", "sessions"],
    ["/harbor/billing-api/decisions", "decisions"],
    ["/harbor/billing-api/settings/keys", "keys"],
    ["/harbor/billing-api/settings/policy", "policy"],
    ["/harbor/settings/members", "members"],
    ["/harbor/new", ""],
    ["/harbor", ""],
    ["/harbor/billing-api/elsewhere", ""],
  ])("finds in %s the room %j", (path, page) => {
    expect(currentPage(path)).toBe(page);
  });
});
