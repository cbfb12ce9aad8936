"use client";

import { useSyncExternalStore } from "react";

/** In this browser: whether shortcuts of a single key are turned off. Those with Ctrl or Cmd always work. */
const STORED_AS = "steward-single-keys";

const listeners = new Set<() => void>();

export function singleKeysAreOff(): boolean {
  try {
    return window.localStorage.getItem(STORED_AS) === "off";
  } catch {
    return false; // A browser without storage keeps them on.
  }
}

function set(off: boolean): void {
  try {
    if (off) window.localStorage.setItem(STORED_AS, "off");
    else window.localStorage.removeItem(STORED_AS);
  } catch {
    // Nothing is kept then; the choice is lost with the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSingleKeys(): { areOff: boolean; turnOff: (off: boolean) => void } {
  const areOff = useSyncExternalStore(subscribe, singleKeysAreOff, () => false);
  return { areOff, turnOff: set };
}
