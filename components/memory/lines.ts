/** Values of a field that has one a line; empty lines and repeats are left out. */
export function linesOfField(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}
