"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useTRPCClient } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import type { Base } from "../../telemetry/links";

export interface WrittenText {
  readonly title: string;
  readonly markdown: string;
}

/** `unsaved`: typed and not sent yet. `failed` is tried again by itself and by hand. */
export type SaveState =
  | { readonly kind: "unchanged" | "unsaved" | "saving" | "discarded" }
  | { readonly kind: "saved"; readonly at: string }
  | { readonly kind: "failed"; readonly message: string };

/** A pause in typing that is long enough to save. */
const PAUSE_MS = 1_200;
const RETRY_MS = 10_000;

type Start = WrittenText & { readonly baseVersion: number; readonly savedAt: string | null };

/**
 * Keeps what a person writes as their draft on the server: after a pause in typing, when the page is hidden and when it
 * is left. Saves go one behind the other, so that an older text never comes after a newer one.
 */
export function useDraft(base: Base, number: number, start: Start) {
  const api = useTRPCClient();
  const [text, setText] = useState<WrittenText>({ title: start.title, markdown: start.markdown });
  const [state, setState] = useState<SaveState>(
    start.savedAt === null ? { kind: "unchanged" } : { kind: "saved", at: start.savedAt },
  );
  const [newestVersion, setNewestVersion] = useState(start.baseVersion);
  const held = useRef({
    text: { title: start.title, markdown: start.markdown },
    baseVersion: start.baseVersion,
    isDirty: false,
    isClosed: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    last: Promise.resolve(),
  });

  const save = useCallback((): Promise<void> => {
    const now = held.current;
    clearTimeout(now.timer);
    now.last = now.last.then(async () => {
      if (!now.isDirty || now.isClosed) return;
      now.isDirty = false;
      setState({ kind: "saving" });
      try {
        const saved = await api.handoffs.saveDraft.mutate({
          team: base.team,
          project: base.project,
          number,
          baseVersion: now.baseVersion,
          ...now.text,
        });
        setNewestVersion(saved.newestVersion);
        setState(now.isDirty ? { kind: "unsaved" } : { kind: "saved", at: saved.savedAt });
      } catch (error) {
        now.isDirty = true;
        setState({ kind: "failed", message: toShownFault(error).message });
        now.timer = setTimeout(() => void save(), RETRY_MS);
      }
    });
    return now.last;
  }, [api, base.team, base.project, number]);

  const write = useCallback(
    (change: Partial<WrittenText>) => {
      const now = held.current;
      now.text = { ...now.text, ...change };
      now.isDirty = true;
      now.isClosed = false;
      setText(now.text);
      setState((before) => (before.kind === "failed" ? before : { kind: "unsaved" }));
      clearTimeout(now.timer);
      now.timer = setTimeout(() => void save(), PAUSE_MS);
    },
    [save],
  );

  /** Ends saving and waits for a save on its way: a draft that came after the published text would bring it back. */
  const close = useCallback(async () => {
    const now = held.current;
    clearTimeout(now.timer);
    now.isClosed = true;
    await now.last;
  }, []);

  /** Saving goes on, from another version where one is given. */
  const reopen = useCallback((baseVersion?: number) => {
    held.current.isClosed = false;
    if (baseVersion !== undefined) held.current.baseVersion = baseVersion;
  }, []);

  /** What is shown is another text now, with nothing to save. */
  const reset = useCallback((next: WrittenText & { readonly baseVersion: number }) => {
    const now = held.current;
    clearTimeout(now.timer);
    now.text = { title: next.title, markdown: next.markdown };
    now.baseVersion = next.baseVersion;
    now.isDirty = false;
    now.isClosed = false;
    setText(now.text);
    setState({ kind: "discarded" });
  }, []);

  useEffect(() => {
    const now = held.current;
    const onHide = () => {
      if (document.visibilityState === "hidden") void save();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (now.isDirty && !now.isClosed) event.preventDefault();
    };
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("beforeunload", onLeave);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("beforeunload", onLeave);
      void save();
    };
  }, [save]);

  return { text, state, newestVersion, baseVersion: held.current.baseVersion, write, save, close, reopen, reset };
}
