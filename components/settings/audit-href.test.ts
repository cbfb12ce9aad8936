import { describe, expect, it } from "vitest";
import { auditHref, readAuditPlace } from "./audit-href";

describe("the address of the audit log", () => {
  it("reads what it writes", () => {
    const place = {
      actor: "018f0000-0000-7000-8000-000000000000",
      action: "key.revoked",
      cursor: "2026-11-20T09:00:00.000Z~x",
    };
    const url = new URL(auditHref("harbor", place), "http://localhost");
    expect(url.pathname).toBe("/harbor/settings/audit");
    expect(readAuditPlace(Object.fromEntries(url.searchParams))).toEqual(place);
    expect(auditHref("harbor", { actor: null }, "/export")).toBe("/harbor/settings/audit/export");
  });

  it("takes nonsense for no filter", () => {
    const nonsense = { actor: "me", action: ["a", "b"], cursor: "" };
    expect(readAuditPlace(nonsense)).toEqual({ actor: null, action: null, cursor: null });
    expect(readAuditPlace({ actor: "system" }).actor).toBe("system");
  });
});
