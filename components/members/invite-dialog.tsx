"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { ROLES, type Role } from "@/server/core/access/rights";
import { mayGiveRole } from "@/server/core/teams/member-rules";
import { useTRPC } from "../api/trpc";
import { FaultNotice } from "../settings/fault-notice";
import { toShownFault } from "../setup/fault";
import { Button } from "../ui/button";
import { CopyField } from "../ui/copy-field";
import { Dialog, DialogClose } from "../ui/dialog";
import { formatDate, formatTime } from "../ui/format";
import { Select } from "../ui/select";
import { TextField } from "../ui/text-field";
import { ROLE_HINTS, withArticle } from "./role-words";

type InviteDialogProps = { team: { slug: string; name: string; role: Role }; onClose: () => void };

const DAYS = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
];

/** First the form, then the link: it is shown once. */
export function InviteDialog({ team, onClose }: InviteDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const formId = useId();
  const given = ROLES.filter((role) => mayGiveRole(team.role, role));
  const [role, setRole] = useState<Role>("member");
  const create = useMutation(trpc.invites.create.mutationOptions({ onSuccess: () => router.refresh() }));
  const fault = create.error ? toShownFault(create.error) : null;
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (create.isPending) return;
    const data = new FormData(event.currentTarget);
    const email = String(data.get("email") ?? "").trim();
    create.mutate({ team: team.slug, role, email: email || null, expiresInDays: Number(data.get("days")) });
  }

  if (create.data) {
    const { token, email, expiresAt } = create.data;
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="The link is ready"
        description="Copy it now and send it. It cannot be shown again."
        footer={
          <DialogClose>
            <Button variant="primary">Done</Button>
          </DialogClose>
        }
      >
        <CopyField value={`${window.location.origin}/invite/${token}`} label="Copy link" />
        <p className="text-xs text-ink-3">
          It lets {email ?? "one person"} in as {withArticle(create.data.role)} of {team.name}, once, until{" "}
          {formatDate(expiresAt, here)}, {formatTime(expiresAt, here)}.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Invite to ${team.name}`}
      description="You get a link to send; this server sends no mail."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={create.isPending}>
            Create link
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-3.5" noValidate>
        <FaultNotice fault={fault} fields={["role", "email"]} />
        <Select
          label="As"
          value={role}
          onChange={(event) => setRole(given.find((known) => known === event.currentTarget.value) ?? "viewer")}
          options={given.map((value) => ({ value, label: value }))}
          hint={ROLE_HINTS[role]}
          error={errorOf("role")}
        />
        <TextField
          label="Only for this e-mail address (optional)"
          name="email"
          type="email"
          autoComplete="off"
          placeholder="ada@example.org"
          hint="Without one, whoever opens the link first comes in."
          error={errorOf("email")}
        />
        <Select label="Works for" name="days" defaultValue="7" options={DAYS} />
      </form>
    </Dialog>
  );
}
