"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { isSingleKey, match, nameOf } from "./keys";
import { singleKeysAreOff } from "./single-keys";

export interface Shortcut {
  /** `j`, `mod+k`, `g d`. */
  readonly keys: string;
  /** What it does, as the sheet says it: "Next in the list". */
  readonly label: string;
  /** The sheet's heading: "Everywhere", "Go to", "Lists", or the name of a page. */
  readonly group: string;
  /**
   * Left out where the page answers the key by itself and only wants it on the sheet. Answering `false` says that
   * there was nothing to do here, and the next one with these keys is asked.
   */
  readonly run?: () => unknown;
}

/** The frame's first, then those of the page, the newest last; the last one with a key is asked first. */
let registered: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shortcut[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Shortcut[] = [];

/** All shortcuts of the page that is open, for the sheet. */
export function useRegistered(): readonly Shortcut[] {
  return useSyncExternalStore(
    subscribe,
    () => registered,
    () => NONE,
  );
}

/**
 * Registers shortcuts while the component is mounted; they never fire while somebody types, or in menus and dialogs.
 * `useShortcuts([{ keys: "n", label: "New handoff", group: "Handoffs", run: open }])`. Keys and labels may change
 * between renders, their number may not. On a full load a page mounts before the frame around it, so the frame says
 * that its own are the `frame`'s: they are asked after those of the page.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], owner: "page" | "frame" = "page"): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const written = shortcuts.map(({ keys, label, group }) => `${keys}\n${label}\n${group}`).join("\n\n");
  useEffect(() => {
    // The text is the identity: a new array with the same shortcuts must not move them behind those of the page.
    const own = written.split("\n\n").flatMap((text, index): Shortcut[] => {
      const [keys, label, group] = text.split("\n");
      if (!keys || !label || !group) return [];
      const isListed = latest.current[index]?.run === undefined;
      return [{ keys, label, group, ...(isListed ? {} : { run: () => latest.current[index]?.run?.() }) }];
    });
    change(owner === "frame" ? [...own, ...registered] : [...registered, ...own]);
    return () => change(registered.filter((shortcut) => !own.includes(shortcut)));
  }, [written, owner]);
}

/** How long the second key of a sequence may take. */
const SEQUENCE_MS = 1_200;

/** The one listener of the page; mounted once, in the frame. Paused while an overlay of the frame opens or is open. */
export function useShortcutKeys(isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return;
    let pending: string | null = null;
    let pendingUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const before = event.timeStamp < pendingUntilMs ? pending : null;
      pending = null;
      const pressed = nameOf(event);
      const able = registered.filter(({ keys, run }) => run !== undefined && mayFire(keys, event));
      const { hits, begins } = match(able, before, pressed);
      if (hits.toReversed().some(({ run }) => run?.() !== false)) event.preventDefault();
      else if (begins) {
        pending = pressed;
        pendingUntilMs = event.timeStamp + SEQUENCE_MS;
      }
    };
    // On window and while bubbling: what a page does with a key by itself comes first.
    window.addEventListener("keydown", onKey);
    // Turned off, single keys reach no listener of the page at all, whoever it belongs to.
    document.addEventListener("keydown", silence, true);
    return () => {
      window.removeEventListener("keydown", onKey);
      document.removeEventListener("keydown", silence, true);
    };
  }, [isPaused]);
}

function mayFire(keys: string, event: KeyboardEvent): boolean {
  // The palette opens from everywhere but from another dialog; undo belongs to the field that somebody writes in.
  if (keys === "mod+k") return !isInside(event, "[role=dialog], [role=alertdialog]");
  return !isElsewhere(event);
}

function silence(event: KeyboardEvent): void {
  const isCharacter = event.key.length === 1 && event.key !== " ";
  if (isCharacter && isSingleKey(nameOf(event)) && singleKeysAreOff() && !isElsewhere(event)) event.stopPropagation();
}

const OTHER_OWNERS =
  "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox], " +
  "[role=dialog], [role=alertdialog]";

/** The key belongs to a field or an overlay. */
function isElsewhere(event: KeyboardEvent): boolean {
  return isInside(event, OTHER_OWNERS);
}

function isInside({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
