import { namedSecretKind } from "./named-secret";
import { noRedactions, type RedactionCounts, redact } from "./redact";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface RedactedJson {
  /** The same shape with redacted strings and keys; the input is not changed. */
  readonly value: Json;
  readonly counts: Readonly<RedactionCounts>;
  readonly total: number;
}

/** One value that still has to be copied into its place. */
interface Task {
  readonly from: Json;
  /** The key above the value, which may say that the value is a secret. */
  readonly name: string;
  readonly put: (copy: Json) => void;
}

/**
 * Redacts the strings and keys of decoded JSON. A value is also judged by its key, as `"password": "…"` is in text.
 * Walks with a list of its own instead of the call stack, so any depth that a parser accepts is safe.
 */
export function redactJson(root: Json): RedactedJson {
  const counts = noRedactions();
  let total = 0;
  let result: Json = null;

  function redactString(text: string, name: string): string {
    const found = redact(text);
    if (found.total > 0) {
      for (const [kind, count] of entriesOf(found.counts)) counts[kind] += count;
      total += found.total;
      return found.text;
    }
    const kind = namedSecretKind(name, text);
    if (!kind) return text;
    counts[kind]++;
    total++;
    return `[REDACTED:${kind}]`;
  }

  const tasks: Task[] = [{ from: root, name: "", put: (copy) => (result = copy) }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const { from, name, put } = task;
    if (typeof from === "string") put(redactString(from, name));
    else if (from === null || typeof from !== "object") put(from);
    else if (isList(from)) put(copyList(from, name, tasks));
    else put(copyObject(from, (key) => redactString(key, ""), tasks));
  }
  return { value: result, counts, total };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function copyList(from: readonly Json[], name: string, tasks: Task[]): Json {
  const copy: Json[] = new Array<Json>(from.length).fill(null);
  from.forEach((item, index) => {
    tasks.push({ from: item, name, put: (done) => (copy[index] = done) });
  });
  return copy;
}

function copyObject(from: { readonly [key: string]: Json }, redactKey: (key: string) => string, tasks: Task[]): Json {
  const copy: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(from)) {
    const cleanKey = freeKey(copy, redactKey(key));
    // Defined and not assigned: a key `__proto__` would otherwise change the prototype and be lost.
    Object.defineProperty(copy, cleanKey, { value: null, writable: true, enumerable: true, configurable: true });
    tasks.push({ from: item, name: key, put: (done) => (copy[cleanKey] = done) });
  }
  return copy;
}

/** Two keys that become equal are numbered, so that neither value is lost. */
function freeKey(copy: object, key: string): string {
  if (!Object.hasOwn(copy, key)) return key;
  let number = 2;
  while (Object.hasOwn(copy, `${key}#${number}`)) number++;
  return `${key}#${number}`;
}

function entriesOf(counts: Readonly<RedactionCounts>): [keyof RedactionCounts, number][] {
  // The keys of the record are the kinds, which `Object.entries` widens to string.
  return Object.entries(counts) as [keyof RedactionCounts, number][];
}
