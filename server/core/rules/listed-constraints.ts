import { z } from "zod";
import { cutAtWord } from "../decisions/draft";
import { linesOf } from "../decisions/markdown-sections";
import { pathsNamed } from "./wanted";

/** A member of a list in CONSTRAINTS.md as the constraint that it would become. */
export const ListedConstraint = z.object({
  title: z.string(),
  text: z.string(),
  affectedPaths: z.array(z.string()),
  /** The heading that it stands under, as a word. */
  tags: z.array(z.string()),
});
export type ListedConstraint = z.infer<typeof ListedConstraint>;

const MAX_ITEMS = 200;
const MAX_TITLE_CHARACTERS = 120;
const MAX_TEXT_CHARACTERS = 4_000;
const MAX_TAG_CHARACTERS = 60;

const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/;
const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;

interface Item {
  readonly indent: number;
  readonly lines: string[];
  readonly heading: string;
}

/** The members of its lists, in order; what is nested or continued belongs to the member above it. Code is left out. */
export function listedConstraints(markdown: string): ListedConstraint[] {
  const reader = new ListReader();
  for (const { line, isCode } of linesOf(markdown)) if (!isCode) reader.read(line);
  return unique(reader.items.map(toConstraint)).slice(0, MAX_ITEMS);
}

class ListReader {
  readonly items: Item[] = [];
  private heading = "";
  private open: Item | null = null;

  read(line: string): void {
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) {
      this.heading = heading;
      this.open = null;
      return;
    }
    const [, indent, text] = ITEM.exec(line) ?? [];
    if (indent !== undefined && text !== undefined) this.item(indent.length, text);
    else if (/^\s+\S/.test(line)) this.open?.lines.push(line.trim());
    else if (line.trim() !== "") this.open = null;
  }

  private item(indent: number, text: string): void {
    if (this.open && indent > this.open.indent) {
      this.open.lines.push(text);
      return;
    }
    this.open = { indent, lines: [text], heading: this.heading };
    this.items.push(this.open);
  }
}

function toConstraint({ lines, heading }: Item): ListedConstraint {
  const text = plain(lines.join("\n")).slice(0, MAX_TEXT_CHARACTERS);
  const [first = ""] = text.split("\n");
  const tag = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_TAG_CHARACTERS);
  return {
    title: cutAtWord(first, MAX_TITLE_CHARACTERS),
    text,
    affectedPaths: pathsNamed(text),
    tags: tag === "" || tag === "constraints" ? [] : [tag],
  };
}

function plain(text: string): string {
  return text.replace(/\*\*|__/g, "").trim();
}

function unique(items: readonly ListedConstraint[]): ListedConstraint[] {
  const seen = new Set<string>();
  return items.filter(({ text }) => {
    const same = text.toLowerCase();
    if (text === "" || seen.has(same)) return false;
    seen.add(same);
    return true;
  });
}

/** What a person sees before they take the constraints of a document over. */
export const TakeOverPreview = z.object({
  path: z.string(),
  version: z.int(),
  items: z.array(
    ListedConstraint.extend({
      /** The constraint that says the same already: `CON-004`. */
      known: z.string().nullable(),
    }),
  ),
});
export type TakeOverPreview = z.infer<typeof TakeOverPreview>;
