import { Button } from "../../ui/button";
import { formatTime } from "../../ui/format";
import type { SaveState } from "./use-draft";

type SaveStateProps = { state: SaveState; timeZone: string; onRetry: () => void };

/** Where the draft stands, in words; only a trouble has a button. */
export function SaveStateLine({ state, timeZone, onRetry }: SaveStateProps) {
  if (state.kind === "failed") {
    return (
      <span role="alert" className="flex flex-wrap items-center gap-2 text-xs text-danger">
        <span>Not saved: {state.message}</span>
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      </span>
    );
  }
  return (
    <span role="status" className="text-xs text-ink-3">
      {wordsOf(state, timeZone)}
    </span>
  );
}

function wordsOf(state: Exclude<SaveState, { kind: "failed" }>, timeZone: string): string {
  if (state.kind === "saved") return `Draft saved ${formatTime(state.at, timeZone)}`;
  if (state.kind === "saving") return "Saving";
  return state.kind === "unsaved" ? "Not saved yet" : "Nothing to save";
}
