"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button";

type DialogProps = {
  title: string;
  /** One sentence below the title; read out with it. */
  description?: ReactNode;
  /** The button that opens it; leave it out for a controlled dialog. Either way the opener gets the focus back. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Buttons at the bottom; wrap the ones that close in `DialogClose`. */
  footer?: ReactNode;
  size?: "md" | "lg";
  children?: ReactNode;
};

/** A window above the page; it traps the focus, Escape closes it. On a phone it rises from the bottom. */
export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  footer,
  size = "md",
  children,
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null);
  // Before the dialog takes the focus, and before a menu that opened it leaves the page.
  useLayoutEffect(() => {
    if (open) opener.current = openerOf(document.activeElement);
  }, [open]);
  /** A trigger gets the focus back by itself. */
  const giveFocusBack = (event: Event) => {
    if (trigger || !opener.current?.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="open-fade fixed inset-0 z-30 bg-scrim" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={giveFocusBack}
          className={clsx(
            "open-rise fixed z-31 flex flex-col overflow-clip bg-raised shadow-overlay",
            "max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[88dvh] max-md:rounded-t-lg",
            "md:top-[88px] md:left-1/2 md:max-h-[calc(100dvh-120px)] md:-translate-x-1/2 md:rounded-lg",
            size === "lg" ? "md:w-[min(680px,calc(100vw-24px))]" : "md:w-[min(460px,calc(100vw-24px))]",
          )}
        >
          <div className="flex items-center gap-2 border-b border-line px-4 py-3">
            <div className="min-w-0 flex-1">
              <Radix.Title>{title}</Radix.Title>
              {description ? <Radix.Description className="text-xs text-ink-3">{description}</Radix.Description> : null}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X aria-hidden />} size="sm" />
            </Radix.Close>
          </div>
          <div className="grid grid-cols-1 gap-3.5 overflow-y-auto p-4">{children}</div>
          {footer ? (
            <div className="flex justify-end gap-2 border-t border-line bg-sunken px-4 py-3">{footer}</div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What had the focus; for a menu, which is gone by then, the button that opened it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  return opener instanceof HTMLElement ? opener : null;
}

/** Closes the dialog around it: `<DialogClose><Button>Cancel</Button></DialogClose>`. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
