"use client";

import { RelativeTime } from "./relative-time";
import { useBrowserTimeZone } from "./use-browser-time-zone";

type LocalTimeProps = { iso: string; nowIso: string; look?: "relative" | "absolute" | "date" };

/**
 * A moment in the zone of who reads it, for pages of a team: a project has a zone, a team has none. The server draws it
 * in UTC, and the browser in its own zone as soon as the page is alive.
 */
export function LocalTime(props: LocalTimeProps) {
  return <RelativeTime {...props} timeZone={useBrowserTimeZone() ?? "UTC"} />;
}
