"use client";

import clsx from "clsx";
import { ChevronDown, ChevronUp, Search, TriangleAlert } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { isFiltered, NO_EVENT_FILTER } from "@/server/core/telemetry/event-filter";
import { RESIDENCIES, type ThreadSummary } from "@/server/core/telemetry/session-views";
import { Button, IconButton } from "../../ui/button";
import { Kbd } from "../../ui/chip";
import { formatExact, formatTokens } from "../../ui/format";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { TextField } from "../../ui/text-field";
import { FilterChips } from "./filter-chips";
import { FilterMenu } from "./filter-menu";
import { JumpMenu } from "./jump-menu";
import type { Mark } from "./marks";
import { filterOf, type TimelineState } from "./read-state";
import type { SessionPlace } from "./use-timeline-rows";

type TimelineToolbarProps = {
  place: SessionPlace;
  thread: ThreadSummary;
  timeZone: string;
  state: TimelineState;
  onChange: (change: Partial<TimelineState>) => void;
  onAgent: (agent: string) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** What matches. */
  shown: { events: number; tokens: number };
  marks: readonly Mark[];
  onJump: (mark: Mark) => void;
  onMatch: (step: 1 | -1) => void;
  onFailure: (step: 1 | -1) => void;
};

const TYPING_MS = 250;
const NOTHING_CHOSEN: Partial<TimelineState> = { ...NO_EVENT_FILTER, text: "", dims: false };

/** Find, residency, filter, failures and places to jump to; all of it stands in the address. */
export function TimelineToolbar(props: TimelineToolbarProps) {
  const { place, thread, timeZone, state, onChange, onAgent, searchRef, shown, marks } = props;
  const { onJump, onMatch, onFailure } = props;
  const looksFor = isFiltered(filterOf(state)) || state.text !== "";
  return (
    <div className="border-b border-line">
      <div className="no-scrollbar relative flex items-center gap-2 px-3.5 py-2.5 max-md:overflow-x-auto max-md:*:shrink-0 md:flex-wrap md:px-4">
        <Find text={state.text} onChange={onChange} searchRef={searchRef} />
        <ResidencyChoice thread={thread} state={state} onChange={onChange} />
        <FilterMenu
          place={place}
          thread={thread.key}
          state={state}
          onChange={onChange}
          agent={thread.agent}
          onAgent={onAgent}
        />
        <Failures errors={thread.errors} state={state} onChange={onChange} onFailure={onFailure} />
        <FilterChips state={state} onChange={onChange} />
        <span className="ml-auto" />
        <JumpMenu marks={marks} timeZone={timeZone} onJump={onJump} />
      </div>
      <div className={clsx(looksFor && "flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 pb-2 md:px-4")}>
        <span role="status" className={clsx(looksFor && "mr-1 text-xs text-ink-2")}>
          {looksFor
            ? `${formatExact(shown.events)} of ${formatExact(thread.events)} ${state.dims ? "match" : "shown"}, ${formatTokens(shown.tokens)} tokens`
            : ""}
        </span>
        {looksFor ? <Matches state={state} shown={shown} onChange={onChange} onMatch={onMatch} /> : null}
      </div>
    </div>
  );
}

const CHOSEN = "bg-accent-soft! text-accent-ink!";

type MatchesProps = Pick<TimelineToolbarProps, "state" | "shown" | "onChange" | "onMatch">;

function Matches({ state, shown, onChange, onMatch }: MatchesProps) {
  const none = shown.events === 0 ? "No event matches" : null;
  return (
    <>
      <IconButton
        size="sm"
        label="Previous match (N)"
        icon={<ChevronUp aria-hidden />}
        disabledReason={none}
        onClick={() => onMatch(-1)}
      />
      <IconButton
        size="sm"
        label="Next match (n)"
        icon={<ChevronDown aria-hidden />}
        disabledReason={none}
        onClick={() => onMatch(1)}
      />
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={state.dims}
        className={clsx(state.dims && CHOSEN)}
        onClick={() => onChange({ dims: !state.dims })}
      >
        Keep others in grey
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onChange(NOTHING_CHOSEN)}>
        Show all
      </Button>
    </>
  );
}

type FailuresProps = Pick<TimelineToolbarProps, "state" | "onChange" | "onFailure"> & { errors: number };

function Failures({ errors, state, onChange, onFailure }: FailuresProps) {
  return (
    <span className="inline-flex items-center">
      <Button
        variant={state.errors ? "secondary" : "ghost"}
        aria-pressed={state.errors}
        icon={<TriangleAlert aria-hidden />}
        className={clsx(state.errors && CHOSEN)}
        onClick={() => onChange({ errors: !state.errors })}
      >
        Errors <span className="font-normal text-ink-3">{formatExact(errors)}</span>
      </Button>
      <IconButton
        label="Next failure (f)"
        icon={<ChevronDown aria-hidden />}
        disabledReason={errors === 0 ? "No call of this thread failed" : null}
        onClick={() => onFailure(1)}
      />
    </span>
  );
}

type FindProps = Pick<TimelineToolbarProps, "onChange" | "searchRef"> & { text: string };

/** Searches when typing pauses, so that a word is one question and not six. */
function Find({ text, onChange, searchRef }: FindProps) {
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [text]);
  useEffect(() => {
    if (draft === text) return;
    const timer = setTimeout(() => onChange({ text: draft }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, text, onChange]);
  return (
    <TextField
      ref={searchRef}
      label="Find in thread"
      hideLabel
      placeholder="Find in thread"
      type="search"
      maxLength={200}
      className="w-[190px] max-md:w-[210px]"
      icon={<Search aria-hidden />}
      suffix={
        draft === "" ? (
          <span className="pointer-coarse:hidden max-md:hidden">
            <Kbd>/</Kbd>
          </span>
        ) : undefined
      }
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setDraft("");
        onChange({ text: "" });
        event.currentTarget.blur();
      }}
    />
  );
}

function ResidencyChoice({ thread, state, onChange }: Pick<TimelineToolbarProps, "thread" | "state" | "onChange">) {
  const options = [null, ...RESIDENCIES] as const;
  return (
    <fieldset className="inline-flex shrink-0 overflow-clip rounded-md border border-line-strong bg-surface">
      <legend className="sr-only">Residency after the plan</legend>
      {options.map((residency) => {
        const isCurrent = state.residency === residency;
        return (
          <button
            key={residency ?? "all"}
            type="button"
            aria-pressed={isCurrent}
            onClick={() => onChange({ residency })}
            className={clsx(
              "clip-focus inline-flex h-[calc(var(--spacing-control)-2px)] items-center gap-1.5 border-r border-line px-2.5 whitespace-nowrap last:border-r-0",
              isCurrent
                ? "bg-accent-soft font-medium text-accent-ink shadow-[inset_0_-2px_0_var(--color-accent)]"
                : "text-ink-2 hover:bg-hover",
            )}
          >
            {residency ? <ResidencyGlyph residency={residency} withWord /> : "All"}
            <span className="font-normal text-ink-3">
              {formatExact(residency ? thread.residencies[residency] : thread.events)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
