"use client";

import type { TimelineRow } from "@/server/core/telemetry/session-views";
import { shortRef, splitReason } from "./ref-name";

type ReasonProps = {
  reason: string;
  evidence: TimelineRow["evidence"];
  hrefOfEvent: (ref: string) => string;
  /** Opens an event without leaving the page; absent where the page has no place for it. */
  onOpen?: ((ref: string) => void) | undefined;
};

/** A rule's sentence; the events that it names are links, with what they were on hover. */
export function Reason({ reason, evidence, hrefOfEvent, onOpen }: ReasonProps) {
  const labels = new Map(evidence.map((item) => [item.ref, item.label]));
  const parts = splitReason(reason, [...labels.keys()]);
  return parts.map((part, index) => {
    const key = `${index}-${"ref" in part ? part.ref : part.text}`;
    return "ref" in part ? (
      <EventLink
        key={key}
        target={part.ref}
        label={labels.get(part.ref) ?? null}
        hrefOfEvent={hrefOfEvent}
        onOpen={onOpen}
      />
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}

type EventLinkProps = {
  target: string;
  label: string | null;
  hrefOfEvent: (ref: string) => string;
  onOpen?: ((ref: string) => void) | undefined;
};

/** A link to an event of the session; a plain click opens it without leaving the page. */
export function EventLink({ target, label, hrefOfEvent, onOpen }: EventLinkProps) {
  return (
    <a
      href={hrefOfEvent(target)}
      title={label ? `${label} (ctx:${target})` : `ctx:${target}`}
      className="link font-mono"
      onClick={(event) => {
        if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen(target);
      }}
    >
      ctx:{shortRef(target)}
    </a>
  );
}
