import type { Span } from "./spans";

/** Userinfo of a URL after `://` (RFC 3986 §3.2.1); the password may hold `:` and, unencoded by habit, `@`-free signs. */
const USERINFO = /([^\s:@/?#"'`<>\\()]{0,256}):([^\s@/?#"'`<>\\]{1,512})@/y;
const SCHEME_BEFORE = /[a-z0-9+.-]$/i;
const TEMPLATE = /\$\{|\{\{|\$\(|^\{|^\$|^%[A-Za-z_]+%$|\*{3,}|^\.{3}$|^<|\$[A-Z_]{2,}/;
const PLACEHOLDER_WORD =
  /^(?:(?:my|your|the|db|user|some|root|admin|super)?[-_]?(?:pass|passwd|password|pwd|secret|user|username|token|credentials?)|x-oauth-basic|x-access-token|x{3,}|(.)\1{3,})$/i;
const SHORTEST_PASSWORD = 4;

/**
 * The secret part of the userinfo of the URL whose `://` has its colon at `colon`, or nothing. Words that documentation
 * writes there (`user:password@`) and templates (`${PASS}`) are no secrets. In `https://TOKEN:x-oauth-basic@` the token
 * stands in the place of the user.
 */
export function urlCredentials(text: string, colon: number): Span | undefined {
  if (text.charCodeAt(colon + 2) !== 0x2f || !SCHEME_BEFORE.test(text.charAt(colon - 1))) return undefined;
  USERINFO.lastIndex = colon + 3;
  const match = USERINFO.exec(text);
  if (!match || match[0].includes("[REDACTED:")) return undefined;
  const [, user = "", password = ""] = match;
  const userStart = colon + 3;
  const passwordStart = userStart + user.length + 1;
  if (isSecretPart(password)) return secretSpan(passwordStart, passwordStart + password.length);
  const tokenAsUser = password === "x-oauth-basic" && isSecretPart(user);
  return tokenAsUser ? secretSpan(userStart, userStart + user.length) : undefined;
}

function isSecretPart(part: string): boolean {
  return part.length >= SHORTEST_PASSWORD && !TEMPLATE.test(part) && !PLACEHOLDER_WORD.test(part);
}

function secretSpan(start: number, end: number): Span {
  return { start, end, kind: "url-password", byContext: true };
}
