"use client";

import { kindWord } from "../telemetry/words";
import { Link } from "../ui/link";
import { shortRef } from "./ref-name";
import { useSessionScope } from "./session-scope";
import { bareRef, eventHref } from "./session-view";

type EventNameProps = { target: string; label: string; kind?: string };

/** An event by what it was, as a link to where it stands; events that look alike are told apart by their ref. */
export function EventName({ target, label, kind }: EventNameProps) {
  const { base, number, short } = useSessionScope();
  const ref = bareRef(target);
  const words = short(label) || (kind ? kindWord(kind) : `ctx:${ref}`);
  return (
    <span className="flex min-h-6 min-w-0 items-center gap-2">
      <Link
        href={eventHref(base, number, ref)}
        prefetch={false}
        title={`${words} (ctx:${ref})`}
        className="min-w-0 truncate font-mono text-xs"
      >
        {words}
      </Link>
      {words === `ctx:${ref}` ? null : <span className="shrink-0 font-mono text-2xs text-ink-3">{shortRef(ref)}</span>}
    </span>
  );
}
