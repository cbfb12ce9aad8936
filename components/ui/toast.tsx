"use client";

import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";

export type ToastInput = {
  /** What happened: "FAIL-009 is resolved. Agents are no longer warned." */
  message: string;
  /** Takes it back. Its button says Undo. */
  undo?: () => void | Promise<void>;
  durationMs?: number;
};

type Shown = ToastInput & { id: number };

const SHOWN_FOR_MS = 8000;

const ToastContext = createContext<((toast: ToastInput) => void) | null>(null);

/** Says what happened, with Undo; pauses on hover and focus. Errors are notices and not toasts. */
export function useToast(): (toast: ToastInput) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it; the root layout has one.");
  return show;
}

/** Once, in the root layout. F8 moves the focus to the newest toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const nextId = useRef(0);
  const show = useCallback((toast: ToastInput) => {
    nextId.current += 1;
    const shown = { ...toast, id: nextId.current };
    setToasts((current) => [...current, shown].slice(-3));
  }, []);
  const remove = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  const value = useMemo(() => show, [show]);
  return (
    <ToastContext.Provider value={value}>
      <Radix.Provider duration={SHOWN_FOR_MS} label="Notification" swipeDirection="down">
        {children}
        {toasts.map((toast) => (
          <Radix.Root
            key={toast.id}
            type="background"
            duration={toast.durationMs ?? SHOWN_FOR_MS}
            onOpenChange={(open) => open || remove(toast.id)}
            className="open-rise flex items-center gap-3 rounded-md bg-ink py-[9px] pr-1.5 pl-3.5 text-surface shadow-overlay max-md:justify-between"
          >
            <Radix.Description>{toast.message}</Radix.Description>
            <div className="flex items-center gap-1">
              {toast.undo ? (
                <Radix.Action
                  altText="Undo"
                  onClick={() => void toast.undo?.()}
                  className="min-h-6 rounded-sm px-1.5 font-semibold underline underline-offset-2"
                >
                  Undo
                </Radix.Action>
              ) : null}
              <Radix.Close aria-label="Dismiss" className="grid size-6 place-items-center rounded-sm">
                <X className="size-3.5!" aria-hidden />
              </Radix.Close>
            </div>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed z-50 grid gap-2 max-md:inset-x-3 max-md:bottom-[72px] md:bottom-7 md:left-[calc(var(--spacing-rail)+24px)] lg:left-[calc(var(--spacing-sidebar)+40px)]" />
      </Radix.Provider>
    </ToastContext.Provider>
  );
}
