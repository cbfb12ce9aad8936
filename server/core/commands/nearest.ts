import { slipsBetween } from "../search/near";
import type { CommandName } from "./args";
import { COMMANDS } from "./table";

const MAX_NAMED = 3;
const MAX_WORD_CHARACTERS = 30;

/** Commands that are written nearly like the words, the nearest first; none where nothing is near. */
export function nearestCommands(words: readonly string[]): CommandName[] {
  return COMMANDS.map(({ name, aliases }) => ({
    name,
    slips: Math.min(...[name, ...aliases].map((one) => distance(one, words))),
  }))
    .filter(({ slips }) => Number.isFinite(slips))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MAX_NAMED)
    .map(({ name }) => name);
}

/** Slips between a name and as many words of the phrase; infinite where it can hardly have been meant. */
function distance(name: string, words: readonly string[]): number {
  const length = name.split(" ").length;
  const written = words.slice(0, length).join(" ").toLowerCase().slice(0, MAX_WORD_CHARACTERS);
  const [first = ""] = words;
  const word = first.toLowerCase().slice(0, MAX_WORD_CHARACTERS);
  // Half a name: "record", "check", "prio".
  if (word.length >= 3 && (name.startsWith(word) || name.split(" ").includes(word))) return 0.5;
  const slips = slipsBetween(written, name);
  return slips <= Math.max(1, Math.floor(name.length / 4)) ? slips : Number.POSITIVE_INFINITY;
}
