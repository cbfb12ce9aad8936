"use client";

import { useSyncExternalStore } from "react";
import { readTheme, THEME_COOKIE, type Theme } from "./theme";

const YEAR_S = 365 * 24 * 60 * 60;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** <html> tells it, so that the menu and the palette always agree. */
function current(): Theme {
  return readTheme(document.documentElement.dataset.theme);
}

/** The cookie lets the server paint it right the next time. */
function choose(next: Theme): void {
  if (next === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** The chosen theme and how to choose another. */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, current, (): Theme => "system");
  return { theme, choose };
}
