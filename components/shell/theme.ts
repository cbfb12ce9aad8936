/** The three choices; `system` leaves `data-theme` off so that CSS follows `prefers-color-scheme`. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";

/** What the cookie says; anything unknown counts as no choice. */
export function readTheme(cookieValue: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookieValue) ?? "system";
}
