import { describe, expect, it } from "vitest";
import { ROLES } from "../access/rights";
import { inviteState, mayGiveRole, mayManage } from "./member-rules";

describe("who may give a role", () => {
  it.each([
    ["owner", ["owner", "admin", "member", "viewer"]],
    ["admin", ["admin", "member", "viewer"]],
    ["member", []],
    ["viewer", []],
  ] as const)("%s gives %j", (by, given) => {
    expect(ROLES.filter((role) => mayGiveRole(by, role))).toEqual(given);
  });
});

describe("who may change or remove whom", () => {
  it.each([
    ["owner", ["owner", "admin", "member", "viewer"]],
    ["admin", ["admin", "member", "viewer"]],
    ["member", []],
    ["viewer", []],
  ] as const)("%s manages %j", (by, managed) => {
    expect(ROLES.filter((role) => mayManage(by, role))).toEqual(managed);
  });
});

describe("the state of an invitation", () => {
  const NOW = new Date("2026-11-20T09:00:00Z");
  const before = new Date(NOW.getTime() - 1);
  const open = { role: "member", acceptedAt: null, revokedAt: null, expiresAt: new Date(NOW.getTime() + 1) } as const;

  it("is open until it is used, revoked or over", () => {
    expect(inviteState(open, "admin", NOW)).toBe("open");
    expect(inviteState({ ...open, acceptedAt: before }, "admin", NOW)).toBe("used");
    expect(inviteState({ ...open, revokedAt: before }, "admin", NOW)).toBe("revoked");
    expect(inviteState({ ...open, expiresAt: NOW }, "admin", NOW)).toBe("expired");
    expect(inviteState({ ...open, acceptedAt: before, revokedAt: before, expiresAt: before }, null, NOW)).toBe("used");
  });

  it("counts as revoked once its author could not give the role any more", () => {
    expect(inviteState({ ...open, role: "owner" }, "admin", NOW)).toBe("revoked");
    expect(inviteState(open, "member", NOW)).toBe("revoked");
    expect(inviteState(open, null, NOW)).toBe("revoked");
  });
});
