"use client";

import clsx from "clsx";
import { useLive } from "./live-provider";
import type { LiveMode } from "./use-stream";

const WORD: Readonly<Record<LiveMode, string>> = {
  connecting: "Connecting",
  live: "Live",
  reconnecting: "Reconnecting",
  polling: "Updates every 10 s",
  ended: "Not live",
};

const SENTENCE: Readonly<Record<LiveMode, string>> = {
  connecting: "Asking the server for new events",
  live: "New events appear as they arrive",
  reconnecting: "The connection broke; nothing is lost, and the page catches up",
  polling: "The event stream does not come through, so the page asks every 10 s",
  ended: "New events no longer appear here",
};

const DOT: Readonly<Record<LiveMode, string>> = {
  connecting: "bg-free",
  live: "bg-accent",
  reconnecting: "bg-warn-edge",
  polling: "shadow-[inset_0_0_0_1.5px_var(--color-accent)]",
  ended: "bg-control",
};

const MODES = ["connecting", "live", "reconnecting", "polling", "ended"] as const satisfies readonly LiveMode[];

/** Whether the page follows the session. All its words take one place, so that nothing moves when it changes. */
export function LiveMark() {
  const { mode, problem } = useLive();
  const title = mode === "live" || problem === null ? SENTENCE[mode] : `${SENTENCE[mode]}. ${problem}`;
  return (
    <span role="status" title={title} className="inline-grid" data-live={mode}>
      {MODES.map((known) => (
        <span
          key={known}
          aria-hidden={known !== mode}
          className={clsx(
            "col-start-1 row-start-1 inline-flex items-center gap-1.5 whitespace-nowrap",
            known === mode ? "text-ink-2" : "invisible",
          )}
        >
          <i aria-hidden className={clsx("size-2 rounded-full", DOT[known])} />
          {WORD[known]}
        </span>
      ))}
    </span>
  );
}
