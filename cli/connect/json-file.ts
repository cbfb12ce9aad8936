import { isDeepStrictEqual } from "node:util";
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { JsonEntry } from "@/server/core/connect/changes";
import type { ConnectClient } from "@/server/core/connect/clients";
import { hookClientOf } from "@/server/core/connect/program";
import { isObject, listAt } from "@/server/core/transcripts/json";
import { CliFault } from "../fault";
import { insertion, type JsonStyle, removal, replacement, styleOf } from "./json-edits";

/** Where an entry stands, without what it says: enough to take it out again, and nothing secret. */
export interface EntryPlace {
  readonly kind: JsonEntry["kind"];
  readonly path: readonly string[];
}

type Path = readonly (string | number)[];

/** An item of a list that runs our hook. */
interface OwnItem {
  readonly at: number;
  /** Where our hooks stand among those of an item that runs others too: a person wrote it. Null for one that is ours. */
  readonly inner: number[] | null;
}

const BOM = "\uFEFF";

/**
 * The text with the client's entries in it; everything else stays byte by byte, comments and order included. An absent
 * or empty file is an empty object.
 * @throws CliFault when it is no JSON, or when another thing stands where an entry has to go.
 */
export function putEntries(file: string, before: string | null, entries: readonly JsonEntry[], client: ConnectClient) {
  const document = new Document(file, before ?? "");
  for (const entry of entries) document.put(entry, client);
  return document.text();
}

/**
 * The text without the client's entries, and without the lists and objects that are empty now and were not there
 * before (`original`; null when the file was not there either).
 */
export function takeEntries(
  file: string,
  text: string,
  places: readonly EntryPlace[],
  client: ConnectClient,
  original: string | null,
): string {
  const document = new Document(file, text);
  const first = new Document(file, original ?? "");
  for (const { kind, path } of places) {
    if (kind === "item") document.takeItems(path, client);
    else if (kind === "value" || !first.has(path)) document.remove(path);
    for (let length = path.length; length > 0; length -= 1) {
      const outer = path.slice(0, length);
      if (document.isEmptyAt(outer) && !first.has(outer)) document.remove(outer);
    }
  }
  return document.text();
}

/** Whether a file has one of the client's entries. @throws CliFault when it is no JSON. */
export function hasEntry(file: string, text: string, entries: readonly JsonEntry[], client: ConnectClient): boolean {
  const document = new Document(file, text);
  return entries.some((entry) => document.holds(entry, client));
}

/** What a file holds, comments aside. @throws CliFault when it is no JSON object. */
export function readJsonc(file: string, text: string): unknown {
  return new Document(file, text).value();
}

/** Where the entries of a change stand in a file as it is. */
export function entryPlaces(file: string, text: string, entries: readonly JsonEntry[]): EntryPlace[] {
  const document = new Document(file, text);
  return entries.map((entry) => ({ kind: entry.kind, path: document.targetOf(entry).path }));
}

