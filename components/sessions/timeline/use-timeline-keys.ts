"use client";

import { type RefObject, useEffect } from "react";

export type TimelineKeys = {
  /** Moves by events: 1, −1. */
  step(by: 1 | -1): void;
  /** Moves to the next or previous turn. */
  stepTurn(by: 1 | -1): void;
  open(): void;
  close(): void;
  searchRef: RefObject<HTMLInputElement | null>;
};

/** j k, [ ], Enter, Esc and /; silent while somebody writes, a menu is open or another key is held. */
export function useTimelineKeys({ step, stepTurn, open, close, searchRef }: TimelineKeys) {
  useEffect(() => {
    const down = () => step(1);
    const up = () => step(-1);
    const actions: Readonly<Record<string, () => void>> = {
      j: down,
      k: up,
      "]": () => stepTurn(1),
      "[": () => stepTurn(-1),
      Escape: close,
      "/": () => searchRef.current?.focus(),
      "row ArrowDown": down,
      "row ArrowUp": up,
      // A focused button or link keeps its Enter; a row opens itself.
      "page Enter": open,
    };
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (isElsewhere(event, target)) return;
      const action = actions[`${placeOf(target)} ${event.key}`] ?? actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [step, stepTurn, open, close, searchRef]);
}

function placeOf(target: HTMLElement | null): "row" | "page" | "other" {
  if (target === document.body) return "page";
  return target?.getAttribute("role") === "row" ? "row" : "other";
}

const OTHER_OWNERS = "input, textarea, select, [contenteditable], [role=menu], [role=dialog]";

/** The key belongs to a field, an overlay, the browser, or somebody who has already answered it. */
export function isElsewhere(event: KeyboardEvent, target: HTMLElement | null): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return target !== null && target.closest(OTHER_OWNERS) !== null;
}
