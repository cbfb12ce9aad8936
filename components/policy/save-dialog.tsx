"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { bodyOf } from "@/server/core/policy/merge";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { formatExact } from "../ui/format";
import { Notice } from "../ui/notice";
import { TextArea } from "../ui/text-field";
import { useToast } from "../ui/toast";
import { ChangeList } from "./change-list";
import { useDraft } from "./draft";

type SaveDialogProps = {
  base: Base;
  /** How many sessions are judged again. */
  sessions: number;
  initialNote: string;
  onClose: () => void;
  onSaved: (version: number) => void;
};

/** What will be saved, in words, with a note; somebody who was faster is told of, and nothing is lost. */
export function SaveDialog({ base, sessions, initialNote, onClose, onSaved }: SaveDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { policy, saved, changes } = useDraft();
  const [note, setNote] = useState(initialNote);
  const save = useMutation(
    trpc.policy.save.mutationOptions({
      onSuccess: ({ version }) => {
        const again =
          sessions === 0
            ? ""
            : ` ${formatExact(sessions)} ${plural(sessions, "session is", "sessions are")} judged again.`;
        toast({ message: `Policy v${version} is in force.${again}` });
        router.refresh();
        onSaved(version);
      },
    }),
  );
  const fault = save.error ? toShownFault(save.error) : null;
  const isOutdated = save.error?.data?.code === "CONFLICT";
  const readAgain = () => {
    save.reset();
    router.refresh();
    onClose();
  };
  const next = saved.version + 1;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={`Save policy v${next}`}
      description={
        sessions === 0
          ? "It counts from the first session on."
          : `${formatExact(sessions)} ${plural(sessions, "session is", "sessions are")} judged again under it. Nothing is taken out of a window by that.`
      }
      footer={
        <>
          <DialogClose>
            <Button>Go on editing</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={save.isPending || save.isSuccess}
            onClick={() => save.mutate({ ...base, body: bodyOf(policy), expectedVersion: saved.version, note })}
          >
            Save v{next}
          </Button>
        </>
      }
    >
      {fault ? (
        <Notice
          tone="danger"
          live="alert"
          action={
            isOutdated ? (
              <Button size="sm" onClick={readAgain}>
                Make my changes over it
              </Button>
            ) : undefined
          }
        >
          {fault.message}
        </Notice>
      ) : null}
      <TextArea
        label="Why (shown in the list of versions)"
        name="note"
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ChangeList changes={changes} all />
    </Dialog>
  );
}