class Document {
  private readonly bom: string;
  private readonly style: JsonStyle;
  private body: string;
  private root: Node;

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.bom = text.startsWith(BOM) ? BOM : "";
    this.body = text.slice(this.bom.length);
    if (this.body.trim() === "") this.body = "{}\n";
    this.style = styleOf(this.body);
    this.root = this.parsed();
    if (this.root.type !== "object") {
      throw new CliFault(`${file} holds no object at its top. Correct it, then run this again.`);
    }
  }

  text(): string {
    return this.bom + this.body;
  }

  value(): unknown {
    return this.valueAt([]);
  }

  has(path: readonly string[]): boolean {
    return this.nodeAt(path) !== undefined;
  }

  isEmptyAt(path: readonly string[]): boolean {
    const node = this.nodeAt(path);
    return (node?.type === "array" || node?.type === "object") && (node.children ?? []).length === 0;
  }

  /** A client's newer format keeps the same entry elsewhere. */
  targetOf(entry: JsonEntry): { readonly path: readonly string[]; readonly value: unknown } {
    const inside = entry.kind === "value" ? entry.inside : undefined;
    return inside && this.nodeAt(inside.object)?.type === "object" ? inside : entry;
  }

  holds(entry: JsonEntry, client: ConnectClient): boolean {
    if (entry.kind === "default") return false;
    if (entry.kind === "value") return this.has(this.targetOf(entry).path);
    return this.ownItems(entry.path, client).length > 0;
  }

  put(entry: JsonEntry, client: ConnectClient): void {
    const { path, value } = this.targetOf(entry);
    this.checkWay(path, entry.kind === "item");
    if (entry.kind === "default") {
      if (!this.has(path)) this.set(path, value);
    } else if (entry.kind === "value") {
      if (!isDeepStrictEqual(this.valueAt(path), value)) this.set(path, value);
    } else this.putItem(path, value, client);
  }

  takeItems(path: readonly string[], client: ConnectClient): void {
    for (const { at, inner } of this.ownItems(path, client).reverse()) {
      if (inner === null) this.remove([...path, at]);
      else for (const place of inner.reverse()) this.remove([...path, at, "hooks", place]);
    }
  }

  remove(path: Path): void {
    const node = this.nodeAt(path);
    const child = node?.parent?.type === "property" ? node.parent : node;
    if (child) this.edit(removal(this.body, child));
  }

  /** Our item stays where it is in the list, since other tools may count on their order. */
  private putItem(path: readonly string[], value: unknown, client: ConnectClient): void {
    if (!this.has(path)) {
      this.set(path, [value]);
      return;
    }
    const own = this.ownItems(path, client);
    const [first, ...others] = own.filter(({ inner }) => inner === null);
    for (const { at } of others.reverse()) this.remove([...path, at]);
    if (first) {
      const place = [...path, first.at];
      if (!isDeepStrictEqual(this.valueAt(place), value)) this.set(place, value);
    } else if (own.length === 0) this.insert(path, null, value);
  }

  private ownItems(path: readonly string[], client: ConnectClient): OwnItem[] {
    const items: unknown = this.valueAt(path);
    if (!Array.isArray(items)) return [];
    return items.flatMap((item: unknown, at) => {
      if (hookClientOf(item) !== client) return [];
      const hooks = isObject(item) ? listAt(item, "hooks") : [];
      const inner = hooks.flatMap((hook, place) => (hookClientOf(hook) === client ? [place] : []));
      return [{ at, inner: inner.length < hooks.length ? inner : null }];
    });
  }

  /** An entry must not replace a value of another shape that somebody else put on its way. */
  private checkWay(path: readonly string[], isList: boolean): void {
    for (let length = 1; length <= path.length; length += 1) {
      const wanted = length < path.length ? "object" : isList ? "array" : null;
      const node = this.nodeAt(path.slice(0, length));
      if (!node || wanted === null || node.type === wanted) continue;
      const where = path.slice(0, length).join(".");
      const shape = wanted === "array" ? "a list" : "an object";
      throw new CliFault(`${this.file}: ${where} is not ${shape}. Correct it, then run this again.`);
    }
  }

  private nodeAt(path: Path): Node | undefined {
    return findNodeAtLocation(this.root, [...path]);
  }

  private valueAt(path: Path): unknown {
    const node = this.nodeAt(path);
    // The parser's objects have no prototype, which would make them unlike all others.
    return node && structuredClone(getNodeValue(node));
  }

  private set(path: Path, value: unknown): void {
    const node = this.nodeAt(path);
    if (node) {
      this.edit(replacement(this.body, node, value, this.style));
      return;
    }
    // The innermost object that is there takes what is missing below it.
    let length = path.length - 1;
    while (!this.nodeAt(path.slice(0, length))) length -= 1;
    const [name, ...deeper] = path.slice(length);
    const whole = deeper.reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
    this.insert(path.slice(0, length), String(name), whole);
  }

  private insert(path: Path, name: string | null, value: unknown): void {
    const parent = this.nodeAt(path);
    if (parent) this.edit(insertion(this.body, parent, name, value, this.style));
  }

  private edit(edits: Edit[]): void {
    this.body = applyEdits(this.body, edits);
    this.root = this.parsed();
  }

  private parsed(): Node {
    const errors: ParseError[] = [];
    const root = parseTree(this.body, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (root && !first) return root;
    const { line, column } = positionIn(this.body, first?.offset ?? 0);
    const what = first ? `: ${spaced(printParseErrorCode(first.error))}` : "";
    throw new CliFault(
      `${this.file} is no valid JSON at line ${line}, column ${column}${what}. Nothing was written. Correct it, then run this again.`,
    );
  }
}

function positionIn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** `CommaExpected` as words. */
function spaced(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
