import type { Result } from "../../core/result";
import type { Deps } from "../deps";
import { consumeOneTimeLink, createOneTimeLink, type LinkKind } from "./one-time-link";

const SIGN_IN: LinkKind = {
  prefix: "sign-in-link:",
  word: "sign-in link",
  hours: 24,
  remedy: "Ask for a new one.",
};

/** Makes a link that signs one person in, once, within 24 hours. */
export function createSignInLink(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  return createOneTimeLink(deps, SIGN_IN, userId);
}

/** The address that the person opens. */
export function signInLinkUrl(baseUrl: string, token: string): string {
  const url = new URL("/sign-in/link", baseUrl);
  url.searchParams.set("token", token);
  return url.toString();
}

export function consumeSignInLink(
  deps: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<Result<{ userId: string }>> {
  return consumeOneTimeLink(deps, SIGN_IN, token);
}
