"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Where this server is, as the browser reached it; the default of the `login` command until the browser tells. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "http://localhost:3000",
  );
}
