import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { refusalCode } from "@/server/api/errors";
import { createCaller } from "@/server/api/root";
import { createContext } from "@/server/http/context";
import { PATH_HEADER, signInPath } from "./paths";

export type Api = ReturnType<typeof createCaller>;

/** One context a request: layouts and pages of one screen ask for the session once. */
const requestContext = cache(async () => createContext(await headers()));

/** The router as server components call it, as the person of this request. */
export async function serverApi(): Promise<Api> {
  return createCaller(await requestContext());
}

/**
 * What a page needs, or the screen that fits: not signed in leads to sign-in and back here, missing or foreign shows
 * "not found", a missing right shows the forbidden screen. Other errors reach the error screen.
 * `const overview = await pageData((api) => api.telemetry.overview(input));`
 */
export async function pageData<T>(call: (api: Api) => Promise<T>): Promise<T> {
  try {
    return await call(await serverApi());
  } catch (error) {
    const code = refusalCode(error);
    if (code === "UNAUTHORIZED") redirect(signInPath((await headers()).get(PATH_HEADER)));
    if (code === "NOT_FOUND") notFound();
    if (code === "FORBIDDEN") forbidden();
    throw error;
  }
}

export interface SignedIn {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** The person of this request, or null. */
export async function currentUser(): Promise<SignedIn | null> {
  const { principal } = await requestContext();
  return principal.kind === "user" ? principal : null;
}

/** As `currentUser`, for pages that need one: leads to sign-in and back here. */
export async function requireUser(): Promise<SignedIn> {
  return (await currentUser()) ?? redirect(signInPath((await headers()).get(PATH_HEADER)));
}
