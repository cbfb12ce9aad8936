import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffView } from "@/server/core/handoffs/views";
import { Comments } from "../comments/comments";
import { SessionLink } from "../memory/record-parts";
import type { Base } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { Markdown } from "../ui/markdown";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { HandoffActions } from "./handoff-actions";
import { HandoffSide } from "./handoff-side";
import { addresseeWord } from "./handoff-words";
import { linkRecords } from "./link-records";
import { NoteText } from "./note-text";

/** Somebody whom a note can be addressed to. */
export type Teammate = { id: string; name: string; isYou: boolean };

type HandoffDetailProps = { base: Base; handoff: HandoffView; teammates: readonly Teammate[] };

/** One handoff note to read, to pass on and to take away. */
export function HandoffDetail({ base, handoff, teammates }: HandoffDetailProps) {
  return (
    <article aria-labelledby="handoff">
      {/* On a phone the buttons stand below what they act on, where there is room for them. */}
      <header className="grid gap-x-3 border-b border-line px-3.5 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-ink-3">{recordRef("handoff", handoff.number)}</span>
          <Standing handoff={handoff} />
        </div>
        <h2 id="handoff" className="my-1 text-xl [overflow-wrap:anywhere] md:col-span-2">
          {handoff.title}
        </h2>
        <div className="md:col-span-2">
          <Passed base={base} handoff={handoff} />
        </div>
        <div className="max-md:mt-3 max-md:empty:hidden md:col-start-2 md:row-start-1">
          <HandoffActions base={base} handoff={handoff} />
        </div>
      </header>
      <div className="grid min-[1361px]:grid-cols-[minmax(0,1fr)_276px]">
        <div className="min-w-0">
          <SinceThen base={base} notices={handoff.notices} />
          <NoteText base={base} handoff={handoff} />
          <Comments base={base} subject={{ kind: "handoff", number: handoff.number }} />
        </div>
        <HandoffSide base={base} handoff={handoff} teammates={teammates} />
      </div>
    </article>
  );
}

/** The note is as it was written; what was replaced since must not be followed. */
function SinceThen({ base, notices }: { base: Base; notices: HandoffView["notices"] }) {
  if (notices.length === 0) return null;
  const lines = notices.map(({ ref, notice }) => `- ${ref}: ${notice}`).join("\n");
  return (
    <Notice tone="warn">
      <b>Since this note was written:</b>
      <Markdown text={linkRecords(lines, base)} />
    </Notice>
  );
}

/** A chip only while somebody is waited for; else a quiet word. */
function Standing({ handoff }: { handoff: HandoffView }) {
  const { status, claimed, acknowledged, addressedTo, addressee, you, asOf, timeZone } = handoff;
  if (status === "acknowledged" && acknowledged) {
    return (
      <span className="text-xs text-ink-3">
        Acknowledged by {nameFor(acknowledged, you.memberId)}{" "}
        <RelativeTime iso={acknowledged.at} nowIso={asOf} timeZone={timeZone} />
      </span>
    );
  }
  if (status === "claimed" && claimed) {
    return (
      <span className="text-xs text-ink-2">
        Claimed by {nameFor(claimed, you.memberId)} <RelativeTime iso={claimed.at} nowIso={asOf} timeZone={timeZone} />
      </span>
    );
  }
  const isWaited = addressedTo === "team" || (addressee !== null && addressee.memberId === you.memberId);
  return isWaited ? <Chip tone="info">Not claimed</Chip> : null;
}

function nameFor(hand: { memberId: string; name: string }, you: string | null): string {
  return hand.memberId === you ? "you" : hand.name;
}

function Passed({ base, handoff }: { base: Base; handoff: HandoffView }) {
  const { note, session, addressedTo, addressee, you, versions, asOf, timeZone } = handoff;
  const newest = versions[0];
  const to = addresseeWord({
    addressedTo,
    addressee: addressee?.name ?? null,
    isYou: addressee !== null && addressee.memberId === you.memberId,
  });
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-3">
      {session === null ? null : (
        <span>
          From <SessionLink base={base} number={session.number} />
        </span>
      )}
      {note && note.from.client !== "" ? (
        <span>
          {note.from.client} {note.from.agent}
        </span>
      ) : null}
      <span>to {to}</span>
      {session?.person ? <span>{session.person}</span> : null}
      <span>
        v{handoff.version},{" "}
        {handoff.isEdited && newest ? `${newest.version === 1 ? "written" : "edited"} by ${newest.author.name} ` : ""}
        <RelativeTime iso={handoff.updatedAt} nowIso={asOf} timeZone={timeZone} />
      </span>
    </div>
  );
}
