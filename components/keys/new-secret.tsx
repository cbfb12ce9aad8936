"use client";

import { CopyField } from "../ui/copy-field";

/** The secret, once, and what to do with it. */
export function NewSecret({ secret, project }: { secret: string; project: string }) {
  const origin = window.location.origin;
  return (
    <>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="font-medium">Key</p>
        <CopyField value={secret} label="Copy key" />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="font-medium">Give it to the command, in the folder of Context Steward</p>
        <CopyField value={`npx steward login ${origin}`} label="Copy command" command />
        <p className="text-xs text-ink-3">It asks for the key, so that the key stays out of your shell's history.</p>
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="font-medium">Then bring your sessions in</p>
        <CopyField value={`npx steward import --project ${project}`} label="Copy command" command />
      </div>
      <p className="text-xs text-ink-3">
        Another program sends it as <code>Authorization: Bearer …</code>. If it gets out, revoke it on this page.
      </p>
    </>
  );
}
