"use client";

import type { InviteView } from "@/server/api/routers/invites/list";
import { useTRPCClient } from "../api/trpc";
import { FaultNotice } from "../settings/fault-notice";
import { useChange } from "../settings/use-change";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { LocalTime } from "../ui/local-time";
import { Sheet, SheetHead } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table, type TableColumn } from "../ui/table";

type InviteListProps = { team: string; invites: readonly InviteView[]; nowIso: string };

/** Links that nobody has used yet; each can be ended, and for a moment taken up again. */
export function InviteList({ team, invites, nowIso }: InviteListProps) {
  const api = useTRPCClient();
  const { run, fault } = useChange();

  const revoke = ({ id, email }: InviteView) =>
    void run({
      change: () => api.invites.revoke.mutate({ team, id }),
      said: () => `The invitation ${email ? `for ${email} ` : ""}is revoked.`,
      undo: () => api.invites.restore.mutate({ team, id }),
    });

  const columns: TableColumn<InviteView>[] = [
    {
      key: "for",
      head: "For",
      rowHeader: true,
      phone: "main",
      cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email ?? "whoever opens it first"}</span>,
    },
    { key: "role", head: "As", cell: ({ role }) => <Chip>{role}</Chip> },
    { key: "by", head: "Invited by", cell: ({ invitedBy }) => <span className="text-ink-2">{invitedBy}</span> },
    {
      key: "until",
      head: "Until",
      align: "end",
      cell: ({ expiresAt, state }) => (
        <span className="inline-flex items-center gap-1.5">
          {state === "open" ? null : <Chip tone="warn">{state === "expired" ? "over" : state}</Chip>}
          <LocalTime iso={expiresAt} nowIso={nowIso} look="absolute" />
        </span>
      ),
    },
    {
      key: "revoke",
      head: "Actions",
      hideHead: true,
      align: "end",
      phone: "side",
      cell: (invite) => (
        <Button
          variant="danger"
          size="sm"
          aria-label={`Revoke invitation for ${invite.email ?? "whoever opens it first"}`}
          onClick={() => revoke(invite)}
        >
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <Sheet className="mt-4">
      <SheetHead title="Open invitations" className="mb-0! px-4 pt-3.5 pb-2" />
      <FaultNotice fault={fault} />
      <Table
        caption="Open invitations, newest first"
        columns={columns}
        rows={invites}
        rowKey={({ id }) => id}
        empty={<EmptyState>Nobody is invited at the moment. A link lets one person in, once.</EmptyState>}
      />
    </Sheet>
  );
}
