"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { Base } from "../telemetry/links";

const DemoRemoveDialog = dynamic(() => import("./demo-remove-dialog").then((module) => module.DemoRemoveDialog), {
  ssr: false,
});

type DemoBannerProps = {
  base: Base;
  mayRemove: boolean;
  /** Where the person goes when the demo is gone: the own project, or the making of one. */
  next: string;
};

/** Says on every page of the demo what it is, and takes it away. */
export function DemoBanner({ base, mayRemove, next }: DemoBannerProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div
      data-print="hide"
      className="-mx-1 flex min-h-8 items-center gap-2 border-b border-line px-1 text-xs text-ink-3 max-md:mx-0 max-md:px-3.5"
    >
      <span>Demo data.</span>
      {mayRemove ? (
        <button
          type="button"
          className="link min-h-6 pointer-coarse:min-h-11"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          Remove it
        </button>
      ) : null}
      {isAsking ? <DemoRemoveDialog base={base} next={next} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
