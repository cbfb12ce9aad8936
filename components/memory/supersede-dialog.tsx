"use client";

import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { mayBeEdited } from "@/server/core/decisions/transitions";
import type { Base } from "../telemetry/links";
import { Checkbox } from "../ui/choice";
import { Dialog } from "../ui/dialog";
import { DecisionPicker } from "./decision-picker";

type SupersedeDialogProps = {
  base: Base;
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChosen: (successor: number, inPart: boolean) => void;
};

/** Chooses the decision that replaces this one, in whole or in part. */
export function SupersedeDialog({ base, number, open, onOpenChange, onChosen }: SupersedeDialogProps) {
  const ref = recordRef("decision", number);
  const [inPart, setInPart] = useState(false);
  return (
    <Dialog
      title={`What replaces ${ref}?`}
      description="It takes effect when the successor is accepted, and at once if it is already."
      open={open}
      onOpenChange={onOpenChange}
    >
      <Checkbox
        label="Only in part"
        hint={`${ref} stays in force and says that it is amended.`}
        checked={inPart}
        onChange={(event) => setInPart(event.target.checked)}
        className="mb-3"
      />
      <DecisionPicker
        base={base}
        number={number}
        isOffered={mayBeEdited}
        none="No other open or accepted decision matches. Record the new one first."
        onChosen={(successor) => onChosen(successor, inPart)}
      />
    </Dialog>
  );
}
