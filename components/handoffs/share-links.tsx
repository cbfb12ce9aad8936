"use client";

import { useMutation } from "@tanstack/react-query";
import type { ShareLinkView } from "@/server/core/handoffs/views";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { formatDateTime } from "../ui/format";
import { Notice } from "../ui/notice";
import { ErrorState, Skeleton } from "../ui/states";

type ShareLinksProps = {
  base: Base;
  number: number;
  timeZone: string;
  links: { data?: ShareLinkView[]; error: unknown; refetch: () => unknown };
  onRevoked: () => unknown;
};

/** The links that a note has, with how often each was opened. */
export function ShareLinks({ base, number, timeZone, links, onRevoked }: ShareLinksProps) {
  const trpc = useTRPC();
  const revoke = useMutation(trpc.handoffs.revokeShare.mutationOptions({ onSuccess: onRevoked }));
  if (links.error) {
    return <ErrorState onRetry={() => void links.refetch()}>The links of this note could not be read.</ErrorState>;
  }
  if (!links.data) return <Skeleton lines={2} label="Loading links" />;
  if (links.data.length === 0) return <p className="text-xs text-ink-3">This note has no links yet.</p>;
  return (
    <section aria-label="Links of this note" className="grid gap-1.5">
      <h3>Links</h3>
      {revoke.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(revoke.error).message}
        </Notice>
      ) : null}
      <ul className="text-xs">
        {links.data.map((link) => (
          <li key={link.id} className="flex items-center gap-3 border-t border-line py-1.5 first:border-t-0">
            <span className="min-w-0 flex-1">
              <span className={link.state === "active" ? undefined : "text-ink-3"}>{stateOf(link, timeZone)}</span>
              <span className="block text-ink-3">
                {link.createdBy}, {formatDateTime(link.createdAt, timeZone)}. {viewsOf(link, timeZone)}
              </span>
            </span>
            {link.state === "active" ? (
              <Button
                size="sm"
                variant="danger"
                loading={revoke.isPending && revoke.variables.id === link.id}
                onClick={() => revoke.mutate({ ...base, number, id: link.id })}
              >
                Revoke
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">A revoked link stops working at once and for good. Create a new one instead.</p>
    </section>
  );
}

function stateOf({ state, expiresAt, revokedAt }: ShareLinkView, timeZone: string): string {
  if (state === "revoked" && revokedAt !== null) return `Revoked ${formatDateTime(revokedAt, timeZone)}`;
  return `${state === "expired" ? "Expired" : "Good until"} ${formatDateTime(expiresAt, timeZone)}`;
}

function viewsOf({ views, lastViewedAt }: ShareLinkView, timeZone: string): string {
  if (views === 0 || lastViewedAt === null) return "Never opened.";
  return `Opened ${views === 1 ? "once" : `${views} times`}, last ${formatDateTime(lastViewedAt, timeZone)}.`;
}
