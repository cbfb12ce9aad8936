import { costOf } from "./figures";
import type { ErrorChainRow, TargetKind, TargetRow } from "./insight-views";

interface Costs {
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

export function targetRow(
  { costNanoUsd, unpricedTokens, ...row }: Omit<TargetRow, "kind" | "costUsd"> & Costs,
  kind: TargetKind,
): TargetRow {
  return { ...row, kind, costUsd: costOf(costNanoUsd, unpricedTokens) };
}

interface ErrorSums extends Omit<ErrorChainRow, "command" | "failure" | "costUsd" | "failures">, Costs {
  /** Hashes of its failures, the costliest first. */
  readonly failures: readonly string[];
}

/**
 * A chain under the name that people know it by: the failure's own title where all its runs are one registered
 * failure, else the command (or the tool and its target).
 */
export function errorChainRow(
  { costNanoUsd, unpricedTokens, failures, ...row }: ErrorSums,
  registered: ReadonlyMap<string, { readonly number: number; readonly title: string }>,
): ErrorChainRow {
  const known = failures.flatMap((hash) => registered.get(hash) ?? []);
  const [first] = known;
  const isOne = failures.length === 1 && first !== undefined;
  const [target = row.question] = row.targets;
  return {
    ...row,
    command: isOne ? first.title : row.targets.length === 1 && !row.question.includes(" on ") ? target : row.question,
    failure: first?.number ?? null,
    failures: known.map(({ number }) => number),
    costUsd: costOf(costNanoUsd, unpricedTokens),
  };
}
