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
  /** What it is about: a later word on the same replaces it, so that nothing offers to undo what is undone. */
  topic?: string;
};

type Shown = ToastInput & { id: number };

const SHOWN_FOR_MS = 8000;
const MAX_SHOWN = 3;

type Toasts = {
  show: (toast: ToastInput) => void;
  /** Takes back the newest one that can be; false when none is shown. */
  undoLast: () => boolean;
};

const ToastContext = createContext<Toasts | null>(null);

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("Toasts need a ToastProvider above them; the root layout has one.");
  return toasts;
}

/** Says what happened, with Undo; pauses on hover and focus. Errors are notices and not toasts. */
export function useToast(): (toast: ToastInput) => void {
  return useToasts().show;
}

/** For the keyboard: presses Undo of the newest toast that has it. False when there is none. */
export function useUndoLast(): () => boolean {
  return useToasts().undoLast;
}

/** Once, in the root layout. F8 moves the focus to the newest toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  // Read by `undoLast`, which must not change with every toast: components keep it.
  const current = useRef<readonly Shown[]>([]);
  const nextId = useRef(0);
  const change = useCallback((next: readonly Shown[]) => {
    current.current = next;
    setToasts(next);
  }, []);
  const remove = useCallback((id: number) => change(current.current.filter((toast) => toast.id !== id)), [change]);
  const value = useMemo<Toasts>(
    () => ({
      show(toast) {
        nextId.current += 1;
        const others = current.current.filter(({ topic }) => topic === undefined || topic !== toast.topic);
        change([...others, { ...toast, id: nextId.current }].slice(-MAX_SHOWN));
      },
      undoLast() {
        const last = current.current.findLast(({ undo }) => undo !== undefined);
        if (!last) return false;
        remove(last.id);
        void last.undo?.();
        return true;
      },
    }),
    [change, remove],
  );
  return (
    <ToastContext.Provider value={value}>
      <Radix.Provider duration={SHOWN_FOR_MS} label="Notification" swipeDirection="down">
        {children}
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} onClose={() => remove(toast.id)} />
        ))}
        <Radix.Viewport className="fixed z-50 grid gap-2 max-md:inset-x-3 max-md:bottom-[72px] md:bottom-7 md:left-[calc(var(--spacing-rail)+24px)] lg:left-[calc(var(--spacing-sidebar)+40px)]" />
      </Radix.Provider>
    </ToastContext.Provider>
  );
}

/** `type=background` makes Radix announce it as a polite status. */
function OneToast({ toast, onClose }: { toast: Shown; onClose: () => void }) {
  return (
    <Radix.Root
      type="background"
      duration={toast.durationMs ?? SHOWN_FOR_MS}
      onOpenChange={(open) => open || onClose()}
      className="open-rise flex items-center gap-3 rounded-md bg-ink py-[9px] pr-1.5 pl-3.5 text-surface shadow-overlay max-md:justify-between"
    >
      <Radix.Description>{toast.message}</Radix.Description>
      <div className="flex items-center gap-1">
        {toast.undo ? (
          <Radix.Action
            altText="Undo, or press Ctrl Z"
            aria-keyshortcuts="Control+Z Meta+Z"
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
  );
}
