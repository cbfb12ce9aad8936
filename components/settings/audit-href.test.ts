import { describe, expect, it } from "vitest";
import { type AuditPlace, auditHref, isAuditFiltered, readAuditPlace } from "./audit-href";

const NOTHING: AuditPlace = {
  actor: null,
  action: null,
  subject: null,
  project: null,
  from: null,
  to: null,
  cursor: null,
};

describe("the address of the audit log", () => {
  it("reads what it writes", () => {
    const place = {
      actor: "018f0000-0000-7000-8000-000000000000",
      action: "key.revoked",
      subject: "DEC-014",
      project: "billing-api",
      from: "2026-11-01",
      to: "2026-11-30",
      cursor: "2026-11-20T09:00:00.000Z~x",
    };
    const url = new URL(auditHref("harbor", place), "http://localhost");
    expect(url.pathname).toBe("/harbor/settings/audit");
    expect(readAuditPlace(Object.fromEntries(url.searchParams))).toEqual(place);
    expect(auditHref("harbor", { actor: null }, "/export", { format: "json" })).toBe(
      "/harbor/settings/audit/export?format=json",
    );
  });

  it("takes nonsense for no filter", () => {
    const nonsense = { actor: "me", action: ["a", "b"], project: "A b", from: "2026-13-40", cursor: "" };
    expect(readAuditPlace(nonsense)).toEqual(NOTHING);
    expect(isAuditFiltered(readAuditPlace(nonsense))).toBe(false);
    expect(readAuditPlace({ actor: "system" }).actor).toBe("system");
  });

  it("takes the name of a record as people write it, and days in any order", () => {
    expect(readAuditPlace({ subject: " dec-14 " }).subject).toBe("DEC-014");
    expect(readAuditPlace({ subject: "FAIL-0012" }).subject).toBe("FAIL-012");
    expect(readAuditPlace({ from: "2026-11-30", to: "2026-11-01" })).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-30",
    });
  });
});
