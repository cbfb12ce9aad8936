import type { ProjectedItem } from "../prune/projection";

/** One place of a window before and after a plan. */
export type DiffRow =
  | { readonly change: "same" | "changed"; readonly before: ProjectedItem; readonly after: ProjectedItem }
  | { readonly change: "removed"; readonly before: ProjectedItem; readonly after: null }
  | { readonly change: "added"; readonly before: null; readonly after: ProjectedItem };

/** Rows next to each other of which only the number matters: unchanged ones, or those that a summary takes the place of. */
export interface DiffFold {
  readonly change: "unchanged" | "replaced";
  /** Place of its first row in the whole diff. */
  readonly at: number;
  readonly rows: number;
  /** Tokens before the plan. */
  readonly tokens: number;
  readonly firstRef: string;
  readonly lastRef: string;
}

export type FoldedRow = DiffFold | (DiffRow & { readonly at: number });

/**
 * What a plan makes of a window, in the order in which the model sees it. Both projections keep the order of the
 * session, so what both hold lines up by name; a summary is no event, though it is named after one. The before sides
 * are the one projection and the after sides the other, whole and in order. Linear.
 */
export function diffProjections(before: readonly ProjectedItem[], after: readonly ProjectedItem[]): DiffRow[] {
  const inBefore = new Set(before.map(nameOf));
  const inAfter = new Set(after.map(nameOf));
  const rows: DiffRow[] = [];
  let at = 0;
  for (const item of after) {
    // What a summary takes the place of is told first, then the summary.
    for (let old = before[at]; old !== undefined && !inAfter.has(nameOf(old)); old = before[++at]) {
      rows.push({ change: "removed", before: old, after: null });
    }
    const old = before[at];
    if (!inBefore.has(nameOf(item)) || old === undefined) {
      rows.push({ change: "added", before: null, after: item });
      continue;
    }
    rows.push({ change: isSame(old, item) ? "same" : "changed", before: old, after: item });
    at++;
  }
  for (const old of before.slice(at)) rows.push({ change: "removed", before: old, after: null });
  return rows;
}

/** Fewer removed rows than this are shown one by one. */
const FOLDED_FROM = 4;

/** The diff with what did not change, and what a summary stands for, folded to their number. */
export function foldDiff(rows: readonly DiffRow[]): FoldedRow[] {
  const folded: FoldedRow[] = [];
  for (let at = 0; at < rows.length; ) {
    const end = endOfStretch(rows, at);
    const stretch = rows.slice(at, end);
    const [first] = stretch;
    if (first === undefined) break;
    if (first.change === "same") folded.push(foldOf("unchanged", stretch, at));
    else if (first.change === "removed" && stretch.length >= FOLDED_FROM) folded.push(foldOf("replaced", stretch, at));
    else for (const [offset, row] of stretch.entries()) folded.push({ ...row, at: at + offset });
    at = end;
  }
  return folded;
}

function endOfStretch(rows: readonly DiffRow[], at: number): number {
  const change = rows[at]?.change;
  let end = at + 1;
  while (rows[end] !== undefined && rows[end]?.change === change) end++;
  return end;
}

function foldOf(change: DiffFold["change"], rows: readonly DiffRow[], at: number): DiffFold {
  const items = rows.flatMap(({ before }) => before ?? []);
  return {
    change,
    at,
    rows: rows.length,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    firstRef: items[0]?.ref ?? "",
    lastRef: items.at(-1)?.ref ?? "",
  };
}

function nameOf({ ref, standsFor }: ProjectedItem): string {
  return standsFor === null ? `event ${ref}` : `summary ${ref}`;
}

function isSame(before: ProjectedItem, after: ProjectedItem): boolean {
  return before.residency === after.residency && before.text === after.text;
}
