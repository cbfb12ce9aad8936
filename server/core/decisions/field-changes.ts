/**
 * What differs between two versions of a record, field by field: a word, a text, or a list of which some were added and
 * others removed. Made of plain fields, so that decisions and failures share it.
 */

export interface ShownField {
  readonly name: string;
  readonly value: string | readonly string[];
}

export type FieldChange =
  | { readonly kind: "word"; readonly name: string; readonly before: string; readonly after: string }
  | { readonly kind: "text"; readonly name: string; readonly before: string; readonly after: string }
  | {
      readonly kind: "list";
      readonly name: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** The same members stand in another order. */
      readonly reordered: boolean;
    };

/** A text longer than this, or of several lines, is compared line by line and not as a word. */
const MAX_WORD_CHARACTERS = 60;

/** Changes in the order of the fields; empty when both say the same. Both lists name the same fields. */
export function fieldChanges(before: readonly ShownField[], after: readonly ShownField[]): FieldChange[] {
  const old = new Map(before.map(({ name, value }) => [name, value]));
  return after.flatMap(({ name, value }) => {
    const change = changeOf(name, old.get(name) ?? (typeof value === "string" ? "" : []), value);
    return change ? [change] : [];
  });
}

function changeOf(name: string, before: ShownField["value"], after: ShownField["value"]): FieldChange | null {
  if (typeof before !== "string" && typeof after !== "string") return listChange(name, before, after);
  const [from, to] = [textOf(before), textOf(after)];
  if (from === to) return null;
  const isWord = [from, to].every((text) => text.length <= MAX_WORD_CHARACTERS && !text.includes("\n"));
  return { kind: isWord ? "word" : "text", name, before: from, after: to };
}

function listChange(name: string, before: readonly string[], after: readonly string[]): FieldChange | null {
  const added = without(after, before);
  const removed = without(before, after);
  const isEqual = before.length === after.length && before.every((value, index) => value === after[index]);
  if (isEqual) return null;
  return { kind: "list", name, added, removed, reordered: added.length === 0 && removed.length === 0 };
}

/** The members that the other list does not have, each as often as it has it less. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const value of other) left.set(value, (left.get(value) ?? 0) + 1);
  return list.filter((value) => {
    const count = left.get(value) ?? 0;
    if (count > 0) left.set(value, count - 1);
    return count === 0;
  });
}

function textOf(value: ShownField["value"]): string {
  return typeof value === "string" ? value : value.join("\n");
}

export interface Merge<Fields> {
  readonly merged: Fields;
  /** Fields that both sides changed, each to something else; `merged` has mine. */
  readonly both: readonly (keyof Fields)[];
}

/**
 * Two edits of the same version brought together: a field that only one side changed has that side's value. Values are
 * compared as JSON, so they are plain data.
 */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Merge<Fields> {
  const names = Object.keys(mine) as (keyof Fields)[]; // the keys of an object literal of this type
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const untouched = names.filter((name) => same(base[name], mine[name]));
  const both = names.filter(
    (name) => !same(base[name], mine[name]) && !same(base[name], theirs[name]) && !same(mine[name], theirs[name]),
  );
  const taken = Object.fromEntries(untouched.map((name) => [name, theirs[name]]));
  return { merged: { ...mine, ...taken }, both };
}
