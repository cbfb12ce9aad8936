"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** Once, in the root layout. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

type TooltipProps = { content: ReactNode; children: ReactNode; side?: "top" | "right" | "bottom" | "left" };

/** More about a control, on hover and focus. Never the only place of a fact. `children` is one focusable element. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="open-fade z-40 max-w-[320px] rounded-md bg-raised px-[11px] py-[9px] text-xs text-pretty shadow-overlay"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
