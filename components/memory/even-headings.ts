import { linesOf } from "@/server/core/decisions/markdown-sections";

/** Below a section's own heading (h3) the first one of a text is an h4, which Markdown writes as `##`. */
const FIRST_LEVEL = 2;

/**
 * Headings of somebody's text in steps of one level, so that the page's outline has no gaps: `###` as the first becomes
 * `##`, and none is more than one level below the one before it.
 */
export function evenHeadings(markdown: string): string {
  let last = FIRST_LEVEL - 1;
  let shift: number | null = null;
  const lines = linesOf(markdown).map(({ line, isCode }) => {
    const head = isCode ? null : /^(#{1,6})(\s.*)$/.exec(line);
    if (!head) return line;
    const level = head[1]?.length ?? 1;
    shift ??= FIRST_LEVEL - level;
    last = Math.min(Math.max(level + shift, FIRST_LEVEL), last + 1, 4);
    return `${"#".repeat(last)}${head[2]}`;
  });
  return lines.join("\n");
}
