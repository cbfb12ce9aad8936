import { describe, expect, it } from "vitest";
import { type Json, redactJson } from "./redact-json";
import { bodyMaker, plantedSecrets } from "./testing/planted-secrets";

const body = bodyMaker(5);

describe("redactJson", () => {
  it("redacts strings at any place and counts them by kind", () => {
    const token = `gh${"p_"}${body(36)}`;
    const { value, counts, total } = redactJson({ a: [1, null, { b: `x ${token}` }], ok: true });
    expect(value).toEqual({ a: [1, null, { b: "x [REDACTED:github-token]" }], ok: true });
    expect({ total, github: counts["github-token"] }).toEqual({ total: 1, github: 1 });
  });

  it("judges a value by its key, also inside a list", () => {
    const secret = body(24);
    const { value } = redactJson({ password: secret, apiKeys: [secret], clientSecret: [secret], title: secret });
    expect(value).toEqual({
      password: "[REDACTED:password]",
      apiKeys: [secret],
      clientSecret: ["[REDACTED:named-secret]"],
      title: secret,
    });
  });

  it("redacts keys and loses no value when two become equal", () => {
    const [first, second] = [`gh${"p_"}${body(36)}`, `gh${"p_"}${body(36)}`];
    const { value } = redactJson({ [first]: 1, [second]: 2 });
    expect(value).toEqual({ "[REDACTED:github-token]": 1, "[REDACTED:github-token]#2": 2 });
  });

  it("keeps the order of keys, a key `__proto__` and the input", () => {
    const input: Json = JSON.parse('{"z":1,"__proto__":{"x":"y"},"a":[3,2]}');
    const before = JSON.stringify(input);
    expect(JSON.stringify(redactJson(input).value)).toBe(before);
    expect(JSON.stringify(input)).toBe(before);
  });

  it("walks as deep as a parser does", () => {
    const depth = 50_000;
    const secret = `gh${"p_"}${body(36)}`;
    const { total } = redactJson(JSON.parse(`${"[".repeat(depth)}"${secret}"${"]".repeat(depth)}`));
    expect(total).toBe(1);
  });

  it("lets no planted secret through", () => {
    const planted = plantedSecrets();
    const text = JSON.stringify(redactJson(planted.map(({ line }) => ({ content: line }))).value);
    expect(planted.filter(({ secret }) => text.includes(secret))).toEqual([]);
  });
});
