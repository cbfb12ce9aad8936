"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { CopyField } from "../ui/copy-field";
import { Dialog } from "../ui/dialog";
import { formatDateTime } from "../ui/format";
import { Notice } from "../ui/notice";
import { Select } from "../ui/select";
import { ShareLinks } from "./share-links";

type ShareDialogProps = { base: Base; number: number; timeZone: string };

const LIFETIMES = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

/** Makes links that open the note without signing in, and ends them. */
export function ShareDialog({ base, number, timeZone }: ShareDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={`Share ${recordRef("handoff", number)}`}
      description="Anyone with the link can read this note, in its newest version. They cannot open the session behind it."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button collapse icon={<Link2 aria-hidden />}>
          Share
        </Button>
      }
    >
      {isOpen ? <Links base={base} number={number} timeZone={timeZone} /> : null}
    </Dialog>
  );
}

function Links({ base, number, timeZone }: ShareDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [days, setDays] = useState("7");
  const input = { ...base, number };
  const links = useQuery({
    ...trpc.handoffs.shares.queryOptions(input),
    // Views are counted by others: each opening of the dialog reads them anew.
    refetchOnMount: "always",
  });
  const reread = () => queries.invalidateQueries({ queryKey: trpc.handoffs.shares.queryKey(input) });
  const share = useMutation(trpc.handoffs.share.mutationOptions({ onSuccess: reread }));
  // A link that was revoked since is no longer offered for copying.
  const made = links.data?.some(({ id, state }) => id === share.data?.id && state !== "active")
    ? undefined
    : share.data;
  return (
    <>
      <div className="flex items-end gap-2">
        <Select
          label="Expires after"
          name="days"
          value={days}
          onChange={(event) => setDays(event.target.value)}
          options={LIFETIMES}
          className="w-[140px]"
        />
        <Button
          variant="primary"
          loading={share.isPending}
          onClick={() => share.mutate({ ...input, days: Number(days) })}
        >
          Create link
        </Button>
      </div>
      {share.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(share.error).message}
        </Notice>
      ) : null}
      {made ? (
        <div className="grid gap-1.5" role="status">
          <CopyField label="Copy link" value={new URL(`/s/${made.token}`, window.location.origin).href} />
          <p className="text-xs text-ink-2">
            Copy it now: it is not shown again. It is good until {formatDateTime(made.expiresAt, timeZone)}.
          </p>
        </div>
      ) : null}
      <ShareLinks base={base} number={number} timeZone={timeZone} links={links} onRevoked={reread} />
    </>
  );
}
