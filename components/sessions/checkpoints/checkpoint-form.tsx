"use client";

import { useMutation } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { TextArea } from "../../ui/text-field";
import { useToast } from "../../ui/toast";
import { useSessionScope } from "../session-scope";
import { viewHref } from "../session-view";
import { useRefresh } from "../use-refresh";

/** Saves the session's state, with a note for whoever goes on. */
export function CheckpointForm() {
  const trpc = useTRPC();
  const { base, number, place, denied } = useSessionScope();
  const router = useRouter();
  const toast = useToast();
  const refresh = useRefresh();
  const [note, setNote] = useState("");
  const save = useMutation(
    trpc.checkpoints.create.mutationOptions({
      onSuccess: (saved) => {
        const left =
          saved.leftOut > 0 ? ` ${formatExact(saved.leftOut)} ${plural(saved.leftOut, "line")} had no room.` : "";
        toast({ message: `Checkpoint ${saved.name} is saved.${left}` });
        setNote("");
        void refresh();
        router.push(viewHref(base, number, "checkpoints", { checkpoint: String(saved.number) }), { scroll: false });
      },
    }),
  );
  return (
    <form
      className="grid gap-2.5 border-b border-line bg-sunken px-3.5 py-3.5 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (denied === null) save.mutate({ ...place, note });
      }}
    >
      {save.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(save.error).message}
        </Notice>
      ) : null}
      <TextArea
        label="Note"
        name="note"
        rows={2}
        maxLength={2_000}
        placeholder="What whoever goes on should know first"
        value={note}
        readOnly={denied !== null}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-2.5">
        <Button
          type="submit"
          variant="primary"
          icon={<Save aria-hidden />}
          loading={save.isPending}
          disabledReason={denied}
        >
          Save checkpoint
        </Button>
        {denied ? <span className="text-xs text-ink-3">{denied}</span> : null}
      </div>
    </form>
  );
}
