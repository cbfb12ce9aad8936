"use client";

import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Link2, X } from "lucide-react";
import type { EventDetail, SessionDetail, TimelineRow } from "@/server/core/telemetry/session-views";
import { useTRPC } from "../api/trpc";
import { kindWord } from "../telemetry/words";
import { IconButton } from "../ui/button";
import { NoiseChip } from "../ui/noise-chip";
import { ErrorState, Skeleton } from "../ui/states";
import { useCopy } from "../ui/use-copy";
import { Reason } from "./reason";
import { shortRef } from "./ref-name";
import type { SessionPlace } from "./timeline/use-timeline-rows";
import { WhyDetail } from "./why-detail";

type WhyPanelProps = {
  place: SessionPlace;
  /** The event's ref. */
  target: string;
  /** The row of the list, when it is loaded: the panel opens with it at once. */
  known: TimelineRow | null;
  session: Pick<SessionDetail, "client" | "timeZone" | "agentOrder">;
  hrefOfEvent: (ref: string) => string;
  onOpen: (ref: string) => void;
  onClose: () => void;
  onStep: (by: 1 | -1) => void;
};

/** Why an event would go or stay: the sentence at once, verdicts, evidence and text as they come. */
export function WhyPanel(props: WhyPanelProps) {
  const { place, target, known, session, hrefOfEvent, onOpen, onClose, onStep } = props;
  const trpc = useTRPC();
  const query = useQuery(trpc.sessions.event.queryOptions({ ...place, ref: target }));
  // The rules are asked at once, and not only when the event has come.
  usePrefetchQuery(trpc.sessions.explain.queryOptions({ ...place, ref: target }));
  const row = query.data?.row ?? known;
  return (
    <aside
      aria-labelledby="why"
      className="isolate min-w-0 border-l border-line bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[82dvh] max-lg:overflow-y-auto max-lg:rounded-t-lg max-lg:border-l-0 max-lg:shadow-overlay lg:max-h-[clamp(430px,calc(100dvh-62px),1700px)] lg:overflow-y-auto"
    >
      <PanelHead target={target} onClose={onClose} onStep={onStep} href={hrefOfEvent(target)} />
      <div className="grid gap-3 px-4 pb-5">
        {query.isError && !row ? (
          <ErrorState onRetry={() => void query.refetch()}>
            This event could not be loaded. It may belong to another session, or to one that was deleted.
          </ErrorState>
        ) : null}
        {row ? <Sentence row={row} hrefOfEvent={hrefOfEvent} onOpen={onOpen} /> : null}
        {query.data ? (
          <WhyDetail detail={query.data} place={place} session={session} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
        ) : query.isPending ? (
          <Skeleton lines={7} label="Loading verdicts and text" />
        ) : null}
      </div>
    </aside>
  );
}

type PanelHeadProps = { target: string; href: string; onClose: () => void; onStep: (by: 1 | -1) => void };

function PanelHead({ target, href, onClose, onStep }: PanelHeadProps) {
  const { state, copy } = useCopy();
  return (
    <div className="sticky top-0 z-10 flex items-center gap-0.5 bg-surface py-2 pr-2 pl-4">
      <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-3" title={`ctx:${target}`}>
        ctx:{shortRef(target)}
      </span>
      <IconButton size="sm" label="Previous event (k)" icon={<ChevronUp aria-hidden />} onClick={() => onStep(-1)} />
      <IconButton size="sm" label="Next event (j)" icon={<ChevronDown aria-hidden />} onClick={() => onStep(1)} />
      <IconButton
        size="sm"
        label={state === "copied" ? "Copied" : "Copy link"}
        icon={<Link2 aria-hidden />}
        onClick={() => void copy(new URL(href, window.location.href).toString())}
      />
      <IconButton size="sm" label="Close (Esc)" icon={<X aria-hidden />} onClick={onClose} />
    </div>
  );
}

type SentenceProps = { row: TimelineRow } & Pick<WhyPanelProps, "hrefOfEvent" | "onOpen">;

function Sentence({ row, hrefOfEvent, onOpen }: SentenceProps) {
  return (
    <div>
      <h2 id="why">{headingOf(row)}</h2>
      <p className="mt-0.5 font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">{row.label}</p>
      {row.noise ? (
        <p className="mt-2">
          <NoiseChip noise={row.noise} />
        </p>
      ) : null}
      <p className="mt-2 text-pretty [overflow-wrap:anywhere]">
        {row.reason ? (
          <Reason reason={row.reason} evidence={row.evidence} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
        ) : row.inContext ? (
          "No rule speaks against it, so it stays in full."
        ) : (
          "A compaction, a clear or a rewind took it out of the context. It is history: kept here, and no longer sent."
        )}
      </p>
    </div>
  );
}

function headingOf(row: TimelineRow): string {
  const what = kindWord(row.kind).toLowerCase();
  const { from, to } = row.residency;
  if (from !== "full") return `Why this ${what} went`;
  if (to !== "full") return `Why this ${what} would go`;
  if (row.noise) return row.inContext ? `Why this ${what} is noise` : `Why this ${what} was noise`;
  if (!row.inContext) return `This ${what} is history`;
  return `Why this ${what} stays`;
}

export type WhyContext = Pick<WhyPanelProps, "place" | "session" | "hrefOfEvent" | "onOpen"> & { detail: EventDetail };
