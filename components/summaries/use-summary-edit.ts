"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { SummaryText } from "@/server/core/session-summary/views";
import { useTRPCClient } from "../api/trpc";
import { type ShownFault, toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { useToast } from "../ui/toast";
import { summaryHref } from "./links";

/** What a person writes, saving it, and what to do when somebody saved first. What was typed stays on the page. */
export function useSummaryEdit(base: Base, number: number, opened: SummaryText) {
  const api = useTRPCClient();
  const router = useRouter();
  const toast = useToast();
  const [text, setText] = useState({ title: opened.title, markdown: opened.markdown });
  const [newest, setNewest] = useState(opened);
  const [theirs, setTheirs] = useState<SummaryText | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<ShownFault | null>(null);

  const save = async (expectedVersion: number) => {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    try {
      const answer = await api.summaries.edit.mutate({ ...base, number, expectedVersion, ...text });
      if (answer.outcome === "saved") {
        toast({ message: `${recordRef("summary", number)} v${answer.version} is saved.` });
        router.push(summaryHref(base, number));
        router.refresh();
        return;
      }
      setNewest(answer.newest);
      setTheirs(answer.newest);
    } catch (error) {
      setFault(toShownFault(error));
    }
    setBusy(false);
  };

  /** Undo brings back what was written. */
  const takeTheirs = () => {
    if (theirs === null) return;
    const before = { text, theirs };
    setText({ title: theirs.title, markdown: theirs.markdown });
    setTheirs(null);
    toast({
      message: `Your text is v${theirs.version} now.`,
      undo: () => {
        setText(before.text);
        setTheirs(before.theirs);
      },
    });
  };

  return {
    text,
    write: (change: Partial<typeof text>) => setText((before) => ({ ...before, ...change })),
    newest,
    theirs,
    isBusy,
    fault,
    save,
    takeTheirs,
  };
}
