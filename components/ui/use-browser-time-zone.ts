"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The zone of the person's machine; null on the server, which cannot know it. */
export function useBrowserTimeZone(): string | null {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  );
}
