import { Button } from "./button";
import { formatExact } from "./format";

type LoadMoreProps = {
  /** The URL with the next key; null at the end. */
  nextHref: string | null;
  shown: number;
  /** Leave it out when counting would be slow. */
  total?: number;
  /** "sessions", "decisions". */
  noun: string;
};

/** The end of a list by keyset: how many are shown, and the next page. */
export function LoadMore({ nextHref, shown, total, noun }: LoadMoreProps) {
  const count = total === undefined ? formatExact(shown) : `${formatExact(shown)} of ${formatExact(total)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-3.5 py-2.5 md:px-4">
      <span className="text-xs text-ink-3">{`${count} ${noun}`}</span>
      {nextHref ? (
        <Button href={nextHref} size="sm">
          Load more
        </Button>
      ) : null}
    </div>
  );
}
