"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Check, ChevronRight, Plus } from "lucide-react";
import NextLink from "next/link";
import { useState } from "react";
import { DIMENSIONS, type Dimension, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import type { Facets } from "@/server/core/telemetry/overview-view";
import type { SessionSort } from "@/server/core/telemetry/session-views";
import { useTRPC } from "../api/trpc";
import { useShortcuts } from "../shell/shortcuts/registry";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { formatTokens } from "../ui/format";
import { Popover } from "../ui/popover";
import { ErrorState, Skeleton } from "../ui/states";
import { TextField } from "../ui/text-field";
import { type Base, filteredHref, type MoreQuery, sessionsHref } from "./links";
import { DIMENSION_WORD, valueWord } from "./words";

export type AddFilterProps = {
  base: Base;
  filter: TelemetryFilter;
  /** The session list, or a page that has nothing but the filter and its tabs in its address. */
  page: "sessions" | { readonly path: string; readonly more?: MoreQuery };
  /** What the page's own path already chooses. */
  without?: Dimension;
  sort?: SessionSort;
  search?: string;
  window?: number | null;
};

type FilterChoice = {
  key: Dimension;
  word: string;
  values: { value: string; word: string; tokens: number | null; isChosen: boolean; href: string }[];
};

/** A list longer than this gets a search field. */
const SEARCH_FROM = 9;
const SHOWN = 60;

/** Two steps: which field, then which value. Every value is a link to the page with that filter. */
export function AddFilter(props: AddFilterProps) {
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<Dimension | null>(null);
  useShortcuts([{ keys: "f", label: "Add a filter", group: "This page", run: () => setOpen(true) }]);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setField(null);
  };
  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={change}
      trigger={
        <Button variant="ghost" icon={<Plus aria-hidden />}>
          Filter
          <span className="max-md:hidden">
            <Kbd>F</Kbd>
          </span>
        </Button>
      }
    >
      <Choices {...props} field={field} onField={setField} onChosen={() => change(false)} />
    </Popover>
  );
}

type ChoicesProps = AddFilterProps & {
  field: Dimension | null;
  onField: (field: Dimension | null) => void;
  onChosen: () => void;
};

/** What can be chosen is asked for when the menu opens, and kept while the page stays. */
function Choices({ field, onField, onChosen, ...props }: ChoicesProps) {
  const trpc = useTRPC();
  const { range, from, to } = props.filter;
  const query = useQuery({
    ...trpc.telemetry.facets.queryOptions({ ...props.base, filter: { range, from, to } }),
    staleTime: 60_000,
  });
  if (query.isError) {
    return <ErrorState onRetry={() => void query.refetch()}>The values could not be loaded.</ErrorState>;
  }
  if (!query.data) return <Skeleton lines={6} className="h-4" label="Loading the values" />;
  const choices = choicesOf(props, query.data);
  const choice = choices.find((candidate) => candidate.key === field);
  if (choice) return <Values choice={choice} onBack={() => onField(null)} onChosen={onChosen} />;
  return (
    <ul className="-m-1.5 grid">
      {choices.map(({ key, word, values }) => (
        <li key={key}>
          <button type="button" className={ITEM} onClick={() => onField(key)}>
            <span className="flex-1 text-left">{word}</span>
            <span className="text-xs text-ink-3">{values.length}</span>
            <ChevronRight aria-hidden className="text-ink-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function choicesOf(
  { base, filter, page, without, sort, search, window }: AddFilterProps,
  facets: Facets,
): FilterChoice[] {
  const hrefOf = (next: TelemetryFilter) =>
    page === "sessions"
      ? sessionsHref(base, { filter: next, sort, search, window })
      : filteredHref(page.path, next, page.more);
  return DIMENSIONS.filter((dimension) => dimension !== without)
    .map((dimension) => ({
      key: dimension,
      word: DIMENSION_WORD[dimension],
      values: facets[dimension].map(({ value, tokens }) => {
        const current: readonly string[] = filter[dimension];
        const isChosen = current.includes(value);
        const next = isChosen ? current.filter((other) => other !== value) : [...current, value];
        // The values come from the same dimension, so the change is one that the filter accepts.
        const href = hrefOf(withChange(filter, { [dimension]: next }));
        return { value, word: valueWord(dimension, value), tokens, isChosen, href };
      }),
    }))
    .filter((choice) => choice.values.length > 0);
}

const ITEM =
  "clip-focus flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2.5 hover:bg-selected pointer-coarse:min-h-11";

type ValuesProps = { choice: FilterChoice; onBack: () => void; onChosen: () => void };

function Values({ choice, onBack, onChosen }: ValuesProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = choice.values.filter(({ word }) => word.toLowerCase().includes(wanted));
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3>{choice.word}</h3>
        <Button variant="ghost" size="sm" onClick={onBack}>
          Other fields
        </Button>
      </div>
      {choice.values.length >= SEARCH_FROM ? (
        <TextField
          label={`Find a ${choice.word.toLowerCase()}`}
          hideLabel
          placeholder={`Find a ${choice.word.toLowerCase()}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul className="-mx-1.5 grid max-h-72 w-[min(300px,80vw)] overflow-y-auto">
        {found.slice(0, SHOWN).map(({ value, word, tokens, isChosen, href }) => (
          <li key={value}>
            <NextLink href={href} scroll={false} prefetch={false} className={ITEM} onClick={onChosen}>
              <Check aria-hidden className={clsx("text-accent", !isChosen && "invisible")} />
              <span className="min-w-0 flex-1 truncate" title={word}>
                {word}
              </span>
              {isChosen ? <span className="sr-only">chosen; removes it</span> : null}
              {tokens === null ? null : <span className="text-xs text-ink-3">{formatTokens(tokens)}</span>}
            </NextLink>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="text-xs text-ink-3">Nothing matches.</p> : null}
      {found.length > SHOWN ? (
        <p className="text-xs text-ink-3">{found.length - SHOWN} more. Type to find them.</p>
      ) : null}
    </div>
  );
}
