import { z } from "zod";
import { type Outline, OutlineView } from "./session-views";

/**
 * An outline as it travels. Arrays of numbers cost a page more than the query behind them: every entry is checked,
 * written and read three times. As differences in base 36, with runs counted, a column of ten thousand is one short
 * text: `0,1*9999`.
 */

const COLUMNS = [
  "seqs",
  "kinds",
  "tokens",
  "noise",
  "residency",
  "flags",
  "turns",
  "userTurns",
  "stages",
  "tools",
  "skills",
  "sources",
  "atSeconds",
] as const satisfies readonly (keyof Outline)[];
type Column = (typeof COLUMNS)[number];

export const PackedOutlineView = OutlineView.omit({
  seqs: true,
  kinds: true,
  tokens: true,
  noise: true,
  residency: true,
  flags: true,
  turns: true,
  userTurns: true,
  stages: true,
  tools: true,
  skills: true,
  sources: true,
  atSeconds: true,
}).extend({ columns: z.record(z.enum(COLUMNS), z.string()) });
export type PackedOutline = z.infer<typeof PackedOutlineView>;

const BASE = 36;

export function packOutline({ thread, refs, toolNames, skillNames, ...columns }: Outline): PackedOutline {
  return { thread, refs, toolNames, skillNames, columns: ofColumns((name) => packNumbers(columns[name])) };
}

export function unpackOutline({ columns, ...rest }: PackedOutline): Outline {
  return { ...rest, ...ofColumns((name) => unpackNumbers(columns[name])) };
}

function ofColumns<Value>(make: (name: Column) => Value): Record<Column, Value> {
  // Every name of the tuple is written, so the record is complete.
  return Object.fromEntries(COLUMNS.map((name) => [name, make(name)])) as Record<Column, Value>;
}

/** Whole numbers within 2^53, as differences from the one before; `d*n` is a difference n times in a row. */
export function packNumbers(values: readonly number[]): string {
  const parts: string[] = [];
  let previous = 0;
  let step = 0;
  let times = 0;
  const close = () => {
    if (times > 0) parts.push(times === 1 ? step.toString(BASE) : `${step.toString(BASE)}*${times.toString(BASE)}`);
  };
  for (const value of values) {
    const difference = value - previous;
    if (times > 0 && difference === step) times += 1;
    else {
      close();
      step = difference;
      times = 1;
    }
    previous = value;
  }
  close();
  return parts.join(",");
}

export function unpackNumbers(text: string): number[] {
  const values: number[] = [];
  if (text === "") return values;
  let value = 0;
  for (const part of text.split(",")) {
    const [step = "0", times = "1"] = part.split("*");
    const difference = Number.parseInt(step, BASE);
    for (let left = Number.parseInt(times, BASE); left > 0; left -= 1) {
      value += difference;
      values.push(value);
    }
  }
  return values;
}
