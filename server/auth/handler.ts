import type { Auth } from "./auth";

/**
 * The HTTP door of sign-in. better-auth says when to try again in a header of its own; programs look for the standard
 * one, and no answer about who is signed in may be kept by a cache.
 */
export async function handleAuth(auth: Auth, request: Request): Promise<Response> {
  const response = await auth.handler(request);
  const headers = new Headers(response.headers);
  headers.set("cache-control", "no-store");
  const wait = headers.get("x-retry-after");
  if (wait) headers.set("retry-after", wait);
  return new Response(response.body, { status: response.status, headers });
}
