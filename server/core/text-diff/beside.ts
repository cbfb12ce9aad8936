import type { DiffLine } from "./diff";

/** One row of a comparison in two columns; null where a side has nothing. */
export interface BesideRow {
  readonly before: DiffLine | null;
  readonly after: DiffLine | null;
}

/** Lines of a hunk in two columns: what went stands beside what came in its place, in their order. */
export function besideRows(lines: readonly DiffLine[]): BesideRow[] {
  const rows: BesideRow[] = [];
  let gone: DiffLine[] = [];
  let come: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) {
      rows.push({ before: gone[at] ?? null, after: come[at] ?? null });
    }
    gone = [];
    come = [];
  };
  for (const line of lines) {
    if (line.kind === "removed") gone.push(line);
    else if (line.kind === "added") come.push(line);
    else {
      flush();
      rows.push({ before: line, after: line });
    }
  }
  flush();
  return rows;
}
