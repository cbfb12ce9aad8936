import { Refusal } from "./refusal";

/**
 * Changes by cookie must come from our own pages. A key in the Authorization header proves itself: another site cannot
 * make a browser send one. Without a cookie there is nothing to abuse.
 * @throws Refusal with 403.
 */
export function requireSameOrigin(headers: Headers, origins: ReadonlySet<string>): void {
  if (headers.has("authorization") || !headers.has("cookie")) return;
  const origin = headers.get("origin");
  if (origin !== null && origins.has(origin)) return;
  if (headers.get("sec-fetch-site") === "same-origin") return;
  throw new Refusal("FORBIDDEN", "This change did not come from a page of this server. Open the page and do it there.");
}
