"use client";

import { useEffect } from "react";
import { LAST_PROJECT_COOKIE } from "./last-project";

const YEAR_S = 365 * 24 * 60 * 60;

/** Notes that a project's page is open, in the browser: a server cannot tell a visit from a prefetch. */
export function RememberProject({ team, project }: { team: string; project: string }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
    document.cookie = `${LAST_PROJECT_COOKIE}=${encodeURIComponent(project)}; path=/${encodeURIComponent(team)}; max-age=${YEAR_S}; samesite=lax`;
  }, [team, project]);
  return null;
}
