"use client";

import clsx from "clsx";
import { Check, ChevronRight, Plus } from "lucide-react";
import NextLink from "next/link";
import { useEffect, useState } from "react";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { formatTokens } from "../ui/format";
import { Popover } from "../ui/popover";
import { TextField } from "../ui/text-field";

export type FilterChoice = {
  key: string;
  word: string;
  values: { value: string; word: string; tokens: number | null; isChosen: boolean; href: string }[];
};

/** A list longer than this gets a search field. */
const SEARCH_FROM = 9;
const SHOWN = 60;

/** Two steps: which field, then which value. Every value is a link to the page with that filter. */
export function AddFilter({ choices }: { choices: readonly FilterChoice[] }) {
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<string | null>(null);
  useFilterKey(() => setOpen(true));
  const choice = choices.find((candidate) => candidate.key === field);
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
      {choice ? (
        <Values choice={choice} onBack={() => setField(null)} onChosen={() => change(false)} />
      ) : (
        <ul className="-m-1.5 grid">
          {choices.map(({ key, word, values }) => (
            <li key={key}>
              <button type="button" className={ITEM} onClick={() => setField(key)}>
                <span className="flex-1 text-left">{word}</span>
                <span className="text-xs text-ink-3">{values.length}</span>
                <ChevronRight aria-hidden className="text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
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

/** F opens the menu, unless somebody is writing. */
function useFilterKey(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isWriting = target?.closest("input, textarea, select, [contenteditable]") !== null && target !== null;
      if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
