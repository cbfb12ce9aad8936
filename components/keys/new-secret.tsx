"use client";

import { Paste } from "../connect/paste";
import { type Base, projectHref } from "../telemetry/links";
import { CopyField } from "../ui/copy-field";
import { Link } from "../ui/link";

/** The secret, once, and what to do with it. */
export function NewSecret({ secret, base }: { secret: string; base: Base }) {
  return (
    <>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="font-medium">Key</p>
        <CopyField value={secret} label="Copy key" />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <p className="font-medium">Paste into a terminal on the machine of an agent</p>
        <Paste origin={window.location.origin} client={null} />
      </div>
      <p className="text-xs text-pretty text-ink-3">
        With the key copied, <Link href={`${projectHref(base)}/settings/connect`}>Connect</Link> has the block of each
        agent. Another program sends the key as <code>Authorization: Bearer …</code>. If it gets out, revoke it on this
        page.
      </p>
    </>
  );
}
