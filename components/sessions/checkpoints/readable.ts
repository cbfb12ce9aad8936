const FENCE = /^\s*(```|~~~)/;
const HEADING = /^(#{2,6}) /;
const QUOTE = /^>/;

/**
 * The text of a checkpoint for a page: its lines stay lines, as an agent reads them, what follows a quote is not drawn
 * into it, and its headings begin at the first level below the page's own title, which the first one repeats.
 */
export function readable(text: string): string {
  const lines = text.replace(/^## Checkpoint [\d.]+\n+/, "").split("\n");
  let isCode = false;
  let previous = "";
  return lines
    .map((line) => {
      const before = previous;
      previous = line;
      if (FENCE.test(line)) isCode = !isCode;
      if (isCode || FENCE.test(line)) return line;
      const raised = line.replace(HEADING, (_, marks: string) => `${"#".repeat(Math.max(1, marks.length - 2))} `);
      const apart = QUOTE.test(before) && !QUOTE.test(line) && line.trim() !== "" ? "\n" : "";
      return `${apart}${raised.trim() === "" ? "" : `${raised}  `}`;
    })
    .join("\n");
}
