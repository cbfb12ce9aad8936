"use client";

import { X } from "lucide-react";
import { IconButton } from "../../ui/button";
import { CopyField } from "../../ui/copy-field";
import { Notice } from "../../ui/notice";
import { useLive } from "./live-provider";

/** What the agent was just advised, over the page so that nothing below it moves, until somebody puts it away. */
export function LiveAdvice() {
  const { advice, dismissAdvice } = useLive();
  return (
    <div
      role="status"
      aria-label="Advice"
      className="fixed right-6 bottom-7 z-40 w-[min(440px,calc(100vw-24px))] max-md:inset-x-3 max-md:bottom-[72px] max-md:w-auto print:hidden"
    >
      {advice === null ? null : (
        <Notice
          tone={advice.advice.atOnce ? "warn" : "info"}
          className="open-rise shadow-overlay"
          action={<IconButton label="Dismiss" size="sm" icon={<X aria-hidden />} onClick={dismissAdvice} />}
        >
          {/* A number and its sign stay on one line. */}
          <p className="mb-2">{advice.advice.why.replaceAll(" %", "\u00a0%")}</p>
          <CopyField value={advice.advice.command} label="Copy command" />
        </Notice>
      )}
    </div>
  );
}
