"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { readQuery } from "@/server/core/search/read-query";
import { useTRPC } from "../api/trpc";
import { searchHref } from "../search/place";
import type { Base } from "../telemetry/links";
import { commandsOf } from "./commands";
import type { PaletteItem } from "./item";
import { baseOf, type Place } from "./place";
import { grouped, rank } from "./rank";
import { readRecents } from "./recents";
import { archiveItems, recordItems, refItem } from "./records";

export type Mode = "names" | "archive";

export interface PaletteItems {
  readonly items: readonly PaletteItem[];
  readonly isLoading: boolean;
  /** A sentence when the server could not answer. */
  readonly failed: boolean;
  readonly retry: () => void;
  readonly more: () => void;
}

const ARCHIVE_ID = "archive:search";
const EVERYTHING_ID = "everything:search";
const NAMES_AFTER_MS = 120;
/** The archive is read text by text, so a word should be whole before it is asked. */
const ARCHIVE_AFTER_MS = 400;
const MAX_NAMED = 6;

/** What the palette lists: commands at once, records when the server has answered. */
export function useItems(place: Place, mode: Mode, query: string): PaletteItems {
  const names = useNames(place, mode === "names", query);
  const archive = useArchive(place, mode === "archive", query);
  const answer = mode === "names" ? names : archive;
  // Arrow keys go through them as they stand on screen.
  return { ...answer, items: grouped(answer.items).flatMap((group) => group.items) };
}

function useNames(place: Place, isOn: boolean, query: string): PaletteItems {
  const trpc = useTRPC();
  const base = baseOf(place);
  const asked = useSettled(query.trim(), NAMES_AFTER_MS);
  const isAsking = isOn && base !== null && asked !== "";
  const found = useQuery(
    trpc.search.find.queryOptions(
      { team: base?.team ?? "", project: base?.project ?? "", query: asked.slice(0, 200) || " " },
      { enabled: isAsking, placeholderData: keepPreviousData },
    ),
  );
  const commands = useMemo(() => commandsOf(place), [place]);
  const items = useMemo(() => {
    const text = query.trim();
    if (text === "") {
      const recents = readRecents(place.team.slug);
      return [...recents, ...commands.filter(({ id }) => recents.every((recent) => recent.id !== id))];
    }
    const { named, related } = rank(commands, text);
    const records = base && isAsking && found.data ? recordItems(base, found.data) : [];
    const events = base ? refItem(base, place.session, text) : [];
    const commandsFirst = readQuery(text).digits === null;
    return [
      ...events,
      ...(commandsFirst ? named.slice(0, MAX_NAMED) : []),
      ...records,
      ...(commandsFirst ? named.slice(MAX_NAMED) : named),
      ...related,
      ...(base ? [archiveOption(text), everythingOption(base, text)] : []),
    ];
  }, [query, commands, place, base, isAsking, found.data]);
  return {
    items,
    isLoading: base !== null && query.trim() !== "" && (asked !== query.trim() || found.isFetching),
    failed: isAsking && found.isError,
    retry: () => void found.refetch(),
    more: () => {},
  };
}

function archiveOption(text: string): PaletteItem {
  return {
    id: ARCHIVE_ID,
    kind: "archive",
    group: "Archived context",
    label: `Search archived context for “${text}”`,
    act: { do: "search-archive" },
  };
}

function everythingOption(base: Base, text: string): PaletteItem {
  return {
    id: EVERYTHING_ID,
    kind: "everything",
    group: "Everything",
    label: `Search everything for “${text}”`,
    detail: "records and texts, best first",
    href: searchHref(base, { query: text }),
  };
}

/** What a palette that knows no such name still offers. */
export function isSearchOption({ id }: PaletteItem): boolean {
  return id === ARCHIVE_ID || id === EVERYTHING_ID;
}

function useArchive(place: Place, isOn: boolean, query: string): PaletteItems {
  const trpc = useTRPC();
  const base = baseOf(place);
  const asked = useSettled(query.trim(), ARCHIVE_AFTER_MS);
  const isAsking = isOn && base !== null && asked !== "";
  const found = useInfiniteQuery(
    trpc.history.search.infiniteQueryOptions(
      { team: base?.team ?? "", project: base?.project ?? "", query: asked.slice(0, 400) || " " },
      { enabled: isAsking, getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const hits = found.data?.pages.flatMap((page) => page.hits) ?? [];
  const items = base && isAsking ? archiveItems(base, hits, asked) : [];
  const isLoading = isOn && query.trim() !== "" && (asked !== query.trim() || found.isFetching);
  const older: PaletteItem[] =
    isAsking && found.hasNextPage && !isLoading
      ? [{ id: "archive:more", kind: "archive", group: "Older", label: "Search older sessions", act: { do: "more" } }]
      : [];
  return {
    items: [...items, ...older],
    isLoading,
    failed: isAsking && found.isError,
    retry: () => void found.refetch(),
    more: () => void found.fetchNextPage(),
  };
}

/** The text once it has rested for a moment; at once when it is emptied. */
function useSettled(text: string, afterMs: number): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text === "" ? 0 : afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return text === "" ? "" : settled;
}
