import { estimateTokens } from "../events/tokens";
import type { FileOutline } from "../files/views";

/** The most that the graph of one file or symbol takes: it is asked for in place of reading the file. */
export const MAX_GRAPH_TOKENS = 500;

export interface SymbolPlace {
  readonly path: string;
  readonly kind: string;
  readonly line: number;
}

/** What a file declares, imports and is imported by; each list gives up its end before another is left out. */
export function tellGraph(file: FileOutline): string {
  const head = `\`${file.path}\`: ${file.language}, ${file.lines} lines, about ${file.tokens} tokens`;
  return fitted(head, [
    { title: "Declares", lines: file.outline.map(({ name, kind, line }) => `${line}: ${kind} ${name}`) },
    { title: "Imports", lines: file.imports },
    { title: "Imported by", lines: file.importedBy },
  ]);
}

/** Where a symbol is declared, and who imports the file of the first place. */
export function tellSymbol(name: string, places: readonly SymbolPlace[], importedBy: readonly string[]): string {
  return fitted(`\`${name}\``, [
    { title: "Declared in", lines: places.map(({ path, kind, line }) => `${path}:${line} (${kind})`) },
    { title: "Its file is imported by", lines: importedBy },
  ]);
}

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

function fitted(head: string, parts: readonly Part[]): string {
  const told = parts.filter(({ lines }) => lines.length > 0);
  const longest = Math.max(0, ...told.map(({ lines }) => lines.length));
  for (let most = longest; most > 0; most = most > 12 ? Math.floor(most * 0.8) : most - 1) {
    const text = written(head, told, most);
    if (estimateTokens(text) <= MAX_GRAPH_TOKENS) return text;
  }
  // Names so long that not one of each list fits: how many there are still does.
  return written(head.slice(0, 400), told, 0);
}

function written(head: string, parts: readonly Part[], most: number): string {
  const lists = parts.map(({ title, lines }) => {
    const more = lines.length > most ? [`and ${lines.length - most} more`] : [];
    return `${title}:\n\n${[...lines.slice(0, most), ...more].map((line) => `- ${line}`).join("\n")}`;
  });
  return `${[head, ...lists].join("\n\n")}\n`;
}
