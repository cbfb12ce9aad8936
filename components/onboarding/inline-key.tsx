"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { CopyField } from "../ui/copy-field";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";

const LIFETIME_DAYS = 365;

/** Makes a key where it is needed and shows its secret once. */
export function InlineKey({ base, hasKey }: { base: Base; hasKey: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.setup.progress.queryFilter(base)),
    }),
  );
  const make = () =>
    create.mutate({
      team: base.team,
      name: `First sessions of ${base.project}`.slice(0, 80),
      scopes: ["ingest", "read", "context", "record"],
      projects: [base.project],
      expiresInDays: LIFETIME_DAYS,
    });
  const keys = (
    <Link href={`${projectHref(base)}/settings/keys`} prefetch={false}>
      API keys
    </Link>
  );
  if (create.data) {
    return (
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <CopyField value={create.data.secret} label="Copy key" />
        <p className="text-xs text-ink-3">
          Copy it now, it is shown once. It reaches this project only, for a year; {keys} lists and revokes it.
        </p>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      {create.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(create.error).message}
        </Notice>
      ) : null}
      <p className="text-ink-2">
        {hasKey
          ? "You have a key that may upload to this project. Its secret was shown when it was made."
          : "The command uploads in your name with a key. It reaches this project only."}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant={hasKey ? "secondary" : "primary"} loading={create.isPending} onClick={make}>
          {hasKey ? "Create another key" : "Create key"}
        </Button>
        <span className="text-xs text-ink-3">All keys: {keys}</span>
      </div>
    </div>
  );
}
