"use client";

import { type Shortcut, useShortcuts } from "../../shell/shortcuts/registry";

export type TimelineKeys = {
  /** Moves by events: 1, −1. */
  step(by: 1 | -1): void;
  /** Moves to the next or previous turn. */
  stepTurn(by: 1 | -1): void;
  /** Moves to the next or previous event that matches. */
  stepMatch(by: 1 | -1): void;
  /** Moves to the next or previous failed call. */
  stepFailure(by: 1 | -1): void;
  open(): void;
  /** False where nothing is open. */
  close(): unknown;
};

const GROUP = "Session";

/** j k, { }, n, f, Enter and Esc; `/` is the frame's, which finds the field of the page. */
export function useTimelineKeys({ step, stepTurn, stepMatch, stepFailure, open, close }: TimelineKeys) {
  const shortcuts: Shortcut[] = [
    { keys: "j", label: "Next event", group: GROUP, run: () => step(1) },
    { keys: "k", label: "Previous event", group: GROUP, run: () => step(-1) },
    { keys: "ArrowDown", label: "Next event, from a row", group: GROUP, run: () => isOnRow() && step(1) },
    { keys: "ArrowUp", label: "Previous event, from a row", group: GROUP, run: () => isOnRow() && step(-1) },
    { keys: "}", label: "Next turn", group: GROUP, run: () => stepTurn(1) },
    { keys: "{", label: "Previous turn", group: GROUP, run: () => stepTurn(-1) },
    { keys: "n", label: "Next match", group: GROUP, run: () => stepMatch(1) },
    { keys: "N", label: "Previous match", group: GROUP, run: () => stepMatch(-1) },
    { keys: "f", label: "Next failure", group: GROUP, run: () => stepFailure(1) },
    { keys: "F", label: "Previous failure", group: GROUP, run: () => stepFailure(-1) },
    // A focused button or link keeps its Enter; a row opens itself.
    { keys: "Enter", label: "Why, of this event", group: GROUP, run: () => isOnPage() && open() },
    { keys: "Escape", label: "Close the why panel", group: GROUP, run: close },
  ];
  useShortcuts(shortcuts);
}

function isOnRow(): boolean {
  return document.activeElement?.getAttribute("role") === "row";
}

function isOnPage(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}
