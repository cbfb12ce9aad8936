"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffEditView, HandoffText } from "@/server/core/handoffs/views";
import { useTRPCClient } from "../../api/trpc";
import { type ShownFault, toShownFault } from "../../setup/fault";
import type { Base } from "../../telemetry/links";
import { useToast } from "../../ui/toast";
import { noteHref } from "../links";
import type { useDraft } from "./use-draft";

type Draft = ReturnType<typeof useDraft>;

/** Publishing, discarding and what to do when somebody else published first. */
export function usePublish(base: Base, edit: HandoffEditView, draft: Draft) {
  const api = useTRPCClient();
  const router = useRouter();
  const toast = useToast();
  const { number } = edit;
  const isBehind = edit.draft !== null && edit.draft.baseVersion < edit.newest.version;
  const [newest, setNewest] = useState<HandoffText>(edit.newest);
  const [theirs, setTheirs] = useState<HandoffText | null>(isBehind ? edit.newest : null);
  const [began, setBegan] = useState<HandoffText | null>(isBehind ? edit.base : edit.newest);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<ShownFault | null>(null);

  const known = newest.version;
  const { newestVersion } = draft;
  useEffect(() => {
    if (newestVersion <= known) return;
    let isCurrent = true;
    // A save told that somebody published: their text is shown before the person gets to Publish.
    api.handoffs.version
      .query({ ...base, number, version: newestVersion })
      .then((version) => {
        if (!isCurrent) return;
        setNewest(version);
        setTheirs(version);
      })
      // Publishing tells of it again.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [api, base, number, newestVersion, known]);

  const publish = useCallback(
    async (expectedVersion: number) => {
      if (isBusy) return;
      setBusy(true);
      setFault(null);
      await draft.close();
      try {
        const answer = await api.handoffs.publish.mutate({ ...base, number, expectedVersion, ...draft.text });
        if (answer.outcome === "published") {
          toast({ message: `${recordRef("handoff", number)} v${answer.version} is published.` });
          router.push(noteHref(base, number));
          router.refresh();
          return;
        }
        draft.reopen();
        setNewest(answer.newest);
        setTheirs(answer.newest);
      } catch (error) {
        draft.reopen();
        setFault(toShownFault(error));
        void draft.save();
      }
      setBusy(false);
    },
    [api, base, draft, isBusy, number, router, toast],
  );

  /** What is written becomes another text; Undo brings it back, unsaved work too. */
  const replaceBy = (next: HandoffText, message: string) => {
    const before = { ...draft.text, baseVersion: draft.baseVersion };
    const shown = { theirs, began };
    draft.reset({ title: next.title, markdown: next.markdown, baseVersion: next.version });
    setTheirs(null);
    setBegan(next);
    setFault(null);
    toast({
      message,
      undo: () => {
        draft.reopen(before.baseVersion);
        draft.write({ title: before.title, markdown: before.markdown });
        setTheirs(shown.theirs);
        setBegan(shown.began);
      },
    });
  };

  const discard = async () => {
    await draft.close();
    try {
      await api.handoffs.discardDraft.mutate({ ...base, number });
      replaceBy(newest, "Your draft is discarded.");
    } catch (error) {
      draft.reopen();
      setFault(toShownFault(error));
    }
  };

  return {
    newest,
    theirs,
    began,
    isBusy,
    fault,
    publish,
    discard,
    takeTheirs: () => theirs && replaceBy(theirs, `Your text is v${theirs.version} now.`),
  };
}
