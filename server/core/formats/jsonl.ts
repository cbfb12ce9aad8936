import type { ReadProblem } from "./portable";

/** One JSON object a line. */
export interface JsonLine {
  readonly value: object;
  /** From 1. */
  readonly line: number;
}

/** Every line on its own: a damaged one is named, its neighbours stay. */
export function readJsonLines(file: string, text: string): { lines: JsonLine[]; problems: ReadProblem[] } {
  const lines: JsonLine[] = [];
  const problems: ReadProblem[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const written = raw.replace(/^\uFEFF/, "").trim();
    if (written === "") continue;
    const value = jsonOf(written);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) lines.push({ value, line: index + 1 });
    else problems.push({ file, line: index + 1, field: null, message: "This is no JSON object on one line." });
  }
  return { lines, problems };
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
