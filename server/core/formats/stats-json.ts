/**
 * `stats.json`: what the folder holds, so that two folders can be compared at a glance. Sessions, tokens and runs stay
 * with the server that saw them: in another project they would be a claim about work that never happened there.
 */
export interface FolderStats {
  readonly decisions: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  /** Occurrences of all failures. */
  readonly recurrences: number;
  readonly constraints: Readonly<Record<string, number>>;
  readonly preferences: Readonly<Record<string, number>>;
  readonly summaries: number;
  readonly files: number;
}

/** Names of statuses in the order of the alphabet, whatever order they were counted in. */
export function writeStats({ recurrences, summaries, files, ...counts }: FolderStats): string {
  const sorted = (of: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  const stats = {
    decisions: sorted(counts.decisions),
    failures: sorted(counts.failures),
    recurrences,
    constraints: sorted(counts.constraints),
    preferences: sorted(counts.preferences),
    summaries,
    files,
  };
  return `${JSON.stringify(stats, null, 2)}\n`;
}
