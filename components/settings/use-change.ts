"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type ShownFault, toShownFault } from "../setup/fault";
import { useToast } from "../ui/toast";

export type Change<T> = {
  change: () => Promise<T>;
  /** What happened, once it has. */
  said: (done: T) => string;
  /** Takes it back; left out where it is final. */
  undo?: (done: T) => Promise<unknown>;
  /** After a success, in place of a fresh page. */
  onDone?: (done: T) => void;
};

/** One change at a time: the page is fresh after it, a toast says what happened and takes it back, a refusal is shown. */
export function useChange() {
  const router = useRouter();
  const toast = useToast();
  const [fault, setFault] = useState<ShownFault | null>(null);
  const [pending, setPending] = useState(false);

  async function run<T>({ change, said, undo, onDone }: Change<T>): Promise<boolean> {
    if (pending) return false;
    setPending(true);
    setFault(null);
    try {
      const done = await change();
      const takeBack = undo && (() => attempt(() => undo(done)));
      toast({ message: said(done), ...(takeBack ? { undo: takeBack } : {}) });
      if (onDone) onDone(done);
      else router.refresh();
      return true;
    } catch (error) {
      setFault(toShownFault(error));
      return false;
    } finally {
      setPending(false);
    }
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      toast({ message: "Taken back." });
    } catch (error) {
      setFault(toShownFault(error));
    }
    router.refresh();
  }

  return { run, fault, pending, clear: () => setFault(null) };
}
