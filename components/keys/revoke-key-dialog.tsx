"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { KeyView } from "@/server/api/routers/keys/list";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { useToast } from "../ui/toast";

type RevokeKeyDialogProps = { team: string; apiKey: KeyView; onClose: () => void };

export function RevokeKeyDialog({ team, apiKey, onClose }: RevokeKeyDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => {
        router.refresh();
        toast({ message: `${apiKey.name} is revoked.` });
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Revoke ${apiKey.name}`}
      description={`${apiKey.prefix}… of ${apiKey.isYours ? "yours" : apiKey.person}`}
      footer={
        <>
          <DialogClose>
            <Button>Keep key</Button>
          </DialogClose>
          <Button
            variant="danger"
            loading={revoke.isPending || revoke.isSuccess}
            onClick={() => revoke.mutate({ team, id: apiKey.id })}
          >
            Revoke key
          </Button>
        </>
      }
    >
      {revoke.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(revoke.error).message}
        </Notice>
      ) : null}
      <p>Whatever uses this key stops at once and hears that it was revoked. Sessions that it uploaded stay.</p>
      <p className="text-ink-2">A revoked key cannot be taken back. Create a new one in its place.</p>
    </Dialog>
  );
}
