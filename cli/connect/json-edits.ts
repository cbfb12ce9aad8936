import { createScanner, type Edit, type Node } from "jsonc-parser";

/**
 * Edits of a JSON text that touch nothing but what they put in or take out. Those of jsonc-parser write the lines around
 * them anew, move a comment behind what is inserted, and damage a list in one line when its last item goes.
 */

/** The file's own way of writing. */
export interface JsonStyle {
  readonly eol: string;
  /** One step of indent. */
  readonly unit: string;
}

/** Its line ends, and the indent of its first indented line. */
export function styleOf(text: string): JsonStyle {
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? "  " };
}

const endOf = ({ offset, length }: Node) => offset + length;

/** A new last property (`name`) or item (null) of an object or list. */
export function insertion(text: string, parent: Node, name: string | null, value: unknown, style: JsonStyle): Edit[] {
  const last = parent.children?.at(-1);
  const isInline = staysInLine(text, parent);
  const indent = last ? indentAt(text, last.offset) : indentAt(text, parent.offset) + style.unit;
  const body = (name === null ? "" : `${JSON.stringify(name)}: `) + written(value, indent, isInline, style);
  const before = isInline ? " " : style.eol + indent;
  if (!last) return [intoEmpty(text, parent, isInline ? body : before + body, isInline, style)];
  const comma = commaAfter(text, endOf(last));
  // Where commas trail, the new last one has a comma too.
  if (comma !== null) return [put(comma + 1 + commentAt(text, comma + 1), `${before}${body},`)];
  const end = endOf(last);
  const after = end + (isInline ? 0 : commentAt(text, end));
  return after === end ? [put(end, `,${before}${body}`)] : [put(end, ","), put(after, before + body)];
}

/** Another value in the place of a node. */
export function replacement(text: string, node: Node, value: unknown, style: JsonStyle): Edit[] {
  const container = node.parent?.type === "property" ? node.parent.parent : node.parent;
  const isInline = container !== undefined && staysInLine(text, container);
  const content = written(value, indentAt(text, node.offset), isInline, style);
  return [{ offset: node.offset, length: node.length, content }];
}

/** A property or an item, its comma, and the line that it stood on. */
export function removal(text: string, child: Node): Edit[] {
  const parent = child.parent;
  const siblings = parent?.children ?? [];
  const at = siblings.indexOf(child);
  const comma = commaAfter(text, endOf(child));
  const end = comma === null ? endOf(child) : comma + 1;
  if (at < siblings.length - 1) return [cut(child.offset, end + blankAt(text, end))];
  const start = child.offset - (/\s*$/.exec(text.slice(0, child.offset))?.[0].length ?? 0);
  const previous = siblings[at - 1];
  if (previous) {
    const before = comma === null ? commaAfter(text, endOf(previous)) : null;
    if (before === null) return [cut(start, end)];
    return before + 1 >= start ? [cut(before, end)] : [cut(before, before + 1), cut(start, end)];
  }
  if (!parent) return [];
  const rest = text.slice(parent.offset + 1, start) + text.slice(end, endOf(parent) - 1);
  return rest.trim() === "" ? [cut(parent.offset + 1, endOf(parent) - 1)] : [cut(start, end)];
}

/** The rest of an empty line, and the indent of the next. */
function blankAt(text: string, offset: number): number {
  return /^[ \t]*(?:\r?\n)?[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0;
}

function put(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

function cut(from: number, to: number): Edit {
  return { offset: from, length: to - from, content: "" };
}

function intoEmpty(text: string, parent: Node, body: string, isInline: boolean, { eol }: JsonStyle): Edit {
  const inside = text.slice(parent.offset + 1, endOf(parent) - 1);
  const close = isInline ? "" : eol + indentAt(text, parent.offset);
  const comments = inside.trimEnd();
  return {
    offset: parent.offset + 1 + comments.length,
    length: inside.length - comments.length,
    content: body + close,
  };
}

/** Whether what is in an object or list stands on the line of its bracket. An empty one does as the whole file does. */
function staysInLine(text: string, parent: Node): boolean {
  const [first] = parent.children ?? [];
  if (first) return !text.slice(parent.offset, first.offset).includes("\n");
  return parent.parent !== undefined && !text.trim().includes("\n");
}

function written(value: unknown, indent: string, isInline: boolean, { eol, unit }: JsonStyle): string {
  if (isInline) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Where the next token is a comma; null where it is something else. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : null;
}

/** The length of a comment that ends this line and belongs to what stands before it. */
function commentAt(text: string, offset: number): number {
  return /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*\*\/(?=[ \t]*[\r\n]))/.exec(text.slice(offset))?.[0].length ?? 0;
}
