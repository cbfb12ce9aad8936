import { CATEGORY_WORDS, type Category } from "./categories";

export interface CategoryClues {
  readonly kind: "rule" | "skill";
  /** Of a skill its name, of a rule its path. */
  readonly name: string;
  readonly path: string | null;
  /** The beginning of its text, when it is at hand. */
  readonly text?: string;
}

export interface CategoryGuess {
  readonly category: Category;
  /** One sentence: which word, and where it stands. */
  readonly why: string;
}

/** Folders in which rules and skills lie: only what is below them tells what they are about. */
const PLACES = new Set(["rules", "skills", "instructions", "agents", "docs"]);
const HEAD_CHARACTERS = 1_500;

/** The first row of the table that fits the name, else the folder, else the first heading; null when none does. */
export function guessCategory({ kind, name, path, text = "" }: CategoryClues): CategoryGuess | null {
  const file = (path ?? (kind === "rule" ? name : "")).replaceAll("\\", "/");
  const own = kind === "skill" ? name : (file.split("/").at(-1) ?? "");
  return (
    look(wordsIn(own), "its name") ??
    look(tellingFolders(file).flatMap(wordsIn), "its folder") ??
    look(wordsIn(headingOf(text)), "its heading")
  );
}

/** A machine's folders above the project, such as `/home/mia/test-lab`, tell nothing. */
function tellingFolders(file: string): string[] {
  const folders = file.split("/").slice(0, -1);
  const place = folders.findLastIndex((folder) => PLACES.has(folder.toLowerCase()) || folder.startsWith("."));
  if (place >= 0) return folders.slice(place + 1);
  return file.startsWith("/") || /^(~|[a-z]:)\//i.test(file) ? [] : folders;
}

function look(words: readonly string[], where: string): CategoryGuess | null {
  for (const { category, words: beginnings } of CATEGORY_WORDS) {
    const found = words.find((word) => beginnings.some((beginning) => begins(word, beginning)));
    if (found !== undefined) return { category, why: `Guessed: ${where} has "${found}".` };
  }
  return null;
}

/** Short beginnings must be the whole word, or `adr` would fit `address`. */
const WHOLE_WORD_CHARACTERS = 4;

function begins(word: string, beginning: string): boolean {
  if (word === beginning || word === `${beginning}s`) return true;
  return beginning.length > WHOLE_WORD_CHARACTERS ? word.startsWith(beginning) : inflects(word, beginning);
}

/** `test` fits `testing` and `tested`, `plan` fits `planning`, `cod` fits `code` and `coding`. */
const ENDINGS = /^(?:[a-z]?(?:ing|ed|er|ers)|e|es|ify|ification|ication|ability)$/;

function inflects(word: string, beginning: string): boolean {
  return word.startsWith(beginning) && ENDINGS.test(word.slice(beginning.length));
}

function wordsIn(text: string): string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, "$1 $2");
  return apart.toLowerCase().match(/[a-z\d]+/g) ?? [];
}

/** Descriptions are left out: their many words hit some row by chance, and a wrong guess defers what is needed. */
function headingOf(text: string): string {
  return /^#{1,3} +(.+)$/m.exec(text.slice(0, HEAD_CHARACTERS))?.[1] ?? "";
}
