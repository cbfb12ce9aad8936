"use client";

import dynamic from "next/dynamic";
import type { SessionView } from "./session-view";

// Each part comes when it is opened: most visits read the timeline alone.
const CheckpointsView = dynamic(() => import("./checkpoints/checkpoints-view").then((part) => part.CheckpointsView));
const ChangesView = dynamic(() => import("./context/changes-view").then((part) => part.ChangesView));
const ProjectionView = dynamic(() => import("./context/projection-view").then((part) => part.ProjectionView));
const TiersView = dynamic(() => import("./context/tiers-view").then((part) => part.TiersView));
const BlockedView = dynamic(() => import("./runs/blocked-view").then((part) => part.BlockedView));
const RunsView = dynamic(() => import("./runs/runs-view").then((part) => part.RunsView));

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
