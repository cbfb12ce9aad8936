import type { Sighting } from "@/server/db/analysis/catalogue";
import type { LoadedEvent } from "@/server/db/analysis/load";
import { catalogueCategory } from "./catalogue-category";

/** Rules and skills among new events, one sighting an item, its texts oldest first. */
export function sightingsOf(events: readonly LoadedEvent[]): Sighting[] {
  const byItem = new Map<string, LoadedEvent[]>();
  for (const event of events) {
    const item = catalogueItemOf(event);
    if (item) byItem.set(`${item.kind}\n${item.name}`, [...(byItem.get(`${item.kind}\n${item.name}`) ?? []), event]);
  }
  return [...byItem.values()].flatMap((found) => {
    const sorted = found.sort((a, b) => a.at.getTime() - b.at.getTime() || a.seq - b.seq);
    const first = sorted[0];
    const last = sorted.at(-1);
    const item = first && catalogueItemOf(first);
    if (!item || !last) return [];
    const path = sorted.find((event) => event.path !== null)?.path ?? null;
    const texts = sorted.map(({ hash, tokens, at }) => ({ hash, tokens, at }));
    return [
      {
        ...item,
        path,
        category: catalogueCategory(item.kind, item.name, path, last.text),
        texts: distinct(texts),
        lastAt: last.at,
        loads: sorted.length,
      },
    ];
  });
}

/** The catalogue's name for what an event brought; null for all other events. */
export function catalogueItemOf({
  kind,
  skill,
  path,
}: Pick<LoadedEvent, "kind" | "skill" | "path">): Pick<Sighting, "kind" | "name"> | null {
  if (kind === "skill_load" && skill !== null && skill !== "") return { kind: "skill", name: skill };
  if (kind === "rule_injection" && path !== null && path !== "") return { kind: "rule", name: cut(path) };
  return null;
}

/** Names stand in an index row, which the database limits to 2,704 bytes. */
const MAX_NAME_CHARACTERS = 500;

function cut(name: string): string {
  return Array.from(name).slice(-MAX_NAME_CHARACTERS).join("");
}

function distinct<T extends { hash: Buffer }>(texts: readonly T[]): T[] {
  const seen = new Set<string>();
  return texts.filter(({ hash }) => {
    const name = hash.toString("base64");
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
