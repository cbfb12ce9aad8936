"use client";

import { useTRPCClient } from "../api/trpc";
import { FaultNotice } from "../settings/fault-notice";
import { useChange } from "../settings/use-change";
import { Button } from "../ui/button";

/** Joins the team of the invitation, then opens it. */
export function AcceptInvite({ token, team }: { token: string; team: string }) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  return (
    <>
      <FaultNotice fault={fault} />
      <Button
        variant="primary"
        size="lg"
        loading={pending}
        onClick={() =>
          void run({
            change: () => api.invites.accept.mutate({ token }),
            said: ({ joined }) => (joined ? `You are in ${team} now.` : `You are in ${team} already.`),
            // A full load: the frame knows the new team only then.
            onDone: (done) => window.location.assign(`/${done.team}`),
          })
        }
      >
        Join {team}
      </Button>
    </>
  );
}
