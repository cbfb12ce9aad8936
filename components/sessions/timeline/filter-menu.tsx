"use client";

import clsx from "clsx";
import { Check, ChevronLeft, ChevronRight, ListFilter } from "lucide-react";
import { useState } from "react";
import type { EventFacets } from "@/server/core/telemetry/event-filter";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { NoiseSwatch } from "../../ui/noise-chip";
import { Popover } from "../../ui/popover";
import { ErrorState, Skeleton } from "../../ui/states";
import { TextField } from "../../ui/text-field";
import { changeTo, FIELD_WORD, FILTER_FIELDS, type FilterField, valuesOf, valueWord } from "./filter-fields";
import { filterOf, type TimelineState } from "./read-state";
import { useFacets } from "./use-facets";
import type { SessionPlace } from "./use-timeline-rows";

export type FilterMenuProps = {
  place: SessionPlace;
  thread: string;
  state: TimelineState;
  onChange: (change: Partial<TimelineState>) => void;
  /** The agent of the thread, and the way to another one's: an agent's events stand in its own threads. */
  agent: string;
  onAgent: (agent: string) => void;
};

type MenuField = FilterField | "agent";

const ITEM =
  "clip-focus flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover pointer-coarse:min-h-11";

/** Two steps: which field, then which value, each with the events that it would show under the rest of the filter. */
export function FilterMenu(props: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<MenuField | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setField(null);
  };
  return (
    <Popover
      label="Filter the events"
      open={open}
      onOpenChange={change}
      trigger={<Button icon={<ListFilter aria-hidden />}>Filter</Button>}
    >
      <Choices {...props} field={field} onField={setField} onChosen={() => change(false)} />
    </Popover>
  );
}

type ChoicesProps = FilterMenuProps & {
  field: MenuField | null;
  onField: (field: MenuField | null) => void;
  onChosen: () => void;
};

function Choices(props: ChoicesProps) {
  const { place, thread, state, onChange, agent, onAgent, field, onField, onChosen } = props;
  const facets = useFacets({ place, thread, filter: filterOf(state), text: state.text }, true);
  if (facets.isError && !facets.data) {
    return <ErrorState onRetry={() => void facets.refetch()}>The values could not be counted.</ErrorState>;
  }
  if (!facets.data) return <Skeleton lines={5} className="h-4" label="Counting the values" />;
  if (field === null) return <Fields facets={facets.data} state={state} agent={agent} onField={onField} />;
  return (
    <Values
      field={field}
      values={field === "agent" ? facets.data.agents : valuesOf(field, facets.data)}
      current={field === "agent" ? agent : state[field]}
      onBack={() => onField(null)}
      onChoose={(value) => {
        if (field !== "agent") onChange(changeTo(field, value));
        else if (value !== null) onAgent(value);
        onChosen();
      }}
    />
  );
}

type FieldsProps = {
  facets: EventFacets;
  state: TimelineState;
  agent: string;
  onField: (field: MenuField) => void;
};

function Fields({ facets, state, agent, onField }: FieldsProps) {
  const words = (field: FilterField) => {
    const current = state[field];
    return current === null ? formatExact(valuesOf(field, facets).length) : valueWord(field, current);
  };
  return (
    <ul className="-m-1.5 grid w-[220px]">
      {facets.agents.length > 1 ? <Field word="Agent" current={agent} onOpen={() => onField("agent")} /> : null}
      {FILTER_FIELDS.map((field) => (
        <Field key={field} word={FIELD_WORD[field]} current={words(field)} onOpen={() => onField(field)} />
      ))}
    </ul>
  );
}

function Field({ word, current, onOpen }: { word: string; current: string; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={ITEM} onClick={onOpen}>
        <span className="flex-1">{word}</span>
        <span className="max-w-24 truncate text-xs text-ink-3">{current}</span>
        <ChevronRight aria-hidden className="text-ink-3" />
      </button>
    </li>
  );
}

/** A list longer than this gets a search field. */
const SEARCH_FROM = 12;
const SHOWN = 80;

type ValuesProps = {
  field: MenuField;
  values: EventFacets["agents"];
  current: string | null;
  onBack: () => void;
  onChoose: (value: string | null) => void;
};

function Values({ field, values, current, onBack, onChoose }: ValuesProps) {
  const [search, setSearch] = useState("");
  const wordOf = (value: string) => (field === "agent" ? value : valueWord(field, value));
  const found = values.filter(({ value }) => wordOf(value).toLowerCase().includes(search.toLowerCase()));
  const word = field === "agent" ? "Agent" : FIELD_WORD[field];
  return (
    <div className="grid w-[min(280px,80vw)] gap-2">
      <Button variant="ghost" size="sm" icon={<ChevronLeft aria-hidden />} className="-ml-1 w-fit" onClick={onBack}>
        {word}
      </Button>
      {values.length > SEARCH_FROM ? (
        <TextField
          label={`Find a ${word.toLowerCase()}`}
          hideLabel
          placeholder={`Find a ${word.toLowerCase()}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul className="-mx-1.5 grid max-h-72 overflow-y-auto">
        {found.slice(0, SHOWN).map(({ value, events }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={current === value}
              className={ITEM}
              onClick={() => onChoose(current === value ? null : value)}
            >
              <Check aria-hidden className={clsx("text-accent", current !== value && "invisible")} />
              <Swatch field={field} value={value} />
              <span className="min-w-0 flex-1 truncate" title={wordOf(value)}>
                {wordOf(value)}
              </span>
              <span className="text-xs text-ink-3">{formatExact(events)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="text-xs text-ink-3">Nothing to choose under the other filters.</p> : null}
      {found.length > SHOWN ? (
        <p className="text-xs text-ink-3">{found.length - SHOWN} more. Type to find them.</p>
      ) : null}
    </div>
  );
}

function Swatch({ field, value }: { field: MenuField; value: string }) {
  if (field !== "noise") return null;
  const { noise } = changeTo("noise", value);
  return noise && noise !== "any" && noise !== "proven" ? <NoiseSwatch noise={noise} /> : null;
}
