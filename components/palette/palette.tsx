"use client";

import { Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { Skeleton } from "../ui/states";
import type { PaletteItem } from "./item";
import { PaletteFooter } from "./palette-footer";
import { optionId, PaletteList } from "./palette-list";
import type { Place } from "./place";
import { isSearchOption, type Mode, type PaletteItems, useItems } from "./use-items";
import { useRun } from "./use-run";

type PaletteProps = { place: Place; onClose: () => void; onShortcuts: () => void; onCommands: () => void };

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 8;

/** Everything by its name: pages, records, commands, and the archive of what was said. */
export function Palette({ place, onClose, onShortcuts, onCommands }: PaletteProps) {
  const listId = useId();
  const [query, setQuery] = useState("");
  const [mode, setMode] = useState<Mode>("names");
  const [active, setActive] = useState(0);
  const moved = useRef(false);
  const answer = useItems(place, mode, query);
  const { items } = answer;
  const at = Math.min(active, items.length - 1);

  const search = (next: string, nextMode: Mode) => {
    setQuery(next);
    setMode(nextMode);
    setActive(0);
  };
  const run = useRun({
    team: place.team.slug,
    close: (didMove) => {
      moved.current = didMove;
      onClose();
    },
    openShortcuts: onShortcuts,
    openCommands: onCommands,
    searchArchive: (item) => search(item.id === "archive:search" ? query : "", "archive"),
    more: answer.more,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = items[at];
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      run(chosen, event.ctrlKey || event.metaKey);
      return;
    }
    const next = nextPlace(event.key, at, items.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  };

  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="open-fade fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!moved.current) return;
            // The page changes under the focus, so it begins at the content of the new one.
            event.preventDefault();
            document.getElementById("main")?.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (mode === "names") return;
            event.preventDefault();
            search(query, "names");
          }}
          className="open-rise fixed z-41 flex flex-col overflow-clip bg-raised shadow-overlay max-md:inset-x-0 max-md:top-0 max-md:h-[100dvh] md:top-[9vh] md:left-1/2 md:max-h-[min(620px,82dvh)] md:w-[min(640px,calc(100vw-40px))] md:-translate-x-1/2 md:rounded-lg"
        >
          <Radix.Title className="sr-only">Search or run a command</Radix.Title>
          <div className="flex h-[50px] shrink-0 items-center gap-2.5 border-b border-line px-3.5 focus-within:shadow-[inset_0_-2px_0_var(--color-focus)]">
            <Search className="text-ink-3" aria-hidden />
            <input
              role="combobox"
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={at >= 0 ? optionId(listId, at) : undefined}
              aria-label={mode === "names" ? "Search or run a command" : "Search archived context"}
              placeholder={
                mode === "names" ? "Search or run a command" : "Words that a tool printed, a path, an error …"
              }
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => search(event.currentTarget.value, mode)}
              onKeyDown={onKeyDown}
              className="min-w-0 flex-1 bg-transparent text-lg outline-none"
            />
            <Radix.Close className="grid min-h-6 place-items-center max-md:-mr-2 max-md:size-11 pointer-coarse:min-h-11">
              <span className="max-md:hidden">
                <Kbd>Esc</Kbd>
              </span>
              {/* A phone has no Escape. */}
              <X className="text-ink-2 md:hidden" aria-hidden />
              <span className="sr-only">closes</span>
            </Radix.Close>
          </div>
          <Results
            answer={answer}
            mode={mode}
            query={query}
            listId={listId}
            active={at}
            onActive={setActive}
            onRun={run}
          />
          <PaletteFooter place={place} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Where a key leads; null when it belongs to the field. The ends of the list meet. */
function nextPlace(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(count - 1, at + PAGE_ROWS);
  if (key === "PageUp") return Math.max(0, at - PAGE_ROWS);
  return null;
}

type ResultsProps = {
  answer: PaletteItems;
  mode: Mode;
  query: string;
  listId: string;
  active: number;
  onActive: (at: number) => void;
  onRun: (item: PaletteItem, newTab: boolean) => void;
};

function Results({ answer, mode, query, listId, active, onActive, onRun }: ResultsProps) {
  const { items, isLoading, failed, retry } = answer;
  const isEmptyArchive = mode === "archive" && query.trim() === "";
  const onlyArchive = mode === "names" && items.length > 0 && items.every(isSearchOption);
  return (
    <div className="flex min-h-[120px] flex-1 flex-col overflow-hidden">
      {failed ? (
        <p role="alert" className="flex items-center justify-between gap-3 px-4 pt-3 text-danger">
          The server did not answer this search.
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        </p>
      ) : null}
      {isEmptyArchive ? (
        <p className="px-4 pt-3 text-ink-2">
          Looks through the texts of all sessions of this project, also what was pruned or compacted away. Each word
          must occur; put a phrase in double quotes.
        </p>
      ) : null}
      {onlyArchive && !isLoading ? (
        <p className="px-4 pt-3 text-ink-2">Nothing matches. Enter searches archived context.</p>
      ) : null}
      {mode === "archive" && !isEmptyArchive && !isLoading && !failed && items.length === 0 ? (
        <p className="px-4 pt-3 text-ink-2">No session of this project holds these words. Try fewer of them.</p>
      ) : null}
      <PaletteList id={listId} items={items} query={query} active={active} onActive={onActive} onRun={onRun} />
      {isLoading && (items.length === 0 || onlyArchive) ? (
        <div className="px-4 pb-4">
          <Skeleton lines={3} label="Searching" />
        </div>
      ) : null}
      <Announced count={items.length} isLoading={isLoading} query={query} />
    </div>
  );
}

/** Says how many there are once typing rests, and not on every key. */
function Announced({ count, isLoading, query }: { count: number; isLoading: boolean; query: string }) {
  const [said, say] = useState("");
  useEffect(() => {
    if (isLoading || query === "") return;
    const timer = setTimeout(() => say(`${count} ${count === 1 ? "result" : "results"}`), 600);
    return () => clearTimeout(timer);
  }, [count, isLoading, query]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
