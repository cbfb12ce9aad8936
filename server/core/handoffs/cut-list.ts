/** Where a note says how much of its lists it left out. */
export const LEFT_OUT_TITLE = "Left Out";

/** Cuts lists at their caps and keeps account of what is not told: nothing is left out unseen. */
export class CutLists {
  private readonly told: string[] = [];

  first<T>(title: string, rows: readonly T[], max: number): T[] {
    this.tell(title, rows.length - max);
    return rows.slice(0, max);
  }

  last<T>(title: string, rows: readonly T[], max: number): T[] {
    this.tell(title, rows.length - max);
    return rows.slice(-max);
  }

  /** Sections for what a note has no list for; none when nothing was left out. */
  sections(): { title: string; text: string }[] {
    return this.told.length === 0 ? [] : [{ title: LEFT_OUT_TITLE, text: this.told.join("\n") }];
  }

  private tell(title: string, count: number): void {
    if (count > 0) this.told.push(`- ${title}: and ${count} more`);
  }
}
