/** A command as a list names it: on one line, without the step into its folder and the joined error stream. */
export function commandTitle(command: string, maxCharacters: number): string {
  const line = command
    .replace(/^\s*cd\s+\S+\s*(?:&&|;|\n)\s*/, "")
    .replace(/\s*2>&1/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`;
}
