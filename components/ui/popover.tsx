"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

type PopoverProps = {
  trigger: ReactNode;
  /** What screen readers call it. */
  label: string;
  children: ReactNode;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A small form beside its button: a filter's values, a date range. */
export function Popover({ trigger, label, children, align = "start", open, onOpenChange }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="open-fade z-40 max-h-(--radix-popover-content-available-height) min-w-[220px] overflow-y-auto rounded-lg bg-raised p-3 shadow-overlay"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
