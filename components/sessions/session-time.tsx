"use client";

import { RelativeTime } from "../ui/relative-time";
import { useSessionScope } from "./session-scope";

/** A moment of the session in the project's zone: "27 Nov, 14:06", to the second on hover. */
export function SessionTime({ iso }: { iso: string }) {
  const { timeZone, nowIso } = useSessionScope();
  return <RelativeTime iso={iso} nowIso={nowIso} timeZone={timeZone} look="absolute" />;
}
