/** How answers of commands are written. */

/** On one line, so that nothing quoted begins a heading or a list. */
export function oneLine(text: string, maxCharacters = 200): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).trimEnd()}…`;
}

/** Empty for no lines. */
export function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
