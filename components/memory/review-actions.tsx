"use client";

import { ArrowRight, Check, Combine, Pencil, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useShortcuts } from "../shell/shortcuts/registry";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { roomHref } from "./links";
import { MergeDialog } from "./merge-dialog";

type ReviewActionsProps = {
  base: Base;
  number: number;
  isBusy: boolean;
  onAccept: () => void;
  onDismiss: () => void;
  onMerge: (into: number) => void;
  /** Leaves it for later. */
  onPass: () => void;
};

/** What can become of a draft, by button and by key. */
export function ReviewActions({ base, number, isBusy, onAccept, onDismiss, onMerge, onPass }: ReviewActionsProps) {
  const router = useRouter();
  const [isMerging, setIsMerging] = useState(false);
  const editHref = `${roomHref(base, "decisions", {}, number)}/edit?from=review`;
  const unlessBusy = (act: () => void) => () => isBusy || act();
  const group = "Review";
  useShortcuts([
    { keys: "a", label: "Accept the draft", group, run: unlessBusy(onAccept) },
    { keys: "e", label: "Edit the draft", group, run: () => router.push(editHref) },
    { keys: "m", label: "Merge it into a decision", group, run: unlessBusy(() => setIsMerging(true)) },
    { keys: "d", label: "Dismiss the draft", group, run: unlessBusy(onDismiss) },
    { keys: "s", label: "Leave it for later", group, run: unlessBusy(onPass) },
  ]);
  return (
    <section
      aria-label="Review"
      className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-sunken px-3.5 py-3 max-md:bottom-14 md:px-4"
    >
      <Button variant="primary" icon={<Check aria-hidden />} onClick={unlessBusy(onAccept)}>
        <Named by="A">Accept</Named>
      </Button>
      <Button icon={<Pencil aria-hidden />} href={editHref}>
        <Named by="E">Edit</Named>
      </Button>
      <Button icon={<Combine aria-hidden />} onClick={unlessBusy(() => setIsMerging(true))}>
        <Named by="M">Merge</Named>
      </Button>
      <Button icon={<X aria-hidden />} onClick={unlessBusy(onDismiss)}>
        <Named by="D">Dismiss</Named>
      </Button>
      <Button variant="ghost" icon={<ArrowRight aria-hidden />} className="ml-auto" onClick={unlessBusy(onPass)}>
        <Named by="S">Later</Named>
      </Button>
      <MergeDialog
        base={base}
        number={number}
        open={isMerging}
        onOpenChange={setIsMerging}
        onChosen={(into) => {
          setIsMerging(false);
          onMerge(into);
        }}
      />
    </section>
  );
}

function Named({ by, children }: { by: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="max-md:hidden" aria-hidden>
        <Kbd>{by}</Kbd>
      </span>
    </>
  );
}
