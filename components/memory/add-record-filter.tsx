"use client";

import clsx from "clsx";
import { Check, Plus } from "lucide-react";
import NextLink from "next/link";
import { useState } from "react";
import { useShortcuts } from "../shell/shortcuts/registry";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { formatExact } from "../ui/format";
import { Popover } from "../ui/popover";
import { TextField } from "../ui/text-field";

export type FilterChoice = {
  key: string;
  word: string;
  values: { value: string; count: number; isChosen: boolean; href: string }[];
};

/** Of each field so many values are shown before somebody searches. */
const SHOWN = 6;
const FOUND = 30;

/** Names of people are words; tags, paths and branches are what a machine reads. */
const PEOPLE: ReadonlySet<string> = new Set(["author", "person"]);

type AddRecordFilterProps = {
  choices: readonly FilterChoice[];
  /** What the field for searching asks for: "Find a tag, an author or a path". */
  searchLabel: string;
};

/** The fields of the list (tags, people, paths) with their counts; each value is a link to the list with that filter. */
export function AddRecordFilter({ choices, searchLabel }: AddRecordFilterProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  useShortcuts([{ keys: "f", label: "Add a filter", group: "This page", run: () => setOpen(true) }]);
  const wanted = search.trim().toLowerCase();
  const close = () => {
    setOpen(false);
    setSearch("");
  };
  const found = choices
    .map((choice) => ({
      ...choice,
      values: choice.values
        .filter(({ value }) => value.toLowerCase().includes(wanted))
        .slice(0, wanted === "" ? SHOWN : FOUND),
    }))
    .filter(({ values }) => values.length > 0);
  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      trigger={
        <Button variant="ghost" icon={<Plus aria-hidden />}>
          Filter
          <span className="max-md:hidden">
            <Kbd>F</Kbd>
          </span>
        </Button>
      }
    >
      <div className="grid w-[min(320px,82vw)] gap-2">
        <TextField
          label={searchLabel}
          hideLabel
          placeholder={searchLabel}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {found.length === 0 ? <p className="text-xs text-ink-3">Nothing matches.</p> : null}
        {found.map(({ key, word, values }) => (
          <section key={key} aria-label={word}>
            <h3 className="px-2 pb-0.5 text-xs text-ink-3">{word}</h3>
            <ul>
              {values.map(({ value, count, isChosen, href }) => (
                <li key={value}>
                  <NextLink
                    href={href}
                    scroll={false}
                    prefetch={false}
                    onClick={close}
                    className="clip-focus flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-selected pointer-coarse:min-h-11"
                  >
                    <Check aria-hidden className={clsx("text-accent", !isChosen && "invisible")} />
                    <span
                      className={clsx("min-w-0 flex-1 truncate", !PEOPLE.has(key) && "font-mono text-xs")}
                      title={value}
                    >
                      {value}
                    </span>
                    {isChosen ? <span className="sr-only">chosen; removes it</span> : null}
                    <span className="text-xs text-ink-3">{formatExact(count)}</span>
                  </NextLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Popover>
  );
}
