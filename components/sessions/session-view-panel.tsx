"use client";

import { CheckpointsView } from "./checkpoints/checkpoints-view";
import { ChangesView } from "./context/changes-view";
import { ProjectionView } from "./context/projection-view";
import { TiersView } from "./context/tiers-view";
import { BlockedView } from "./runs/blocked-view";
import { RunsView } from "./runs/runs-view";
import type { SessionView } from "./session-view";

type SessionViewPanelProps = {
  view: Exclude<SessionView, "timeline">;
  /** Of the address: the run or the checkpoint that is open. */
  run: number | null;
  checkpoint: number | null;
  /** The windows of the session. */
  threads: readonly { readonly key: string; readonly agent: string }[];
};

/** A part of the session page that is not the timeline. */
export function SessionViewPanel({ view, run, checkpoint, threads }: SessionViewPanelProps) {
  switch (view) {
    case "projection":
      return <ProjectionView threads={threads} />;
    case "tiers":
      return <TiersView />;
    case "runs":
      return <RunsView run={run} />;
    case "blocked":
      return <BlockedView key={run} run={run} />;
    case "changes":
      return <ChangesView />;
    case "checkpoints":
      return <CheckpointsView checkpoint={checkpoint} />;
  }
}
