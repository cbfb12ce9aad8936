"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { Notice } from "../ui/notice";

type DemoRemoveDialogProps = { base: Base; next: string; onClose: () => void };

/** Asks, since a removal cannot be taken back. */
export function DemoRemoveDialog({ base, next, onClose }: DemoRemoveDialogProps) {
  const trpc = useTRPC();
  const remove = useMutation(
    // A whole load, since every list of projects that the browser holds names the demo.
    trpc.projects.remove.mutationOptions({ onSuccess: () => window.location.assign(next) }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Remove the demo"
      footer={
        <>
          <DialogClose>
            <Button>Keep it</Button>
          </DialogClose>
          <Button variant="danger" loading={remove.isPending || remove.isSuccess} onClick={() => remove.mutate(base)}>
            Remove demo
          </Button>
        </>
      }
    >
      {remove.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(remove.error).message}
        </Notice>
      ) : null}
      <p>The demo project goes away for good, with its sessions, decisions, failures and handoffs.</p>
      <p className="text-ink-2">Your own projects are not touched.</p>
    </Dialog>
  );
}
