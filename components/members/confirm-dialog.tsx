"use client";

import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";

type ConfirmDialogProps = {
  title: string;
  /** What the button does: "Leave team". */
  action: string;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** Only for what cannot be taken back; everything else has an Undo. */
export function ConfirmDialog({ title, action, pending, onClose, onConfirm, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" loading={pending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
