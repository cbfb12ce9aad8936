import { searchWords } from "@/server/core/context/search-words";
import type { PaletteItem } from "./item";

export interface Ranked {
  /** The label has all words: one that begins with the query first, then one whose words begin with them. */
  readonly named: readonly PaletteItem[];
  /** Found by what it is about, its group or its project. */
  readonly related: readonly PaletteItem[];
}

/** Items that have all words of the query, the best first; equal ones keep their order. */
export function rank(items: readonly PaletteItem[], query: string): Ranked {
  const words = searchWords(query.toLowerCase());
  if (words.length === 0) return { named: items, related: [] };
  const scored = items
    .map((item, at) => ({ item, at, score: scoreOf(item, words, query.trim().toLowerCase()) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const of = (isNamed: boolean) => scored.filter(({ score }) => score > 1 === isNamed).map(({ item }) => item);
  return { named: of(true), related: of(false) };
}

function scoreOf(
  { label, detail = "", aka = "", group }: PaletteItem,
  words: readonly string[],
  query: string,
): number {
  const name = label.toLowerCase();
  if (name.startsWith(query)) return 4;
  const named = words.filter((word) => ` ${name}`.includes(` ${word}`)).length;
  if (named === words.length) return 3;
  if (words.every((word) => name.includes(word))) return 2;
  const all = ` ${name} ${detail} ${aka} ${group}`.toLowerCase();
  return words.every((word) => all.includes(` ${word}`)) ? 1 : 0;
}

export interface LabelPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** The label cut at what the query found in it, for underlining. */
export function markHits(label: string, query: string): LabelPart[] {
  const words = searchWords(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return [{ text: label, isHit: false }];
  // A split by one group puts the hits at the odd places.
  return label
    .split(new RegExp(`(${words.join("|")})`, "gi"))
    .map((text, at) => ({ text, isHit: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

export interface ItemGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

/** Items under their headings, in the order in which each heading first occurs. */
export function grouped(items: readonly PaletteItem[]): ItemGroup[] {
  const groups = new Map<string, PaletteItem[]>();
  for (const item of items) {
    const own = groups.get(item.group);
    if (own) own.push(item);
    else groups.set(item.group, [item]);
  }
  return [...groups].map(([name, own]) => ({ name, items: own }));
}
