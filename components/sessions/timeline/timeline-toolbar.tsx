"use client";

import clsx from "clsx";
import { Search, TriangleAlert } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { type Outline, RESIDENCIES, type ThreadSummary } from "@/server/core/telemetry/session-views";
import { NOISE } from "../../charts/palette";
import { kindWord } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { Kbd } from "../../ui/chip";
import { formatExact, formatTokens } from "../../ui/format";
import { Menu } from "../../ui/menu";
import { NoiseSwatch } from "../../ui/noise-chip";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { TextField } from "../../ui/text-field";
import { NOISE_CHOICES, type TimelineState } from "./read-state";

type TimelineToolbarProps = {
  thread: ThreadSummary;
  outline: Outline;
  state: TimelineState;
  onChange: (change: Partial<TimelineState>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** What is shown under the filter. */
  shown: { events: number; tokens: number };
};

const TYPING_MS = 250;
const NOTHING_CHOSEN: Partial<TimelineState> = {
  residency: null,
  noise: null,
  kind: null,
  tool: null,
  skill: null,
  errors: false,
  text: "",
};

/** Find, residency, noise, tool, skill and errors; all of it stands in the address. */
export function TimelineToolbar({ thread, outline, state, onChange, searchRef, shown }: TimelineToolbarProps) {
  return (
    <div className="no-scrollbar flex items-center gap-2 border-b border-line px-3.5 py-2.5 max-md:overflow-x-auto max-md:*:shrink-0 md:flex-wrap md:px-4">
      <Find text={state.text} onChange={onChange} searchRef={searchRef} />
      <ResidencyChoice thread={thread} state={state} onChange={onChange} />
      <NoiseChoice state={state} onChange={onChange} />
      <NameChoice word="Tool" names={outline.toolNames} current={state.tool} onChoose={(tool) => onChange({ tool })} />
      <NameChoice
        word="Skill"
        names={outline.skillNames}
        current={state.skill}
        onChoose={(skill) => onChange({ skill })}
      />
      {state.kind ? <Button onClick={() => onChange({ kind: null })}>{kindWord(state.kind)} ×</Button> : null}
      <Button
        variant={state.errors ? "secondary" : "ghost"}
        aria-pressed={state.errors}
        icon={<TriangleAlert aria-hidden />}
        className={clsx(state.errors && CHOSEN)}
        onClick={() => onChange({ errors: !state.errors })}
      >
        Errors <span className="font-normal text-ink-3">{formatExact(thread.errors)}</span>
      </Button>
      <Shown isFiltered={isFiltered(state)} shown={shown} thread={thread} onReset={() => onChange(NOTHING_CHOSEN)} />
    </div>
  );
}

const CHOSEN = "bg-accent-soft! text-accent-ink!";

function isFiltered({ residency, noise, kind, tool, skill, errors, text }: TimelineState): boolean {
  return [residency, noise, kind, tool, skill].some((value) => value !== null) || errors || text !== "";
}

type ShownProps = Pick<TimelineToolbarProps, "shown" | "thread"> & { isFiltered: boolean; onReset: () => void };

function Shown({ isFiltered: filtered, shown, thread, onReset }: ShownProps) {
  return (
    <>
      <span role="status" className="text-xs text-ink-3 md:ml-auto">
        {filtered
          ? `${formatExact(shown.events)} of ${formatExact(thread.events)} shown, ${formatTokens(shown.tokens)} tokens`
          : ""}
      </span>
      {filtered ? (
        <Button variant="ghost" size="sm" onClick={onReset}>
          Show all
        </Button>
      ) : null}
    </>
  );
}

const NOISE_WORD = { proven: "Proven noise", any: "Noise and idle" } as const;

function noiseWord(noise: TimelineState["noise"]): string {
  if (noise === null) return "Any event";
  return noise === "any" || noise === "proven" ? NOISE_WORD[noise] : NOISE[noise].word;
}

function NoiseChoice({ state, onChange }: Pick<TimelineToolbarProps, "state" | "onChange">) {
  const options = [null, ...NOISE_CHOICES] as const;
  const items = options.map((noise) => ({
    key: noise ?? "none",
    label: noiseWord(noise),
    icon: noise === null || noise === "any" || noise === "proven" ? undefined : <NoiseSwatch noise={noise} />,
    checked: state.noise === noise,
    onSelect: () => onChange({ noise }),
  }));
  return (
    <Menu
      trigger={<Button className={clsx(state.noise !== null && CHOSEN)}>{noiseWord(state.noise)}</Button>}
      groups={[{ key: "noise", items }]}
    />
  );
}

type NameChoiceProps = {
  word: string;
  names: readonly string[];
  current: string | null;
  onChoose: (name: string | null) => void;
};

/** A menu of the names that occur in the thread; nothing to choose, no menu. */
function NameChoice({ word, names, current, onChoose }: NameChoiceProps) {
  const choices = names.filter((name) => name !== "").sort((a, b) => a.localeCompare(b));
  if (choices.length === 0 && current === null) return null;
  const items = [null, ...choices].map((name) => ({
    key: name ?? "",
    label: name ?? `Any ${word.toLowerCase()}`,
    checked: current === name,
    onSelect: () => onChoose(name),
  }));
  return (
    <Menu
      trigger={<Button className={clsx(current !== null && CHOSEN)}>{current ?? word}</Button>}
      groups={[{ key: word, items }]}
    />
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
