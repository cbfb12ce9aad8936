"use client";

import clsx from "clsx";
import { Search, TriangleAlert } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { NOISE_CLASSES } from "@/server/core/prune/model";
import { RESIDENCIES, type ThreadSummary } from "@/server/core/telemetry/session-views";
import { NOISE } from "../../charts/palette";
import { Button } from "../../ui/button";
import { Kbd } from "../../ui/chip";
import { formatExact } from "../../ui/format";
import { Menu } from "../../ui/menu";
import { NoiseSwatch } from "../../ui/noise-chip";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { TextField } from "../../ui/text-field";
import type { TimelineState } from "./read-state";

type TimelineToolbarProps = {
  thread: ThreadSummary;
  state: TimelineState;
  onChange: (change: Partial<TimelineState>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** How many events are shown under the filter. */
  shown: number;
};

const TYPING_MS = 250;

/** Find, residency, noise and errors; all of it stands in the address. */
export function TimelineToolbar({ thread, state, onChange, searchRef, shown }: TimelineToolbarProps) {
  const isFiltered = state.residency !== null || state.noise !== null || state.errors || state.text !== "";
  return (
    <div className="no-scrollbar flex items-center gap-2 border-b border-line px-3.5 py-2.5 max-md:overflow-x-auto max-md:*:shrink-0 md:flex-wrap md:px-4">
      <Find text={state.text} onChange={onChange} searchRef={searchRef} />
      <ResidencyChoice thread={thread} state={state} onChange={onChange} />
      <Menu
        trigger={
          <Button aria-pressed={state.noise !== null}>
            {state.noise === null ? "Any event" : state.noise === "any" ? "All noise" : NOISE[state.noise].word}
          </Button>
        }
        groups={[
          {
            key: "noise",
            items: [
              {
                key: "none",
                label: "Any event",
                checked: state.noise === null,
                onSelect: () => onChange({ noise: null }),
              },
              {
                key: "any",
                label: "All noise",
                checked: state.noise === "any",
                onSelect: () => onChange({ noise: "any" }),
              },
              ...NOISE_CLASSES.map((noise) => ({
                key: noise,
                label: NOISE[noise].word,
                icon: <NoiseSwatch noise={noise} />,
                checked: state.noise === noise,
                onSelect: () => onChange({ noise }),
              })),
            ],
          },
        ]}
      />
      <Button
        variant={state.errors ? "secondary" : "ghost"}
        aria-pressed={state.errors}
        icon={<TriangleAlert aria-hidden />}
        className={clsx(state.errors && "bg-accent-soft")}
        onClick={() => onChange({ errors: !state.errors })}
      >
        Errors <span className="font-normal text-ink-3">{formatExact(thread.errors)}</span>
      </Button>
      <span role="status" className="text-xs text-ink-3 md:ml-auto">
        {isFiltered ? `${formatExact(shown)} of ${formatExact(thread.events)} shown` : ""}
      </span>
      {isFiltered ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChange({ residency: null, noise: null, errors: false, text: "" })}
        >
          Show all
        </Button>
      ) : null}
    </div>
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
      className="w-[190px]"
      icon={<Search aria-hidden />}
      suffix={draft === "" ? <Kbd>/</Kbd> : undefined}
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
