import type { ProjectedItem } from "../prune/projection";
import type { ProjectionSource } from "./dialogue";

/**
 * The newest part of a projection that has at most so many characters. It begins at a user prompt where the part holds
 * one, so that the reader is told what the work was for. The last event always stays.
 */
export function newestPart(source: ProjectionSource, maxCharacters: number): ProjectionSource {
  const { items } = source;
  const first = firstThatFits(items, maxCharacters);
  if (first === 0) return source;
  const prompt = items.findIndex((item, index) => index >= first && item.kind === "user_prompt");
  const start = prompt === -1 ? first : prompt;
  return { ...source, items: items.slice(start), omittedEvents: start };
}

function firstThatFits(items: readonly ProjectedItem[], maxCharacters: number): number {
  let characters = 0;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    characters += (item?.text.length ?? 0) + (item?.marker.length ?? 0);
    if (characters > maxCharacters) return Math.min(at + 1, items.length - 1);
  }
  return 0;
}
