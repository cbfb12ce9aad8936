"use client";

import { Button } from "../ui/button";
import { formatExact } from "../ui/format";

type MoreButtonProps = {
  shown: number;
  /** Left out when nobody counted. */
  total?: number;
  /** "changes", "runs". */
  noun: string;
  hasMore: boolean;
  isLoading?: boolean;
  onMore: () => void;
};

/** The end of a list that grows in place: how many are shown, and the next ones. */
export function MoreButton({ shown, total, noun, hasMore, isLoading = false, onMore }: MoreButtonProps) {
  const count = total === undefined ? formatExact(shown) : `${formatExact(shown)} of ${formatExact(total)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-3.5 py-2.5 md:px-4">
      <span className="text-xs text-ink-3" role="status">{`${count} ${noun}`}</span>
      {hasMore ? (
        <Button size="sm" loading={isLoading} onClick={onMore}>
          Load more
        </Button>
      ) : null}
    </div>
  );
}
