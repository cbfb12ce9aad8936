"use client";

import { useCallback, useEffect, useState } from "react";
import { readTheme, THEME_COOKIE, type Theme } from "./theme";

const YEAR_S = 365 * 24 * 60 * 60;

/** The chosen theme and how to choose another; the cookie lets the server paint it right the next time. */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  // <html> tells it, so that the first render in the browser equals the server's.
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(readTheme(document.documentElement.dataset.theme)), []);
  const choose = useCallback((next: Theme) => {
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
    document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=lax`;
    setTheme(next);
  }, []);
  return { theme, choose };
}
