import { describe, expect, it } from "vitest";
import { refusal } from "./auth-request";

const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });

describe("a refused sign-in", () => {
  it("says what to do and at which field", () => {
    expect(
      refusal(answer(422), { code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", message: "User already exists." }),
    ).toEqual({
      field: "email",
      message: "This address has an account. Sign in instead.",
    });
    expect(refusal(answer(400), { code: "VALIDATION_ERROR", message: "[body.email] Invalid email address" })).toEqual({
      field: "email",
      message: "This is no e-mail address. Write it like ada@example.org.",
    });
  });

  it("says how long to wait after too many tries", () => {
    expect(refusal(answer(429, { "x-retry-after": "42" }), {}).message).toBe(
      "Too many tries. Wait 42 seconds, then try again.",
    );
    expect(refusal(answer(429, { "x-retry-after": "900" }), {}).message).toContain("Wait 15 minutes");
    expect(refusal(answer(429), {}).message).toContain("Wait 60 seconds");
  });

  it("keeps a sentence of the server for a link, and hides what a broken server says", () => {
    expect(refusal(answer(401), { code: "LINK_NOT_VALID", message: "Used already." }).message).toBe("Used already.");
    expect(refusal(answer(500), { message: "connect ECONNREFUSED 127.0.0.1:5432" }).message).not.toContain(
      "ECONNREFUSED",
    );
  });
});
