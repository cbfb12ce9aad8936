"use client";

import { recordRef } from "@/server/core/decisions/record-ref";
import type { RelatedDecision } from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { Dialog } from "../ui/dialog";
import { DecisionPicker } from "./decision-picker";

type MergeDialogProps = {
  base: Base;
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChosen: (into: number) => void;
};

const STANDS: readonly RelatedDecision["status"][] = ["accepted", "proposed", "draft"];

/** Chooses the decision that says already what a draft says. */
export function MergeDialog({ base, number, open, onOpenChange, onChosen }: MergeDialogProps) {
  return (
    <Dialog
      title={`Merge ${recordRef("decision", number)} into`}
      description="That one gets the evidence and links of the draft; the draft becomes superseded by it."
      open={open}
      onOpenChange={onOpenChange}
    >
      <DecisionPicker
        base={base}
        number={number}
        isOffered={(status) => STANDS.includes(status)}
        none="No open or accepted decision matches."
        onChosen={onChosen}
      />
    </Dialog>
  );
}
